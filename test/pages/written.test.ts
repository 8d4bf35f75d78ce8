import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { writtenIn } from './written.ts';

const sources = fileURLToPath(new URL('../../src', import.meta.url));

function sourcesOf(folder: string): readonly (readonly [path: string, text: string])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|js)$/.test(name))
    .map((name) => [name.replaceAll('\\', '/'), readFileSync(join(folder, name), 'utf8')]);
}

describe('visible text', () => {
  it.each(['pages', 'renderer/screens'])('comes from the words of its language: %s', (folder) => {
    const written = sourcesOf(join(sources, folder)).flatMap(([path, text]) =>
      writtenIn(path, text).map((message) => `${path}: ${message}`),
    );
    expect(written.filter((one) => !one.endsWith(': Vitrine'))).toEqual([]);
  });

  it('is detected where it is hard-coded', () => {
    expect(
      writtenIn('a.js', "make('p', {}, cold ? 'Cold' : say('a'), make('b', { alt: 'A cat' }, ['Warm']))"),
    ).toEqual(['Cold', 'Warm', 'A cat']);
  });
});
