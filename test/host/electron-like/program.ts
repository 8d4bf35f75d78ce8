import { connect } from 'node:net';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { electronHost, prepareElectron } from '../../../src/main/host/electron/index.ts';
import type { AppHandler, Display, HostWindow, WindowEvents } from '../../../src/main/host/host.ts';
import { revealAll } from '../chromium/reveal-all.ts';
import { type ToProgram, Wire } from './wire.ts';

/** A program for Electron that executes the requests of a test in another process with the real host. */
prepareElectron({ profileFolder: process.env.CONTRACT_PROFILE ?? '.' });
const windows = new Map<number, HostWindow>();
const wire = new Wire(connect(Number(process.env.CONTRACT_PORT)), (method, args) =>
  act({ method, args } as ToProgram),
);
const handler: AppHandler = async ({ url, method, headers }) => {
  const answer = await wire.ask('request', [url, method, Object.fromEntries(headers)]);
  const { status, head, body } = answer as {
    status: number;
    head: Record<string, string>;
    body: number | null;
  };
  return new Response(body === null ? null : bodyOf(body), { status, headers: head });
};

function bodyOf(number: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      const piece = await wire.ask('read', [number]);
      if (typeof piece === 'string') controller.enqueue(Buffer.from(piece, 'base64'));
      else controller.close();
    },
    cancel: () => void wire.ask('giveUp', [number]),
  });
}
const host = electronHost({
  handler,
  events: {
    displaysChanged: () => void wire.ask('displaysChanged', []),
    woke: () => void wire.ask('woke', []),
    ended: () => void wire.ask('ended', []),
  },
  log: createLog((line) => process.stderr.write(`${JSON.stringify(line)}\n`)),
  clock: systemClock,
});
revealAll(host);

function eventsOf(number: number): WindowEvents {
  return {
    message: (message) => void wire.ask('message', [number, message]),
    gone: (reason) => void wire.ask('gone', [number, reason]),
    hung: () => void wire.ask('hung', [number]),
  };
}

function window(number: number): HostWindow {
  const found = windows.get(number);
  if (!found) throw new Error(`there is no window ${number}`);
  return found;
}

/** Reported only by the substitute made of Chromium; with real Electron the processes are listed after its end. */
function stillOpen(): number {
  const reported: unknown = Reflect.get(globalThis, Symbol.for('electron-like still open'));
  return typeof reported === 'function' ? Number(reported()) : 0;
}

async function act(reported: ToProgram): Promise<unknown> {
  switch (reported.method) {
    case 'start':
      await host.start();
      return host.version;
    case 'displays':
      return host.displays();
    case 'open': {
      const [number, screenId, display] = reported.args;
      windows.set(number, await host.open({ screenId, display: display as Display }, eventsOf(number)));
      return null;
    }
    case 'openBehind': {
      const [number, front] = reported.args;
      windows.set(number, await window(front).openBehind(eventsOf(number)));
      return null;
    }
    case 'send':
      window(reported.args[0]).send(reported.args[1]);
      return null;
    case 'revive':
    case 'drawn':
    case 'comeForward':
    case 'close':
    case 'memory':
      return (await window(reported.args[0])[reported.method]()) ?? null;
    case 'capture': {
      const { mimeType, bytes } = await window(reported.args[0]).capture();
      return { mimeType, bytes: Buffer.from(bytes).toString('base64') };
    }
    case 'allowPages':
      host.allowPages(reported.args[0]);
      return null;
    case 'stop':
      await host.stop();
      return null;
    case 'remains':
      return stillOpen();
    case 'exit':
      process.exit(0);
  }
}
