import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { MachineProfile } from '../../src/main/doctor/measure/profile.ts';
import { startDisplay } from '../e2e/support/display.ts';
import { runVitrine } from '../e2e/support/player.ts';

test('doctor --measure plays each clip in the real browser, and says what to send this machine', {
  tags: 'long',
}, async () => {
  const display = await startDisplay(1280, 720);
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-measure-'));
  onTestFinished(async () => {
    await display.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { code, out, log } = await runVitrine(['doctor', '--measure', '--json'], {
    DISPLAY: display.name,
    VITRINE_DATA_DIR: join(folder, 'data'),
  });
  expect(code, log).toBe(0);
  const profile = JSON.parse(out) as Omit<MachineProfile, 'decoding' | 'advice'> &
    Readonly<Record<'decoding' | 'advice', string>>;
  expect(profile.browser).toMatch(/^Chromium \d+/);
  expect(profile.display).toEqual({ width: 1280, height: 720 });
  expect(profile.rows).toHaveLength(8);
  // Debian's browser knows all but HEVC, and there is no card here to decode them.
  const seen = profile.rows.filter(({ codec }) => codec !== 'hevc');
  expect(seen.map(({ decoder }) => decoder)).toEqual(seen.map(() => 'software'));
  // Each name comes from the browser while the clip plays, and is not promised beforehand.
  for (const { codec, size, decoderName } of seen)
    expect(decoderName, `${codec} ${size}`).toMatch(/VideoDecoder$/);
  expect(Math.min(...seen.map(({ shownFrames }) => shownFrames))).toBeGreaterThan(0);
  expect(profile.decoding).toMatch(/^Software decoding: H\.264/);
  expect(profile.advice).toMatch(/play smoothly with|^Use images/);
});
