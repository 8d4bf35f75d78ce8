import { describe, expect, it } from 'vitest';
import type { PageGate, PageRequest } from '../../../src/main/host/host.ts';
import type { FakeResource, FakeSession, FakeTransfer } from './fake-session.ts';
import { electronHostOnFake, openOnFake, startedOnFake } from './started.ts';

const page = {
  address: 'https://menu.example/today',
  headers: { Authorization: 'Bearer abc', 'User-Agent': 'Kiosk' },
};
const framing = {
  'X-Frame-Options': ['DENY'],
  'content-security-policy': ["frame-ancestors 'none'", "img-src 'self'; frame-ancestors 'none'"],
  'Set-Cookie': ['a=1', 'b=2'],
};
const lifted = { 'content-security-policy': ["img-src 'self'"], 'Set-Cookie': ['a=1', 'b=2'] };

async function sessionWithPage() {
  const parts = await startedOnFake();
  parts.host.allowPages([page]);
  return { ...parts, session: parts.electron.session('vitrine') };
}

interface Asked {
  readonly address: string;
  readonly headers?: Record<string, string>;
  readonly type?: FakeResource;
  readonly depth?: number;
  readonly redirects?: readonly string[];
  readonly responseHeaders?: Record<string, string[]>;
}

/** The headers of each step of a request, and the final answer. */
async function exchange(session: FakeSession, requested: Asked) {
  const transfer = session.begin(requested.type, requested.depth);
  const sent: Record<string, string>[] = [];
  let headers = requested.headers ?? {};
  const [first, ...onwards] = [requested.address, ...(requested.redirects ?? [])];
  let address = first;
  for (const next of onwards) {
    headers = await transfer.leaves(address, headers);
    sent.push(headers);
    await transfer.arrives(address, 302, { Location: [next] });
    address = next;
  }
  sent.push(await transfer.leaves(address, headers));
  const received = await transfer.arrives(address, 200, requested.responseHeaders);
  transfer.completes(address);
  return { sent, received };
}

describe('documents of web pages', () => {
  it('of a configured page lose their framing headers, and get its request headers', async () => {
    const { session } = await sessionWithPage();
    const { sent, received } = await exchange(session, {
      address: page.address,
      headers: { Accept: '*/*', 'user-agent': 'Browser' },
      responseHeaders: framing,
    });
    expect(sent).toEqual([{ Accept: '*/*', Authorization: 'Bearer abc', 'User-Agent': 'Kiosk' }]);
    expect(received).toEqual(lifted);
  });

  it.each([
    ['another page', { address: 'https://menu.example/other' }],
    ['a script of the page', { address: page.address, type: 'script' as const }],
    ['a request by script', { address: page.address, type: 'xhr' as const }],
    ['the top frame', { address: page.address, type: 'mainFrame' as const, depth: 0 }],
    ['a frame inside the page', { address: page.address, depth: 2 }],
  ])('are left as they are for %s', async (_name, request) => {
    const { session } = await sessionWithPage();
    const { sent, received } = await exchange(session, {
      ...request,
      headers: { Accept: '*/*' },
      responseHeaders: framing,
    });
    expect(sent).toEqual([{ Accept: '*/*' }]);
    expect(received).toEqual(framing);
  });

  it('lose the request headers on a redirect to another origin, for good', async () => {
    const { session } = await sessionWithPage();
    const { sent, received } = await exchange(session, {
      address: page.address,
      headers: { 'User-Agent': 'Browser' },
      redirects: ['https://menu.example/inside', 'https://other.example/', page.address],
      responseHeaders: framing,
    });
    const [first, second, third, fourth] = sent;
    expect(first).toEqual({ Authorization: 'Bearer abc', 'User-Agent': 'Kiosk' });
    expect(second).toEqual(first);
    expect(third).toEqual({ 'User-Agent': 'Browser' });
    expect(fourth).toEqual({ 'User-Agent': 'Browser' });
    expect(received).toEqual(lifted);
  });

  it('follow the list of allowed pages, also before the start', async () => {
    const { electron, host } = electronHostOnFake();
    host.allowPages([page]);
    electron.app.becomeReady();
    await host.start();
    const session = electron.session('vitrine');
    expect((await exchange(session, { address: page.address, responseHeaders: framing })).received).toEqual(
      lifted,
    );
    host.allowPages([]);
    expect((await exchange(session, { address: page.address, responseHeaders: framing })).received).toEqual(
      framing,
    );
  });

  it('survive an answer without headers and a failed request', async () => {
    const { session } = await sessionWithPage();
    const transfer = session.begin();
    await transfer.leaves(page.address, {});
    transfer.fails(page.address);
    expect((await exchange(session, { address: page.address })).received).toBeUndefined();
  });

  it.each([
    ['answered with an error', 'completes', 404, 'status 404'],
    ['answered with another error', 'completes', 503, 'status 503'],
    ['not reached', 'fails', 'net::ERR_CONNECTION_REFUSED', 'unreachable: net::ERR_CONNECTION_REFUSED'],
  ] as const)('are reported to the stage when the page is %s', async (_name, how, what, reason) => {
    const { electron, host, contents } = await openOnFake();
    host.allowPages([page]);
    const transfer = electron.session('vitrine').begin();
    await transfer.leaves(page.address, {});
    if (how === 'completes') transfer.completes(page.address, what);
    else transfer.fails(page.address, what);
    expect(contents.received).toEqual([{ type: 'page-failed', address: page.address, reason }]);
  });

  it('are not reported when the stage removed them, when they loaded, or when they are others', async () => {
    const { electron, host, contents } = await openOnFake();
    host.allowPages([page]);
    const session = electron.session('vitrine');
    for (const [address, end] of [
      [page.address, (transfer: FakeTransfer) => transfer.fails(page.address, 'net::ERR_ABORTED')],
      [page.address, (transfer: FakeTransfer) => transfer.completes(page.address, 200)],
      [
        'https://menu.example/other',
        (transfer: FakeTransfer) => transfer.fails('https://menu.example/other'),
      ],
    ] as const) {
      const transfer = session.begin();
      await transfer.leaves(address, {});
      end(transfer);
    }
    expect(contents.received).toEqual([]);
  });

  it('are not intercepted after the stop', async () => {
    const { session, host } = await sessionWithPage();
    expect(session.listensToRequests).toBe(true);
    await host.stop();
    expect(session.listensToRequests).toBe(false);
  });

  it('are blocked where the gate refuses, and the stage gets the reason', async () => {
    const requested: PageRequest[] = [];
    const gate: PageGate = {
      refusal: async (asking) => {
        requested.push(asking);
        return asking.address.startsWith('http://192.168.') ? 'it is in a local network' : null;
      },
    };
    const { electron, host, contents } = await openOnFake(undefined, undefined, gate);
    host.allowPages([page]);
    const session = electron.session('vitrine');
    const transfer = session.begin();
    await transfer.leaves(page.address, {});
    await transfer.arrives(page.address, 302, { Location: ['http://192.168.1.1/'] });
    await expect(transfer.leaves('http://192.168.1.1/', {})).rejects.toThrow('ERR_BLOCKED_BY_CLIENT');
    expect(contents.received).toEqual([
      { type: 'page-failed', address: page.address, reason: 'unreachable: it is in a local network' },
    ]);
    expect(requested.map(({ ledBy }) => ledBy)).toEqual([[], [page.address]]);
    const nested = session.begin('subFrame', 2);
    await expect(nested.leaves('http://192.168.1.1/', {})).rejects.toThrow('ERR_BLOCKED_BY_CLIENT');
    expect(contents.received).toHaveLength(1);
  });
});
