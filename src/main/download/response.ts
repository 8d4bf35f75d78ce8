/** Status and headers of an answer. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export function header(head: AnswerHead, name: string): string | null {
  const value = head.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/** The value for `If-Range`: a strong entity tag, else the date. A weak tag does not prove equal bytes. */
export function validatorOf(head: AnswerHead): string | null {
  const tag = header(head, 'etag')?.trim();
  if (tag && /^"[^"]*"$/.test(tag)) return tag;
  return header(head, 'last-modified');
}

/** Parses `Content-Range: bytes 100-199/1000`. Null when missing or invalid. */
export function contentRange(head: AnswerHead): { from: number; total: number | null } | null {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(
    header(head, 'content-range')?.trim() ?? '',
  );
  if (!match) return null;
  const [from, to] = [Number(match[1]), Number(match[2])];
  const total = match[3] === '*' ? null : Number(match[3]);
  return from <= to && (total === null || to < total) ? { from, total } : null;
}

/** `Content-Length`, if valid. */
export function announcedLength(head: AnswerHead): number | null {
  const text = header(head, 'content-length');
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Without a length and without chunks only the end of the connection ends the body, so a cut looks like an end. */
export function endsWithConnection(head: AnswerHead): boolean {
  return announcedLength(head) === null && !/chunked/i.test(header(head, 'transfer-encoding') ?? '');
}

export function encodingOf(head: AnswerHead): string | null {
  const encoding = header(head, 'content-encoding')?.trim().toLowerCase() ?? '';
  return encoding === '' || encoding === 'identity' ? null : encoding;
}
