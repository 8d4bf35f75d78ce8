import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog, type LogLine } from '../../../src/main/ground/log.ts';
import { Slowness } from '../../../src/main/ground/slowness.ts';
import { PageStores } from '../../../src/main/host/chromium/page-stores.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';

let folder: string;
let stores: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-stores-'));
  stores = join(folder, 'profile', 'Default', 'WebStorage');
  mkdirSync(stores, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

function watching(clear: () => unknown = () => rmSync(stores, { recursive: true })) {
  const clock = new ManualClock();
  const lines: LogLine[] = [];
  const reported = { cleared: 0, givenUp: 0 };
  const free = { bytes: 2 ** 40, files: 2 ** 20 };
  const watch = new PageStores({
    clock,
    slowness: new Slowness(),
    folder,
    budget: { bytes: 4 * 2 ** 20, files: 50 },
    log: createLog((line) => lines.push(line)),
    free: async () => ({ ...free }),
    clear: async () => {
      reported.cleared++;
      await clear();
    },
    giveUp: () => {
      reported.givenUp++;
    },
  });
  return { clock, lines, watch, reported, free };
}

function store(origin: string, mebibytes: number): void {
  mkdirSync(join(stores, origin));
  writeFileSync(join(stores, origin, 'cache'), Buffer.alloc(mebibytes * 2 ** 20, 7));
}

test('the quota of all origins together is limited: first pages end, then their data is removed', async () => {
  const { clock, lines, watch, reported } = watching();
  store('one', 3);
  expect(await watch.areFull()).toBe(false);
  store('two', 3);
  await clock.advance(10_000);
  expect(await watch.areFull()).toBe(true);
  expect(reported.cleared).toBe(0);
  expect(await watch.areFull()).toBe(false);
  expect(reported).toEqual({ cleared: 1, givenUp: 0 });
  expect(lines).toEqual([
    expect.objectContaining({ level: 'warn', message: expect.stringContaining('store too much') }),
  ]);
});

test('too many files are over the limit too, however small', async () => {
  const { watch } = watching();
  for (let file = 0; file < 60; file++) writeFileSync(join(stores, String(file)), '');
  expect(await watch.areFull()).toBe(true);
});

test('a fast-filling disk is detected at once, everything else every ten seconds', async () => {
  const { clock, watch, free } = watching();
  expect(await watch.areFull()).toBe(false);
  store('slow', 5);
  expect(await watch.areFull()).toBe(false);
  free.bytes -= 40 * 2 ** 20;
  expect(await watch.areFull()).toBe(true);
  await watch.areFull();
  mkdirSync(stores);
  store('slow', 5);
  await clock.advance(9_000);
  expect(await watch.areFull()).toBe(false);
  await clock.advance(1_000);
  expect(await watch.areFull()).toBe(true);
});

test('a browser that does not remove the data is replaced', async () => {
  const { watch, reported } = watching(() => undefined);
  store('one', 5);
  for (let look = 0; look < 12; look++) expect(await watch.areFull()).toBe(true);
  expect(reported).toEqual({ cleared: 10, givenUp: 1 });
});

test('links are not followed, and windows that check together share one answer', async () => {
  const { watch, reported, free } = watching();
  const elsewhere = mkdtempSync(join(tmpdir(), 'vitrine-elsewhere-'));
  writeFileSync(join(elsewhere, 'large'), Buffer.alloc(5 * 2 ** 20));
  symlinkSync(elsewhere, join(stores, 'link'));
  expect(await watch.areFull()).toBe(false);
  rmSync(elsewhere, { recursive: true });
  store('one', 5);
  free.files -= 5_000;
  expect(await Promise.all([watch.areFull(), watch.areFull()])).toEqual([true, true]);
  expect(reported.cleared).toBe(0);
});

test('a browser that never answers the request to remove data is replaced, and holds up no check', async () => {
  const { clock, watch, reported } = watching(() => new Promise(() => undefined));
  store('one', 5);
  expect(await watch.areFull()).toBe(true);
  for (let tries = 1; tries <= 10; tries++) {
    const look = expect(watch.areFull()).rejects.toMatchObject({ code: 'browser-silent' });
    await until('the request', () => reported.cleared === tries);
    await clock.advance(60_000);
    await look;
  }
  expect(await watch.areFull()).toBe(true);
  expect(reported).toEqual({ cleared: 10, givenUp: 1 });
});
