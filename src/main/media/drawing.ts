import { SaxesParser } from 'saxes';
import type { ByteSource } from './byte-source.ts';
import { expandedLength, plainSubset } from './entities.ts';
import { isUtf16 } from './plain-text.ts';

/** The stage draws no larger ones. */
const mostBytes = 5_000_000;
/**
 * The parser resolves each name through all outer elements: 5 MB of nested elements would take hours. This many steps
 * take a fifth of a second, and correspond to 6,000 nested elements: more than browsers draw.
 */
const mostLooks = 20_000_000;

/** Whether it is well-formed XML with an `svg` root in the right namespace; browsers draw nothing else. */
export async function isDrawing(bytes: ByteSource): Promise<boolean> {
  if (bytes.size > mostBytes) return true;
  const content = await bytes.read(0, bytes.size);
  const parser = new SaxesParser({ xmlns: true });
  let root: string | null = null;
  let [depth, looks] = [0, 0];
  const lookUp = (): void => {
    looks += depth;
    if (looks > mostLooks) throw new RangeError('The drawing nests too deeply.');
  };
  parser.on('opentag', ({ local, uri }) => {
    root ??= `${uri} ${local}`;
  });
  parser.on('opentagstart', () => {
    depth++;
    lookUp();
  });
  parser.on('attribute', lookUp);
  parser.on('closetag', () => {
    depth--;
  });
  try {
    const text = new TextDecoder(isUtf16(content) ?? 'utf-8', { fatal: true }).decode(content);
    parser.on('doctype', (doctype) => {
      const subset = doctype.includes('[') ? plainSubset(doctype, doctype.indexOf('[') + 1) : null;
      if (subset === null) return;
      if (expandedLength(text, subset.entities) > mostBytes)
        throw new RangeError('The drawing is too long with its entities expanded.');
      for (const [name, value] of subset.entities) parser.ENTITIES[name] = value;
    });
    // The declared encoding has no effect on decoded text.
    parser.write(text.replace(/^\ufeff/, '').replace(/^<\?xml[^>]*\?>/, '')).close();
  } catch {
    return false;
  }
  return root === 'http://www.w3.org/2000/svg svg';
}
