import { expect, it } from 'vitest';
import { LastStatus } from '../../src/main/engine/last-status.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { asDiskError } from '../../src/main/ground/disk-errors.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import type { EngineStatus } from '../../src/main/report/status.ts';
import { message, verbatim } from '../../src/shared/languages/message.ts';

const known = {
  sync: { lastSuccessAt: 'then', lastError: null },
  storage: { objects: 7 },
  warnings: ['a warning'],
} as unknown as EngineStatus;
const hurried = {
  ...systemClock,
  after: (ms: number, callback: () => void) => systemClock.after(ms / 100, callback),
};

it('returns the last known status with a warning while the engine is gone or hangs', async () => {
  let answer: () => Promise<EngineStatus> = async () => known;
  const status = new LastStatus(hurried, () => answer());
  expect(await status.read()).toEqual(known);
  const gone = new VitrineError('temporary', 'engine-gone', verbatim('The engine thread has ended.'));
  for (const silence of [() => Promise.reject(gone), () => new Promise<never>(() => undefined)]) {
    answer = silence;
    expect(await status.read()).toMatchObject({
      sync: { lastError: { message: expect.anything() } },
      storage: { objects: 7 },
      warnings: ['a warning', message('engine-silent.status')],
    });
  }
  answer = async () => known;
  expect(await status.read()).toEqual(known);
});

it('returns the last known status with the reason while the disk does not answer', async () => {
  const failing = asDiskError(
    Object.assign(new Error('input/output error'), { code: 'EIO' }),
    'use-database',
  );
  let answer = async () => known;
  const status = new LastStatus(hurried, () => answer());
  await status.read();
  answer = () => Promise.reject(failing);
  expect(await status.read()).toEqual({
    ...known,
    sync: { lastSuccessAt: 'then', lastError: { ...failing.report, at: expect.any(String) } },
    warnings: ['a warning', failing.sentence],
  });
  answer = async () => known;
  expect(await status.read()).toEqual(known);
});

it('rejects with any other error', async () => {
  const status = new LastStatus(hurried, () => Promise.reject(new Error('a mistake')));
  await expect(status.read()).rejects.toThrow('a mistake');
});
