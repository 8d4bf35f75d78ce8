import { answer } from './http.ts';
import type { Variants } from './variants.ts';

/** Kept in place of our own origin, as the port may be another one after a restart. */
const ownOrigin = 'http://demo-cms.invalid';

/** The web page of the gallery: kept with a stand-in for the origin, answered with the real one. */
export const demoPageAddress = `${ownOrigin}/page/board`;

export function withOrigin(address: string, origin: string): string {
  return address.startsWith(`${ownOrigin}/`) ? origin + address.slice(ownOrigin.length) : address;
}

/** The page stands for a site on the web: it stays up when the CMS is switched off. */
export async function demoPage({ pageForbidsFraming }: Variants): Promise<Response> {
  const { default: page } = await import('./page/board.html?raw');
  return answer(200, 'text/html; charset=utf-8', page, {
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:" +
      (pageForbidsFraming ? "; frame-ancestors 'none'" : ''),
    ...(pageForbidsFraming ? { 'x-frame-options': 'DENY' } : {}),
  });
}
