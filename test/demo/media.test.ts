import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demoBytes, demoMedia, demoMediaFolder } from '../../src/demo/demo-media.ts';

test('the demo media are complete and small, and nothing else lies beside them', () => {
  const media = Object.values(demoMedia());
  const named = media.flatMap(({ file, thumbnail }) => [file, thumbnail]);
  expect(readdirSync(demoMediaFolder).sort()).toEqual([...named, 'manifest.json'].sort());
  const total = named.reduce((sum, name) => sum + statSync(demoMediaFolder + name).size, 0);
  expect(total).toBeLessThan(2_500_000);
  expect(media.some(({ width, height }) => height > width)).toBe(true);
});

test.each([
  ['jpg', 'ffd8ff'],
  ['png', '89504e47'],
  ['webp', '52494646'],
  ['webm', '1a45dfa3'],
])('each .%s is one', (extension, magic) => {
  const files = Object.values(demoMedia()).filter(({ file }) => file.endsWith(`.${extension}`));
  expect(files.length).toBeGreaterThan(0);
  for (const { file } of files) {
    const { from, size } = demoBytes(file);
    expect(size).toBeGreaterThan(1000);
    expect('path' in from && from.path.startsWith(demoMediaFolder)).toBe(true);
    expect(
      readFileSync(demoMediaFolder + file)
        .subarray(0, magic.length / 2)
        .toString('hex'),
    ).toBe(magic);
  }
});
