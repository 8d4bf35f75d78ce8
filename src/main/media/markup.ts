import { plainSubset } from './entities.ts';
import { isUtf16 } from './plain-text.ts';

/**
 * `html` is certainly a page; `tag` may be one, because text can begin with a tag too. A drawing with other entities than
 * plain text has its own kind: a few kilobytes of them can expand to gigabytes.
 */
export type Markup = 'svg' | 'svg-with-entities' | 'html' | 'tag';

/** The first tag, after an optional prolog. */
export function recogniseMarkup(head: Uint8Array): Markup | null {
  const text = new TextDecoder(isUtf16(head) ?? 'utf-8').decode(head);
  const { rest, hasEntities } = prolog(text);
  if (/^<(?:\w+:)?svg[\s/>]/i.test(rest)) return hasEntities ? 'svg-with-entities' : 'svg';
  if (/^<(?:!doctype\s+html|html|head|body)\b/i.test(rest)) return 'html';
  return /^<(?:script|title|meta|iframe|h1|p|div|table|center)\b/i.test(rest) ? 'tag' : null;
}

/** Comments, processing instructions and the document type, each up to its end. */
function prolog(text: string): { readonly rest: string; readonly hasEntities: boolean } {
  let rest = text.replace(/^\ufeff/, '');
  for (;;) {
    rest = rest.trimStart();
    const end = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '?>' : null;
    if (end !== null) {
      const at = rest.indexOf(end, 2);
      if (at < 0) return { rest: '', hasEntities: false };
      rest = rest.slice(at + end.length);
    } else {
      const doctype = /^<!doctype\s+svg[^[>]*/i.exec(rest)?.[0];
      if (doctype === undefined) return { rest, hasEntities: false };
      const hasSubset = rest[doctype.length] === '[';
      const subset = hasSubset ? plainSubset(rest, doctype.length + 1) : null;
      if (hasSubset && subset === null) return { rest: '<svg>', hasEntities: true };
      const at = subset?.end ?? doctype.length;
      const close = rest.indexOf('>', at);
      if (close < 0) return { rest: '', hasEntities: false };
      rest = rest.slice(close + 1);
    }
  }
}
