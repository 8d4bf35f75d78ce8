import { type Message, message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import { withoutEnd } from '../ground/without-end.ts';

/** The path under which the documented interface lives on every host. */
export const apiPath = '/api/v1.0/';

/**
 * The base address of the API, with a final slash. A bare host means https and the default path. A given path is kept, because a
 * reverse proxy may have moved the API.
 */
export function normaliseBaseUrl(text: string): string {
  const read = readBaseUrl(text);
  if ('url' in read) return read.url;
  throw new VitrineError('usage', message('cms-address-invalid', { mistake: read.mistake }));
}

/** The same without throwing. A mistake never quotes the address, which may hold a password. */
export function readBaseUrl(text: string): { readonly url: string } | { readonly mistake: Message } {
  const trimmed = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (!url || url.hostname === '' || !/^https?:$/.test(url.protocol))
    return { mistake: message('config.must.be-address') };
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '')
    return { mistake: message('config.must.be-address-alone') };
  const path = withoutEnd(url.pathname, '/');
  return { url: `${url.origin}${path === '' ? apiPath : `${path}/`}` };
}
