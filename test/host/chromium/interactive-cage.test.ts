import { expect, test } from 'vitest';
import { createLog } from '../../../src/main/ground/log.ts';
import type { CdpSession } from '../../../src/main/host/chromium/cdp.ts';
import { InteractiveCage } from '../../../src/main/host/chromium/interactive-cage.ts';
import { InteractiveShell } from '../../../src/main/host/chromium/interactive-shell.ts';
import type { InteractiveWanted } from '../../../src/main/host/host.ts';
import { PageReach } from '../../../src/main/net/page-reach.ts';
import { Reach } from '../../../src/main/net/reach.ts';
import type { InteractiveMissed } from '../../../src/shared/interactive.ts';

type Wanted = Pick<InteractiveWanted, 'address' | 'hosts' | 'headers' | 'isFromCms'>;

const addresses: Readonly<Record<string, string>> = {
  'guide.example': '93.184.216.34',
  'inside.guide.example': '192.168.1.1',
  'other.example': '93.184.216.35',
};

/** The CMS is on the internet. */
function cage(given: Partial<Wanted> = {}) {
  const reach = new Reach({ cms: 'https://93.184.216.30/' });
  const gate = new PageReach({
    reach,
    strict: reach,
    ownPorts: () => [8780],
    isProxied: () => false,
    resolve: async (host) => [{ address: addresses[host] ?? '127.0.0.1' }],
  });
  const missed: InteractiveMissed[] = [];
  const wanted = { address: 'https://guide.example/', hosts: [], headers: {}, isFromCms: false, ...given };
  const made = new InteractiveCage({
    mainFrame: 'top',
    shell: new InteractiveShell({ page: wanted.address, file: async (path) => new Response(path) }),
    wanted,
    gate,
    hostPort: 4000,
    log: createLog(() => undefined),
    missed: (one) => missed.push(one),
  });
  made.attached('page', 'top');
  made.attached('inner', 'page');
  let requests = 0;
  return {
    made,
    missed,
    /** What becomes of a request. A redirect keeps the number of the first one. */
    async asks(
      frameId: string,
      url: string,
      { method = 'GET', id = `${++requests}`, responseErrorReason = undefined as string | undefined } = {},
    ) {
      const sent: (readonly [string, Record<string, unknown>])[] = [];
      const session = { send: async (name: string, params: object) => sent.push([name, { ...params }]) };
      const request = { url, method, headers: { Accept: '*/*' } };
      const paused = { requestId: id, frameId, request, responseErrorReason };
      await made.paused(paused as never, session as unknown as CdpSession);
      const [[name, params] = ['', {}]] = sent;
      const headers = params.headers as
        | readonly { readonly name: string; readonly value: string }[]
        | undefined;
      if (name === 'Fetch.fulfillRequest') return Buffer.from(String(params.body), 'base64').toString();
      return name === 'Fetch.failRequest' ? 'refused' : (headers?.map((one) => one.name).join() ?? 'loaded');
    },
  };
}

test.each<[string, string, Partial<Wanted>, string]>([
  ['page', 'https://guide.example/', {}, 'loaded'],
  ['page', 'https://GUIDE.example./x', {}, 'loaded'],
  ['page', 'https://inside.guide.example/', {}, 'loaded'],
  ['page', 'https://inside.guide.example/', { isFromCms: true }, 'refused'],
  ['inner', 'https://inside.guide.example/', { isFromCms: true }, 'refused'],
  ['page', 'http://192.168.1.1/', { hosts: ['192.168.1.1'] }, 'loaded'],
  ['page', 'http://192.168.1.1/', { hosts: ['192.168.1.1'], isFromCms: true }, 'refused'],
  ['page', 'http://192.168.1.1/', { address: 'http://192.168.1.1/', isFromCms: true }, 'refused'],
  ['page', 'http://127.0.0.1:8780/', { address: 'http://127.0.0.1/' }, 'refused'],
  ['page', 'http://127.0.0.1:4000/', { address: 'http://127.0.0.1/' }, 'refused'],
  ['page', 'http://vitrine.localhost:1/', { address: 'http://vitrine.localhost:1/' }, 'refused'],
  ['page', 'https://other.example/', {}, 'refused'],
  ['page', 'https://other.example/', { hosts: ['Other.Example'] }, 'loaded'],
  ['page', 'https://guide.example.evil.example/', {}, 'refused'],
  ['page', 'https://evilguide.example/', {}, 'refused'],
  ['page', 'https://guide.example@other.example/', {}, 'refused'],
  ['page', 'file:///etc/passwd', {}, 'refused'],
  ['top', 'https://guide.example:47113/interactive.html', {}, '/interactive.html'],
  ['top', 'http://10.0.0.9:47113/x.js', { address: 'http://10.0.0.9:3000/' }, '/x.js'],
  ['top', 'https://guide.example:47114/', { address: 'https://guide.example:47113/' }, '/'],
  ['top', 'https://guide.example:47113/', { address: 'https://guide.example:47113/' }, 'refused'],
  ['top', 'https://guide.example/', {}, 'refused'],
  ['page', 'https://guide.example:47113/interactive.html', {}, 'loaded'],
])('a document in frame %s from %s with %j is %s', async (frame, address, given, expected) => {
  expect(await cage(given).asks(frame, address)).toBe(expected);
});

test('a person learns of a link of the page that was refused, not of a frame in it', async () => {
  const { asks, missed, made } = cage();
  await asks('inner', 'https://other.example/');
  expect(missed).toEqual([]);
  await asks('page', 'https://other.example/');
  made.navigated('page', 'about:blank');
  await asks('page', 'https://other.example/');
  made.navigated('page', 'https://guide.example/');
  await asks('page', 'https://other.example/');
  expect(missed).toEqual([true, true, false].map((isEmpty) => ({ why: 'refused', isEmpty })));
});

test('a person learns that the page could not be loaded, and sees no error page of the browser', async () => {
  const { asks, missed, made } = cage();
  const [failed, stopped] = [{ responseErrorReason: 'Failed' }, { responseErrorReason: 'Aborted' }];
  expect(await asks('inner', 'https://guide.example/', failed)).toBe('loaded');
  expect(await asks('page', 'https://guide.example/', stopped)).toBe('loaded');
  expect(missed).toEqual([]);
  expect(await asks('page', 'https://guide.example/', failed)).toBe('refused');
  made.navigated('page', 'https://guide.example/');
  expect(await asks('page', 'https://guide.example/other', failed)).toBe('refused');
  expect(missed).toEqual([true, false].map((isEmpty) => ({ why: 'failed', isEmpty })));
});

test('headers of the page go with its own document alone', async () => {
  const given = { headers: { 'X-Shop': '4' }, hosts: ['other.example'], isFromCms: true };
  const { asks, made } = cage(given);
  expect(await asks('page', 'https://guide.example/#top')).toBe('Accept,X-Shop');
  expect(await asks('inner', 'https://guide.example/')).toBe('loaded');
  expect(await asks('page', 'https://guide.example/other')).toBe('loaded');
  expect(await asks('page', 'https://guide.example/', { method: 'POST' })).toBe('loaded');
  // A redirect to another origin loses them, also when it comes back.
  expect(await asks('page', 'https://guide.example/', { id: 'r.0' })).toBe('Accept,X-Shop');
  expect(await asks('page', 'https://other.example/', { id: 'r.1' })).toBe('Accept');
  expect(await asks('page', 'https://guide.example/', { id: 'r.2' })).toBe('Accept');
  // Nor do they go with what another page opens.
  made.navigated('page', 'https://other.example/');
  expect(await asks('page', 'https://guide.example/')).toBe('loaded');
  made.navigated('page', 'https://guide.example/x');
  expect(await asks('page', 'https://guide.example/')).toBe('Accept,X-Shop');
});
