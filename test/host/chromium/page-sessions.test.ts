import { expect, test } from 'vitest';
import type { CdpSession } from '../../../src/main/host/chromium/cdp.ts';
import { cookiesOf } from '../../../src/main/host/chromium/cookies.ts';
import { PageSessions } from '../../../src/main/host/chromium/page-sessions.ts';
import { noLogins } from '../../../src/main/host/page-logins.ts';

const board = { address: 'https://board.example/d/1', headers: {} };
const other = { address: 'https://other.example/', headers: {} };

function sessionsOf() {
  const [commands, set]: [string[], string[]] = [[], []];
  const sessions = new PageSessions({
    ...noLogins,
    isFor: (address) => address.startsWith('https://board.example/'),
    cookiesFor: () => 'session=secret',
    set: (address, lines) => set.push(`${address} ${lines.join('|')}`),
  });
  const session = {
    id: 's',
    post: (name: string, params: { name?: string }) => commands.push(`${name} ${params.name ?? ''}`.trim()),
  } as unknown as CdpSession;
  return {
    commands,
    set,
    patterns: (page?: typeof board) => sessions.patterns(page).length,
    asks: (url: string, page: typeof board | undefined, ledBy: readonly string[], networkId = '1') =>
      sessions.cookies({ request: { url }, networkId } as never, session, page, ledBy),
    answers: (requestId: string, headers: Record<string, string>) =>
      sessions.handle(
        {
          method: 'Network.responseReceivedExtraInfo',
          params: { requestId, headers },
          sessionId: 's',
        } as never,
        session,
      ),
  };
}

test.each([
  ['the page itself', 'https://board.example/d/1', board, [], true],
  ['data of the page', 'https://board.example/data', board, ['https://board.example/d/1'], true],
  ['another page', 'https://other.example/', other, [], false],
  ['a frame of another page', 'https://board.example/', other, ['https://other.example/'], false],
  [
    'a frame of another origin in the page',
    'https://other.example/',
    board,
    ['https://board.example/d/1'],
    false,
  ],
  [
    'what a foreign frame in the page requests',
    'https://board.example/data',
    board,
    ['https://other.example/', 'https://board.example/d/1'],
    false,
  ],
  [
    'a redirect that came from another origin',
    'https://board.example/back',
    board,
    ['https://other.example/login'],
    false,
  ],
  ['the same host without encryption', 'http://board.example/', board, [], false],
  ['a frame that is no page', 'https://board.example/', undefined, [], false],
] as const)('%s: its request carries the login as it should', (_, url, page, ledBy, carries) => {
  expect(sessionsOf().asks(url, page, ledBy)).toBe(carries ? 'session=secret' : null);
});

test('only frames of pages with a login are intercepted', () => {
  const { patterns } = sessionsOf();
  expect([patterns(board), patterns(other), patterns()]).toEqual([1, 0, 0]);
});

test('what a server renews is taken, and kept from the browser', () => {
  const { asks, answers, set, commands } = sessionsOf();
  asks(board.address, board, []);
  answers('1', { 'set-cookie': 'a=1; Path=/\nb=2', Other: 'x' });
  expect(set).toEqual([`${board.address} a=1; Path=/|b=2`]);
  expect(commands).toEqual(['Network.enable', 'Network.deleteCookies a', 'Network.deleteCookies b']);
});

test('an answer of another origin sets nothing', () => {
  const { asks, answers, set } = sessionsOf();
  answers('1', { 'Set-Cookie': 'a=1' });
  asks(board.address, board, []);
  asks('https://other.example/', board, [board.address]);
  answers('1', { 'Set-Cookie': 'a=1' });
  expect(set).toEqual([]);
});

test('of the cookies of a browser those of the host are taken', () => {
  const from = (domain: string, secure = false) =>
    cookiesOf(
      [{ name: 'a', value: 'b', domain, path: '/', secure, session: false, expires: 5 }],
      'http://board.example/d/1',
    ).length;
  const domains = [
    'board.example',
    '.board.example',
    '.example',
    'example',
    'other.example',
    '.oard.example',
  ];
  expect(domains.map((domain) => from(domain))).toEqual([1, 1, 1, 0, 0, 0]);
  expect(from('board.example', true)).toBe(0);
  const [kept] = cookiesOf(
    [{ name: 'a', value: 'b', domain: 'x', path: '/', secure: true, session: true, expires: -1 }],
    'https://x/',
  );
  expect(kept).toEqual({ name: 'a', value: 'b', path: '/', expiresAt: null });
});
