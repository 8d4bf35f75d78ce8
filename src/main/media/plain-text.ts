/**
 * Whether these bytes can begin a text: no control characters but tab, line and page breaks. Text that is not UTF-8
 * counts as Windows-1252, where every other byte is a character.
 */
export function isText(head: Uint8Array): boolean {
  if (head.length === 0) return false;
  const wide = isUtf16(head);
  if (wide !== null) {
    const text = new TextDecoder(wide).decode(head.subarray(0, head.length & ~1));
    return !hasControls(text) && !text.slice(0, -1).includes('\ufffd');
  }
  return !head.some((byte) => byte < 32 && !(byte >= 9 && byte <= 13));
}

/** By the byte order mark. */
export function isUtf16(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null;
}

function hasControls(text: string): boolean {
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    if (code < 32 && !(code >= 9 && code <= 13)) return true;
  }
  return false;
}
