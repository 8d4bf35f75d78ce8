import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EngineThread } from '../../src/main/engine/engine-thread.ts';
import type { EngineData } from '../../src/main/engine/protocol.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';

it('restarts an engine that died, on the same data folder, and fails open calls at once', async () => {
  const lines: LogLine[] = [];
  let opened = Promise.withResolvers<void>();
  const delays: number[] = [];
  const engine = new EngineThread(
    { config: { dataDir: mkdtempSync(join(tmpdir(), 'vitrine-engine-')) } } as EngineData,
    {
      // A faster clock.
      clock: {
        ...systemClock,
        after: (ms, callback) => {
          if (ms < 10_000) delays.push(ms);
          return systemClock.after(ms > 10_000 ? ms : ms / 100, callback);
        },
      },
      log: createLog((line) => lines.push(line)),
      onEvent: () => opened.resolve(),
      script: new URL('./support/mortal-engine.ts', import.meta.url),
    },
  );
  await engine.open();
  await opened.promise;
  for (let death = 1; death <= 2; death++) {
    opened = Promise.withResolvers();
    await expect(engine.call('syncNow')).rejects.toMatchObject({ code: 'engine-gone', kind: 'temporary' });
    await opened.promise;
  }
  expect(delays.slice(0, 2)).toEqual([1000, 2000]);
  expect(lines.map(({ message }) => message)).toEqual(
    Array(2).fill(expect.stringContaining('started again')),
  );
  await engine.stop(60_000);
});

it('ends an engine that stops answering and starts another one', async () => {
  const lines: LogLine[] = [];
  let opened = Promise.withResolvers<void>();
  const clock = new ManualClock();
  const engine = new EngineThread(
    { config: { dataDir: mkdtempSync(join(tmpdir(), 'vitrine-engine-')) } } as EngineData,
    {
      clock,
      log: createLog((line) => lines.push(line)),
      onEvent: () => opened.resolve(),
      script: new URL('./support/mortal-engine.ts', import.meta.url),
    },
  );
  await engine.open();
  await opened.promise;
  opened = Promise.withResolvers();
  const hanging = expect(engine.call('rollback')).rejects.toMatchObject({ code: 'engine-gone' });
  await clock.advance(150_000);
  await hanging;
  await until('it is started again', () => lines.length > 0);
  await clock.advance(1_000);
  await opened.promise;
  await engine.call('ping');
  expect(lines.map(({ fields }) => fields.error).join()).toContain('stopped answering');
  await engine.stop(60_000);
});

it('runs two concurrent reopens one after the other', async () => {
  const lines: LogLine[] = [];
  const data = { config: { dataDir: mkdtempSync(join(tmpdir(), 'vitrine-engine-')) } } as EngineData;
  const engine = new EngineThread(data, {
    clock: systemClock,
    log: createLog((line) => lines.push(line)),
    onEvent: () => undefined,
    script: new URL('./support/mortal-engine.ts', import.meta.url),
  });
  await engine.open();
  const both = await Promise.allSettled([engine.reopen(data, 60_000), engine.reopen(data, 60_000)]);
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  await engine.call('ping');
  expect(lines).toEqual([]);
  await engine.stop(60_000);
});

it('retries an engine whose data folder refuses another configuration', async () => {
  const lines: LogLine[] = [];
  const opened = Promise.withResolvers<void>();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-engine-'));
  const dataIn = (dataDir: string): EngineData => ({ config: { dataDir } }) as EngineData;
  const clock = new ManualClock();
  const engine = new EngineThread(dataIn(join(folder, 'first')), {
    clock,
    log: createLog((line) => lines.push(line)),
    onEvent: () => opened.resolve(),
    script: new URL('./support/mortal-engine.ts', import.meta.url),
  });
  const refusing = join(folder, 'second');
  writeFileSync(refusing, 'not a folder');
  await expect(engine.reopen(dataIn(refusing), 60_000)).rejects.toThrow();
  await until('it is to be started again', () => lines.length > 0);
  rmSync(refusing);
  await clock.advance(1_000);
  await opened.promise;
  await engine.call('ping');
  await engine.stop(60_000);
});

it('starts a thread again that the system refused once', async () => {
  const clock = new ManualClock();
  const ends = new URL('data:text/javascript,process.exit(1)');
  let requested = 0;
  const thread = new EngineThread({ config: { dataDir: '/nowhere' } } as EngineData, {
    clock,
    log: createLog(() => undefined),
    onEvent: () => undefined,
    get script() {
      requested++;
      // No thread can be made of this script: the constructor throws.
      return requested === 2 ? new URL('no-script:') : ends;
    },
  });
  for (let tries = 0; tries < 400 && requested < 4; tries++) {
    await clock.advance(60_000);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(requested).toBeGreaterThan(3);
  await thread.stop(0);
});

it('retries a thread that the system refused at a reopen', async () => {
  const opened = Promise.withResolvers<void>();
  const clock = new ManualClock();
  const data = { config: { dataDir: mkdtempSync(join(tmpdir(), 'vitrine-engine-')) } } as EngineData;
  let requested = 0;
  const engine = new EngineThread(data, {
    clock,
    log: createLog(() => undefined),
    onEvent: () => (requested > 2 ? opened.resolve() : undefined),
    get script() {
      requested++;
      return requested === 2 ? new URL('no-script:') : new URL('./support/mortal-engine.ts', import.meta.url);
    },
  });
  await engine.open();
  await expect(engine.reopen(data, 60_000)).rejects.toThrow();
  await clock.advance(1_000);
  await opened.promise;
  await engine.call('ping');
  await engine.stop(60_000);
});
