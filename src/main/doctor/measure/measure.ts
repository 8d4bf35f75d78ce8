import { readFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { message as inWords, type Message } from '../../../shared/languages/message.ts';
import { mediaTypes } from '../../../shared/media-types.ts';
import type { VideoDecoder } from '../../../shared/video-decoder.ts';
import type { Config } from '../../config/config.ts';
import { sleep, systemClock } from '../../ground/clock.ts';
import { VitrineError } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import { Recent } from '../../ground/recent.ts';
import { Slowness } from '../../ground/slowness.ts';
import { createHost } from '../../host/create.ts';
import type { Host, HostWindow } from '../../host/host.ts';
import { noLogins } from '../../host/page-logins.ts';
import { openGate } from '../../host/page-rules.ts';
import page from './page.html?raw';
import script from './page.js?raw';
import {
  adviceOf,
  type Clip,
  clips,
  decodingOf,
  type MachineProfile,
  type Measured,
  measured,
  type ProfileRow,
  rowOf,
} from './profile.ts';

interface MeasureNeeds {
  readonly config: Pick<Config, 'chromium' | 'cms' | 'host' | 'overlayKey'>;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly env: NodeJS.ProcessEnv;
  /** Called after each clip. */
  readonly onRow: (row: ProfileRow, done: number, of: number) => void;
}

/** Beside this program in the build folder. */
const clipsFolder = fileURLToPath(new URL('../clips/', import.meta.url));

/** A clip takes a second plus its start; slow machines need more. */
const longestMs = 60_000;

/** Plays clips in the player's browser over the whole display and reports the results. */
export async function measureMachine({
  config,
  log,
  signal,
  env,
  onRow,
}: MeasureNeeds): Promise<MachineProfile> {
  const rows: ProfileRow[] = [];
  const decoders = new Recent<VideoDecoder>(clips.length);
  const done = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<HostWindow>();
  // The first await reports an error; the others must not cause an unhandled rejection.
  for (const each of [done.promise, opened.promise]) each.catch(() => undefined);
  const host = await createHost({
    config,
    handler: answer,
    events: {
      displaysChanged: () => undefined,
      woke: () => undefined,
      ended: () => done.reject(unmeasured(inWords('not-measured.display-gone'))),
    },
    log: log.named('host'),
    clock: systemClock,
    mayShow: Promise.resolve(),
    awaitsDisplay: false,
    onDisplayMissing: () => undefined,
    onDisplayLost: () => undefined,
    onRenewalDue: () => undefined,
    // It shows only the stage.
    gate: openGate,
    logins: noLogins,
    slowness: new Slowness(),
    paintsInSoftware: false,
  });
  try {
    await host.start();
    const display = primary(await host.displays());
    const window = await host.open(
      { screenId: '1', display },
      {
        message: (message) => {
          const result = v.safeParse(measured, message);
          if (result.success) void heard(result.output).catch(done.reject);
        },
        gone: (reason) => done.reject(unmeasured(inWords('not-measured.crashed', { reason }))),
        decoder: (address, decoder) => decoders.set(address, decoder),
        hung: () => done.reject(unmeasured(inWords('not-measured.hung'))),
      },
    );
    window.reveal();
    opened.resolve(window);
    const late = sleep(systemClock, longestMs, signal).then(() => {
      throw unmeasured(inWords('not-measured.slow', { limit: longestMs }));
    });
    await Promise.race([done.promise, late]);
    return profileOf(host, rows, display, !env.DISPLAY && !env.WAYLAND_DISPLAY);
  } catch (error) {
    opened.reject(error);
    throw error;
  } finally {
    await host.stop();
  }

  async function heard(result: Measured): Promise<void> {
    const clip = clips.find(({ file }) => file === result.file);
    if (clip === undefined) return;
    const window = await opened.promise;
    const memory = await window.memory().catch(() => null);
    const row = rowOf(clip, result, memory, decoders.get(result.address));
    rows.push(row);
    onRow(row, rows.length, clips.length);
    if (rows.length === clips.length) done.resolve();
  }
}

function profileOf(
  host: Host,
  rows: readonly ProfileRow[],
  { width, height }: MachineProfile['display'],
  isVirtual: boolean,
): MachineProfile {
  return {
    browser: host.version,
    display: { width, height },
    isVirtual,
    memoryMiB: Math.round(totalmem() / 2 ** 20),
    processors: availableParallelism(),
    rows,
    decoding: decodingOf(rows),
    advice: adviceOf(rows),
  };
}

function primary<One extends { readonly primary: boolean }>(displays: readonly One[]): One {
  const display = displays.find((one) => one.primary) ?? displays[0];
  if (display) return display;
  throw unmeasured(inWords('not-measured.no-display'));
}

function unmeasured(why: Message): VitrineError {
  return new VitrineError('temporary', why, { remedy: inWords('doctor.measure.retry') });
}

/** Serves the page, its script and the clips. */
async function answer({ url }: Request): Promise<Response> {
  const name = new URL(url).pathname.slice(1);
  if (name === 'index.html' || name === '') return text(page, 'text/html');
  if (name === 'measure.js') return text(script, 'text/javascript');
  if (name === 'clips.json') return text(JSON.stringify(clips), 'application/json');
  const clip = clips.find(({ file }) => name === `clips/${file}`);
  return clip ? video(clip) : new Response(null, { status: 404 });
}

function text(body: string, type: string): Response {
  return new Response(body, { headers: { 'content-type': `${type}; charset=utf-8` } });
}

async function video({ file }: Clip): Promise<Response> {
  const { mimeType } = file.endsWith('.webm') ? mediaTypes.webm : mediaTypes.mp4;
  return new Response(new Uint8Array(await readFile(join(clipsFolder, file))), {
    headers: { 'content-type': mimeType },
  });
}
