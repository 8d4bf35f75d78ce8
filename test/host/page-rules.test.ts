import { describe, expect, it } from 'vitest';
import type { AllowedPage } from '../../src/main/host/host.ts';
import {
  beginVisit,
  liftFraming,
  type PageVisit,
  redirectVisit,
  visitHeaders,
  withoutFrameAncestors,
} from '../../src/main/host/page-rules.ts';

const menu: AllowedPage = {
  address: 'https://menu.example/today?floor=2',
  headers: { Authorization: 'Bearer abc', 'X-Floor': '2' },
};
const pages: readonly AllowedPage[] = [{ address: 'http://weather.example/', headers: {} }, menu];

/** A request of the stage: in an empty frame. */
const fresh = { method: 'GET', from: null };

function visitOf(address: string): PageVisit {
  const visit = beginVisit(pages, { address, ...fresh });
  if (!visit) throw new Error(`${address} is not allowed`);
  return visit;
}

describe('which requests belong to a configured page', () => {
  it.each([
    ['the address itself', 'https://menu.example/today?floor=2', true],
    ['another fragment of it', 'https://menu.example/today?floor=2#top', true],
    ['another spelling of its host and port', 'https://MENU.example:443/today?floor=2', true],
    ['another query', 'https://menu.example/today?floor=3', false],
    ['another path', 'https://menu.example/', false],
    ['the same path without encryption', 'http://menu.example/today?floor=2', false],
    ['a longer host', 'https://menu.example.evil.example/today?floor=2', false],
    ['credentials before the host', 'https://menu.example@evil.example/today?floor=2', false],
    ['no address at all', 'menu', false],
    ['an empty address', '', false],
  ])('%s', (_name, address, expected) => {
    expect(beginVisit(pages, { address, ...fresh }) !== null).toBe(expected);
  });

  it('accepts a root page with and without its slash', () => {
    expect(beginVisit(pages, { address: 'http://weather.example', ...fresh })?.page.address).toBe(
      'http://weather.example/',
    );
  });

  it.each(['file:///etc/passwd', 'data:text/html,hello', 'vitrine://app/'])('never takes %s', (address) => {
    expect(beginVisit([{ address, headers: {} }], { address, ...fresh })).toBeNull();
  });
});

describe('the initiator of a visit', () => {
  const { address } = menu;
  it.each([
    ['the stage', 'GET', null, true],
    ['the stage, in a frame that is blank', 'GET', 'about:blank', true],
    ['the page itself, reloading itself', 'GET', `${address}#later`, true],
    ['another page of its origin', 'GET', 'https://menu.example/login', true],
    ['a page of another origin', 'GET', 'https://evil.example/', false],
    ['a form of a page of another origin', 'POST', 'https://evil.example/', false],
    ['a form of its own', 'POST', address, false],
  ])('%s', (_name, method, from, expected) => {
    expect(beginVisit(pages, { address, method, from }) !== null).toBe(expected);
  });
});

describe('request headers', () => {
  const requested: [string, string][] = [
    ['Accept', 'text/html'],
    ['authorization', 'Basic old'],
  ];

  it('are added to the document request and replace those of the same name', () => {
    expect(visitHeaders(visitOf(menu.address), requested)).toEqual([
      ['Accept', 'text/html'],
      ['Authorization', 'Bearer abc'],
      ['X-Floor', '2'],
    ]);
  });

  it('stay on a redirect inside the origin', () => {
    const visit = redirectVisit(visitOf(menu.address), 'https://menu.example/elsewhere');
    expect(visitHeaders(visit, [])).toHaveLength(2);
  });

  it.each([
    'https://other.example/today?floor=2',
    'http://menu.example/today?floor=2',
    'https://menu.example:8443/today?floor=2',
    'not an address',
  ])('are removed on a redirect to %s', (address) => {
    const visit = redirectVisit(visitOf(menu.address), address);
    // A browser reuses the headers of the previous request after a redirect.
    const carried = visitHeaders(visitOf(menu.address), [['Accept', 'text/html']]);
    expect(visitHeaders(visit, carried)).toEqual([['Accept', 'text/html']]);
    expect(visit.page).toBe(menu);
  });

  it("are replaced by the browser's own of the same name on another origin", () => {
    const page = { address: menu.address, headers: { 'user-agent': 'Kiosk' } };
    const own: [string, string][] = [['User-Agent', 'Browser']];
    const here: PageVisit = { page, withHeaders: true };
    const carried = visitHeaders(here, [...own, ['Accept', '*/*']], own);
    expect(carried).toEqual([
      ['Accept', '*/*'],
      ['user-agent', 'Kiosk'],
    ]);
    const away = redirectVisit(here, 'https://other.example/');
    expect(visitHeaders(away, carried, own)).toEqual([
      ['Accept', '*/*'],
      ['User-Agent', 'Browser'],
    ]);
  });

  it('do not return when another origin redirects back', () => {
    const away = redirectVisit(visitOf(menu.address), 'https://other.example/');
    expect(visitHeaders(redirectVisit(away, menu.address), [])).toEqual([]);
  });

  it.each([
    ['Host', 'evil.example'],
    ['Content-Length', '0'],
    ['Transfer-Encoding', 'chunked'],
    ['Sec-Fetch-Site', 'none'],
    ['Proxy-Authorization', 'x'],
    ['X Y', 'a name with a space'],
    ['', 'no name'],
    ['X-Split', 'a\r\nHost: evil.example'],
    ['X-Null', 'a\0b'],
    ['X-Wide', 'snow ☃'],
  ])('never %s: %j', (name, value) => {
    const page = { address: 'https://menu.example/', headers: { [name]: value } };
    expect(visitHeaders({ page, withHeaders: true }, [])).toEqual([]);
  });
});

describe('framing headers', () => {
  it('are removed and everything else stays', () => {
    expect(
      liftFraming([
        ['Content-Type', 'text/html'],
        ['X-FRAME-Options', 'DENY'],
        ['Content-Security-Policy', "default-src 'self'; Frame-Ancestors 'none'; img-src *"],
        ['Set-Cookie', 'a=1'],
        ['set-cookie', 'b=2'],
        ['Strict-Transport-Security', 'max-age=1'],
      ]),
    ).toEqual([
      ['Content-Type', 'text/html'],
      ['Content-Security-Policy', "default-src 'self'; img-src *"],
      ['Set-Cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['Strict-Transport-Security', 'max-age=1'],
    ]);
  });

  it('are read from all of several policy headers, and an empty one is removed', () => {
    expect(
      liftFraming([
        ['content-security-policy', "frame-ancestors 'self'"],
        ['CONTENT-SECURITY-POLICY', "script-src 'self'"],
        ['Content-Security-Policy', "frame-ancestors 'none'; object-src 'none'"],
      ]),
    ).toEqual([
      ['CONTENT-SECURITY-POLICY', "script-src 'self'"],
      ['Content-Security-Policy', "object-src 'none'"],
    ]);
  });

  it('in a report-only policy stay: they forbid nothing', () => {
    const reporting: [string, string][] = [['Content-Security-Policy-Report-Only', "frame-ancestors 'none'"]];
    expect(liftFraming(reporting)).toEqual(reporting);
  });

  it.each([
    ['frame-ancestors', ''],
    ["frame-ancestors 'none'", ''],
    [';; frame-ancestors * ;', ''],
    ["FRAME-ANCESTORS\t'none'; sandbox allow-scripts", 'sandbox allow-scripts'],
    ["default-src 'self', frame-ancestors 'none', img-src *", "default-src 'self', img-src *"],
    ["frame-ancestors a; frame-ancestors b; frame-src 'none'", "frame-src 'none'"],
    // Names with the same beginning are other directives.
    ['frame-ancestors-x y; x-frame-ancestors z', 'frame-ancestors-x y; x-frame-ancestors z'],
    ['report-uri /csp?d=frame-ancestors', 'report-uri /csp?d=frame-ancestors'],
    ['', ''],
  ])('%j becomes %j', (before, after) => {
    expect(withoutFrameAncestors(before)).toBe(after);
  });
});
