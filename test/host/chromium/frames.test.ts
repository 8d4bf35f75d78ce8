import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog, type LogLine } from '../../../src/main/ground/log.ts';
import { Cdp, type CdpEvent } from '../../../src/main/host/chromium/cdp.ts';
import { Frames } from '../../../src/main/host/chromium/frames.ts';
import { PageGuard } from '../../../src/main/host/chromium/page-guard.ts';
import { noLogins } from '../../../src/main/host/page-logins.ts';
import { openGate } from '../../../src/main/host/page-rules.ts';

const attached = (sessionId: string, frame: string): CdpEvent => ({
  method: 'Target.attachedToTarget',
  params: {
    sessionId,
    targetInfo: {
      targetId: frame,
      type: 'iframe',
      title: '',
      url: '',
      attached: true,
      canAccessOpener: false,
    },
    waitingForDebugger: true,
  },
  sessionId: 'page',
});

function framesOf() {
  const lines: LogLine[] = [];
  const log = createLog((line) => lines.push(line));
  const output = new PassThrough();
  const cdp = new Cdp(output, new PassThrough(), log, () => undefined);
  const failed: string[] = [];
  const guard = new PageGuard({
    cdp,
    mainFrame: 'top',
    pages: () => [],
    isApp: () => true,
    proxy: null,
    gate: openGate,
    logins: noLogins,
    hostPort: null,
    onFailed: (address) => failed.push(address),
    log,
  });
  const reported = (): readonly string[] =>
    String(output.read() ?? '')
      .split('\0')
      .filter((text) => text !== '')
      .map((text) => JSON.parse(text).method);
  return { frames: new Frames(cdp, guard, log, () => undefined), cdp, lines, reported };
}

test('a frame in its own process is watched before it runs', () => {
  const { frames, reported } = framesOf();
  frames.handle(attached('s1', 'frame'));
  const methods = reported();
  expect(methods).toEqual(expect.arrayContaining(['Fetch.enable', 'Page.enable', 'Target.setAutoAttach']));
  expect(methods.at(-1)).toBe('Runtime.runIfWaitingForDebugger');
});

test('a frame that ends at once causes no error', async () => {
  const { frames, cdp, lines } = framesOf();
  frames.handle(attached('s1', 'frame'));
  cdp.forget('s1');
  await new Promise((resolve) => setImmediate(resolve));
  expect(new Set(lines.map(({ level }) => level))).toEqual(new Set(['debug']));
});
