import { message } from '../../../shared/languages/message.ts';
import type { WebPage } from '../../edition/records.ts';
import { type FieldReader, httpAddress, isObject, type Raw, RefusedRecord } from './fields.ts';

export function decodeWebPage(raw: Raw, fields: FieldReader): WebPage {
  const address = fields.filledText(raw, 'url');
  if (address === null) throw new RefusedRecord('attachable.url', message('cms.record.missing'));
  return {
    address: httpAddress('attachable.url', address),
    headers: pageHeaders(fields.value(raw, 'header', 'headers')),
  };
}

/** More headers than any browser sends. */
const longestHeaders = 300_000;

/** JSON text or an object. An invalid header is omitted; the page is shown regardless. */
function pageHeaders(value: unknown): Readonly<Record<string, string>> {
  const parsed = typeof value === 'string' ? parseHeaderText(value.slice(0, longestHeaders)) : value;
  if (!isObject(parsed)) return {};
  const valid = Object.entries(parsed)
    .filter(
      ([name, text]) =>
        /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) && isHeaderText(text) && !forbidden.test(name),
    )
    .slice(0, 50);
  return Object.fromEntries(valid.map(([name, text]) => [name, String(text)]));
}

/** These change the transport of a request, not its content. */
const forbidden =
  /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|proxy-.*|__proto__)$/i;

function isHeaderText(value: unknown): boolean {
  return (
    (typeof value === 'string' && value.length <= 4096 && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) ||
    typeof value === 'number'
  );
}

function parseHeaderText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
