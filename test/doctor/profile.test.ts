import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  adviceOf,
  clips,
  decodingOf,
  type Measured,
  type ProfileRow,
  rowOf,
} from '../../src/main/doctor/measure/profile.ts';
import { inEnglish } from '../../src/shared/languages/message.ts';

const good: Measured = {
  type: 'measured',
  file: '',
  supported: true,
  powerEfficient: false,
  address: '',
  frames: 30,
  dropped: 0,
  ms: 967,
};

/** Rows of all clips; what is not said plays. */
function rows(measured: Readonly<Record<string, Partial<Measured>>> = {}): readonly ProfileRow[] {
  return clips.map((clip) => {
    const own = measured[`${clip.codec} ${clip.size}`] ?? measured[clip.codec] ?? measured[clip.size] ?? {};
    return rowOf(clip, { ...good, ...own }, 100 * 2 ** 20);
  });
}

test('each codec has its clips, and they are there', () => {
  expect(clips).toHaveLength(8);
  for (const { file } of clips) {
    const path = fileURLToPath(new URL(`../../src/main/doctor/measure/clips/${file}`, import.meta.url));
    expect(existsSync(path), file).toBe(true);
  }
});

test('a clip plays when nearly all of its frames come, and come in time', () => {
  const [clip] = clips;
  if (clip === undefined) return expect.fail();
  const plays = (measured: Partial<Measured>): boolean => rowOf(clip, { ...good, ...measured }, null).plays;
  expect(plays({})).toBe(true);
  expect(plays({ frames: 28 })).toBe(true);
  expect(plays({ frames: 27, dropped: 3 })).toBe(false);
  expect(plays({ ms: 1_400 })).toBe(false);
  expect(plays({ frames: 0, ms: 0 })).toBe(false);
  expect(plays({ supported: false })).toBe(false);
  expect(rowOf(clip, good, 300 * 2 ** 20)).toMatchObject({ framesPerSecond: 30, mebibytes: 300 });
});

test('the advice names the media that suit this machine', () => {
  const no = { supported: false };
  const slow = { frames: 12, dropped: 18 };
  const card = { powerEfficient: true };
  const advice = (measured: Parameters<typeof rows>[0]) => inEnglish(adviceOf(rows(measured)));
  expect(advice({ hevc: no, av1: { ...slow }, '2160p30': slow })).toBe(
    'Videos at 1920×1080 and 30 fps play smoothly with H.264 and VP9. Videos at 3840×2160 stutter with every codec. Videos at 1920×1080 stutter with AV1. The browser cannot play HEVC.',
  );
  expect(advice({ vp9: card })).toMatch(
    /with VP9, H\.264, HEVC and AV1\. Videos at 3840×2160 play smoothly with VP9,/,
  );
  expect(advice({ '1080p30': slow, '2160p30': slow })).toBe(
    'Use images, and videos of at most 1280×720: videos at 1920×1080 stutter with every codec.',
  );
});

test('decoding is reported with its decoder', () => {
  const measured = rows({ h264: { powerEfficient: true }, hevc: { supported: false } });
  expect(inEnglish(decodingOf(measured))).toBe(
    'Hardware decoding: H.264. Software decoding: VP9 and AV1. No decoder for HEVC.',
  );
});

test('the decoder that worked counts more than what the browser promises', () => {
  const [clip] = clips;
  if (clip === undefined) return expect.fail();
  const promised = { ...good, powerEfficient: true };
  const used = { name: 'FFmpegVideoDecoder', isHardware: false };
  expect(rowOf(clip, promised, null, used)).toMatchObject({ decoder: 'software', decoderName: used.name });
  expect(rowOf(clip, promised, null)).toMatchObject({ decoder: 'hardware', decoderName: null });
  expect(rowOf(clip, { ...promised, supported: false }, null, used)).toMatchObject({
    decoder: null,
    decoderName: null,
  });
});
