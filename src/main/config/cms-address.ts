import { VitrineError } from '../errors.ts';

/** The path under which the documented interface lives on every host. */
export const apiPath = '/api/v1.0/';

/**
 * The address of the interface, always ending in a slash. Only the host needs to be given, and https is meant where
 * no scheme is; a path that is given is kept, as a reverse proxy may have moved the interface.
 */
export function normaliseBaseUrl(text: string): string {
  const read = readBaseUrl(text);
  if ('url' in read) return read.url;
  throw new VitrineError('usage', 'cms-address-invalid', `The address of the CMS ${read.mistake}.`, {
    remedy: 'Give it as https://cms.example.com/api/v1.0/, and the token as cms.token.',
  });
}

/** The same without throwing. A mistake never quotes the address, which may hold a password. */
export function readBaseUrl(text: string): { readonly url: string } | { readonly mistake: string } {
  const trimmed = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (!url || url.hostname === '' || !/^https?:$/.test(url.protocol))
    return { mistake: 'must be an http or https address' };
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '')
    return { mistake: 'must be the address alone: no user name, no password, nothing after ? or #' };
  const path = url.pathname.replace(/\/+$/, '');
  return { url: `${url.origin}${path === '' ? apiPath : `${path}/`}` };
}
