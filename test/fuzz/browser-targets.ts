import { PassThrough, Writable } from 'node:stream';
import { createLog } from '../../src/main/ground/log.ts';
import { Bridge } from '../../src/main/host/chromium/bridge.ts';
import { Cdp, type CdpEvent } from '../../src/main/host/chromium/cdp.ts';
import { Frames } from '../../src/main/host/chromium/frames.ts';
import { PageGuard } from '../../src/main/host/chromium/page-guard.ts';
import { noLogins } from '../../src/main/host/page-logins.ts';
import { openGate } from '../../src/main/host/page-rules.ts';
import type { Target } from './targets.ts';

const page = 'https://page.example';
const log = createLog(() => undefined);
const request = { method: 'GET', headers: { Accept: '*/*' }, initialPriority: 'High', referrerPolicy: '' };
const paused = {
  requestId: 'interception-job-1.0',
  frameId: 'slot',
  resourceType: 'Document',
  request: { ...request, url: 'https://page.example/' },
};
const responseHeaders = [
  { name: 'X-Frame-Options', value: 'DENY' },
  { name: 'Content-Security-Policy', value: "frame-ancestors 'none'; default-src *" },
];
const frame = { id: 'slot', parentId: 'main', url: 'https://page.example/' };
const challenge = { origin: 'http://proxy:1', source: 'Proxy', scheme: 'basic', realm: 'x' };

/** What the browser says while pages are shown, by the session of its page or of a frame. */
const events: readonly (readonly [string, unknown])[] = [
  ['Page.frameAttached', { frameId: 'slot', parentFrameId: 'main' }],
  ['Fetch.requestPaused', paused],
  ['Fetch.requestPaused', { ...paused, responseStatusCode: 200, responseHeaders }],
  [
    'Fetch.requestPaused',
    { ...paused, responseStatusCode: 302, responseHeaders: [{ name: 'location', value: '/a' }] },
  ],
  [
    'Fetch.requestPaused',
    { ...paused, requestId: 'interception-job-1.1', request: { ...request, url: 'https://other.example/' } },
  ],
  ['Fetch.requestPaused', { ...paused, responseErrorReason: 'ConnectionRefused' }],
  [
    'Fetch.requestPaused',
    { ...paused, frameId: 'main', request: { ...request, url: 'https://away.example/' } },
  ],
  ['Fetch.authRequired', { ...paused, authChallenge: challenge }],
  ['Page.frameNavigated', { frame, type: 'Navigation' }],
  [
    'Page.javascriptDialogOpening',
    { type: 'prompt', message: 'x', url: 'https://page.example/', hasBrowserHandler: false },
  ],
  [
    'Target.attachedToTarget',
    { sessionId: 'frame', targetInfo: { targetId: 'slot', type: 'iframe', url: '' } },
  ],
  ['Inspector.targetCrashed', {}],
  ['Target.detachedFromTarget', { sessionId: 'frame' }],
  ['Page.frameDetached', { frameId: 'slot', reason: 'remove' }],
  ['Runtime.bindingCalled', { name: 'toVitrine', payload: 'hello', executionContextId: 1 }],
  ['Runtime.bindingCalled', { name: 'toVitrine', payload: 'm{"type":"ready"}', executionContextId: 1 }],
  ['Runtime.executionContextsCleared', {}],
];
const messages = events.map(
  ([method, params]) => `${JSON.stringify({ method, params, sessionId: 'page' })}\0`,
);

/** The browser's end of the pipe, and all that listens at ours. */
export const browserTargets: Readonly<Record<string, () => Target>> = {
  'browser pipe': () => ({
    mostBytes: 64 * 1024,
    seeds: [
      ...messages.map((message) => Buffer.from(message)),
      Buffer.from(messages.join('')),
      Buffer.from('{"id":1,"result":{}}\0{"id":2,"error":{"message":"no","code":-32000}}\0{"id":3}\0'),
    ],
    words: [
      ...[
        '\0',
        '"id":1',
        '"sessionId":"page"',
        '"method":"Fetch.requestPaused"',
        '"params":null',
        'null',
        '[[[[',
      ],
      ...[
        '"__proto__":',
        '"constructor":',
        '"slot"',
        '"main"',
        '"frame"',
        '"https://page.example/"',
        '"url":"file:',
      ],
    ],
    async run(input) {
      /** The guard answers later: other requests may have been paused meanwhile. */
      const ofPage = new Set<string>();
      let isTold = false;
      const output = new Writable({
        write(told: Buffer, _encoding, done) {
          for (const text of told
            .toString('utf8')
            .split('\0')
            .filter((part) => part.includes('X-Secret')))
            isTold ||= !ofPage.has(String(JSON.parse(text).params.requestId));
          done();
        },
      });
      const pipe = new PassThrough();
      const listeners: ((event: CdpEvent) => void)[] = [];
      const cdp = new Cdp(output, pipe, log, (event) => {
        if (event.method === 'Fetch.requestPaused' && URL.parse(event.params.request.url)?.origin === page)
          ofPage.add(String(event.params.requestId));
        for (const listen of listeners) listen(event);
      });
      const guard = new PageGuard({
        cdp,
        log,
        proxy: null,
        gate: openGate,
        logins: noLogins,
        hostPort: null,
        mainFrame: 'main',
        pages: () => [{ address: 'https://page.example/', headers: { 'X-Secret': 'yes' } }],
        isApp: (address) => address.startsWith('http://vitrine.localhost/'),
        onFailed: () => undefined,
      });
      const frames = new Frames(cdp, guard, log, () => undefined);
      const bridge = new Bridge({
        session: cdp.session('page'),
        onDocument: () => undefined,
        onMessage: () => undefined,
      });
      listeners.push(
        (event) => guard.handle(event),
        (event) => frames.handle(event),
        (event) => bridge.handle(event),
      );
      const asked = cdp.browser.send('Browser.getVersion').catch(() => undefined);
      pipe.end(input);
      await new Promise((resolve) => pipe.once('close', resolve));
      await asked;
      if (isTold) throw new Error('a page has got the headers of another one');
    },
  }),
};
