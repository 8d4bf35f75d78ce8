import { answer } from './http.ts';
import type { Variants } from './variants.ts';

/** Placeholder for this server's origin in stored records, because the port may change at a restart. */
const ownOrigin = 'http://demo-cms.invalid';

/** The web page of the gallery: stored with the placeholder, answered with the real origin. */
export const demoPageAddress = `${ownOrigin}/page/board`;

export function withOrigin(address: string, origin: string): string {
  return address.startsWith(`${ownOrigin}/`) ? origin + address.slice(ownOrigin.length) : address;
}

/** Stands for an external site: it stays up when the CMS is offline. */
export async function demoPage({ pageForbidsFraming }: Variants): Promise<Response> {
  const { default: page } = await import('./page/board.html?raw');
  return answer(200, 'text/html; charset=utf-8', page, {
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:" +
      (pageForbidsFraming ? "; frame-ancestors 'none'" : ''),
    ...(pageForbidsFraming ? { 'x-frame-options': 'DENY' } : {}),
  });
}
