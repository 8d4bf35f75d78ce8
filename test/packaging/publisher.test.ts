import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { publisherOf } from '../../packaging/publisher.ts';

const real = {
  VITRINE_MAINTAINER: 'Åkes Skyltar AB <signs@acme.se>',
  VITRINE_HOMEPAGE: 'https://acme.se/signs',
};
const release = { ...real, VITRINE_RELEASE_BUILD: '1' };

describe('the publisher of a build', () => {
  it('comes from the environment', () => {
    const expected = { maintainer: real.VITRINE_MAINTAINER, homepage: real.VITRINE_HOMEPAGE };
    expect(publisherOf(release)).toEqual(expected);
    expect(publisherOf(real)).toEqual(expected);
  });

  it('is clearly local where nothing is set', () => {
    expect(publisherOf({})).toEqual({
      maintainer: 'Local build <local@localhost>',
      homepage: 'http://localhost/',
    });
    expect(publisherOf({ VITRINE_MAINTAINER: ' ', VITRINE_RELEASE_BUILD: '' })).toEqual(publisherOf({}));
  });

  it.each(['VITRINE_MAINTAINER', 'VITRINE_HOMEPAGE'])('is refused in a release build without %s', (name) => {
    expect(() => publisherOf({ ...release, [name]: '' })).toThrow(`A release build needs ${name}, as in`);
  });

  it.each([
    ['VITRINE_MAINTAINER', 'signs@acme.se'],
    ['VITRINE_MAINTAINER', 'Acme <signs@acme.se>\nDepends: x'],
    ['VITRINE_MAINTAINER', 'Acme <signs>'],
    ['VITRINE_HOMEPAGE', 'acme.se'],
    ['VITRINE_HOMEPAGE', 'javascript:alert(1)'],
    ['VITRINE_HOMEPAGE', 'https://acme.se/\nDepends: x'],
  ])('is refused in any build with %s %j', (name, value) => {
    expect(() => publisherOf({ ...real, [name]: value })).toThrow(
      `${name} is ${JSON.stringify(value)}: give a real`,
    );
  });

  it.each([
    ['VITRINE_MAINTAINER', 'Acme <signs@example.com>'],
    ['VITRINE_MAINTAINER', 'Local build <local@localhost>'],
    ['VITRINE_HOMEPAGE', 'https://example.invalid/vitrine'],
    ['VITRINE_HOMEPAGE', 'http://localhost/'],
  ])('is refused in a release build with %s %j, which belongs to nobody', (name, value) => {
    expect(() => publisherOf({ ...release, [name]: value })).toThrow('give a real');
    expect(publisherOf({ ...real, [name]: value })).toMatchObject({});
  });
});

test('a release build of the kiosk package without a publisher ends before it builds anything', () => {
  const script = join(import.meta.dirname, '../../packaging/kiosk/build.ts');
  const build = (): string =>
    execFileSync(process.execPath, [script, '--out', '/nonexistent/vitrine'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, VITRINE_RELEASE_BUILD: '1' },
    });
  expect(build).toThrow('A release build needs VITRINE_MAINTAINER');
});
