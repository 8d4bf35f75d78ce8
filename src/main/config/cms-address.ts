import { VitrineError } from '../errors.ts';

/** The path under which the documented interface lives on every host. */
export const apiPath = '/api/v1.0/';

/**
 * The address of the interface, always ending in a slash. Only the host needs to be given; a path that is given is
 * kept, as a reverse proxy may have moved the interface.
 */
export function normaliseBaseUrl(text: string): string {
  const url = URL.parse(withScheme(text));
  if (!url || url.hostname === '') throw wrong('is not an address');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw wrong('must begin with https:// or http://');
  if (url.username !== '' || url.password !== '')
    throw wrong('must not hold a user name or password', 'Give the token as cms.token instead.');
  if (url.search !== '' || url.hash !== '') throw wrong('must end with the path, without ? or #');
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path === '' ? apiPath : `${path}/`}`;
}

/** Where none is given, https is meant. */
export function withScheme(text: string): string {
  const trimmed = text.trim();
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

function wrong(what: string, remedy = 'Give it as https://cms.example.com/api/v1.0/.'): VitrineError {
  return new VitrineError('usage', 'cms-address-invalid', `The address of the CMS ${what}.`, { remedy });
}

/** One segment of a path. The two names that would climb out of the folder are refused. */
export function pathSegment(id: string): string {
  if (id === '' || id === '.' || id === '..') {
    throw new VitrineError('permanent', 'cms-not-found', `There is no record with the id “${id}”.`);
  }
  return encodeURIComponent(id);
}
