import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../../../src/main/ground/log.ts';
import { Slowness } from '../../../src/main/ground/slowness.ts';
import { InteractivePages } from '../../../src/main/host/chromium/interactive-pages.ts';
import { openGate } from '../../../src/main/host/page-rules.ts';
import { temporaryFolder } from '../../store/support/folder.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';

const display = { id: 'a', left: 0, top: 0, width: 640, height: 360, primary: true };
const page = {
  address: 'https://page.example/',
  headers: {},
  isFromCms: false,
  cookies: [],
  hosts: [],
  language: 'fr',
  rotation: 0,
  hasBar: true,
} as const;

let clock: ManualClock;
let done: string[];
let unwanted: AbortController;
beforeEach(() => {
  [clock, done, unwanted] = [new ManualClock(), [], new AbortController()];
});

/** Opens the page in that program, which is no browser. */
async function open(executable: string): Promise<unknown> {
  const folder = await temporaryFolder();
  const opened = new InteractivePages().open(
    {
      clock,
      log: createLog(() => undefined),
      slowness: new Slowness(),
      gate: openGate,
      account: null,
      env: {},
      proxy: null,
      extraFlags: [],
      executable,
      profile: {
        folder,
        addXAuthority: async () => '',
        handOver: async () => undefined,
        remove: async () => void done.push('profile removed'),
      },
      server: { origin: 'http://vitrine.localhost:1', startAddress: 'http://vitrine.localhost:1/' } as never,
      curtain: {
        receive: async () => ({ painted: () => done.push('painted'), gone: () => done.push('gone') }),
      },
    },
    display,
    page,
    { input: () => undefined, left: () => undefined, ended: () => undefined },
    unwanted.signal,
  );
  return opened.catch((error: unknown) => error);
}

test('a browser that cannot be started leaves no profile, and the display is as before', async () => {
  // Without free descriptors starting it fails at once, too.
  const opened = open('not\0a program');
  await until('the end', async () => {
    await clock.advance(100);
    return done.includes('painted');
  });
  expect(await opened).toBeInstanceOf(Error);
  expect(done).toEqual(['gone', 'profile removed', 'painted']);
});

test('a page that is no longer wanted frees the display while its browser hangs', async () => {
  const program = join(await temporaryFolder(), 'hangs');
  writeFileSync(program, '#!/bin/sh\necho "$LANGUAGE" >"$0.language"\ntouch "$0.started"\nexec sleep 900\n');
  chmodSync(program, 0o755);
  const opened = open(program);
  await until('the hanging program', async () => {
    await clock.advance(100);
    return existsSync(`${program}.started`);
  });
  expect(done).toEqual([]);
  // Native fields for dates and times follow it.
  expect(readFileSync(`${program}.language`, 'utf8')).toBe('fr\n');
  unwanted.abort();
  expect(await opened).toBeInstanceOf(Error);
  expect(done).toContain('profile removed');
  expect(done.at(-1)).toBe('painted');
});
