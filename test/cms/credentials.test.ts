import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blankSecrets } from '../../src/main/cms/blank.ts';
import { checkToken, noCredentials, personalToken, tokenFile } from '../../src/main/cms/credentials.ts';
import { message } from '../../src/shared/languages/message.ts';
import { folder } from './login-support.ts';
import { client, failure, json, rawServer } from './support.ts';

test.each([
  ['  token \n', 'token'],
  ['Bearer token', 'token'],
  ['bearer  token', 'token'],
  ['bearertoken', 'bearertoken'],
  ['x'.repeat(16 * 1024), 'x'.repeat(16 * 1024)],
])('a token is read as one word', (given, token) => {
  expect(checkToken(given, message('cms.token.own'))).toBe(token);
});

test.each([
  '',
  '  ',
  'Bearer ',
  'two words',
  'line\nbreak',
  'ümlaut',
  'a\u007fb',
  'x'.repeat(16 * 1024 + 1),
])('an invalid token is rejected without being quoted', (given) => {
  const error = (() => {
    try {
      return checkToken(given, message('cms.token.own'));
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toMatchObject({ code: 'token-invalid', kind: 'auth' });
  expect(String(error)).toMatch(/: The token (is empty|contains invalid characters)/);
  if (given.trim() !== '') expect(String(error)).not.toContain(given);
});

test('a personal or missing token cannot be renewed without a person', async () => {
  const personal = personalToken('token');
  expect([await personal.current(), await personal.refresh('token'), personal.secrets()]).toEqual([
    'token',
    false,
    ['token'],
  ]);
  const none = noCredentials();
  expect(await failure(none.current())).toMatchObject({
    code: 'token-missing',
    remedy: message('token-missing.remedy'),
  });
  expect([await none.refresh('token'), none.secrets()]).toEqual([false, []]);
});

test('secrets are blanked everywhere; a text too short to be one is not', () => {
  const blanked = (text: string, ...secrets: string[]): string => {
    const bytes = Buffer.from(text);
    blankSecrets(bytes, secrets);
    return bytes.toString();
  };
  expect(blanked('12345678 and 12345678', '12345678')).toBe('******** and ********');
  expect(blanked('1234567812345678', '12345678')).toBe('*'.repeat(16));
  expect(blanked('ä abcdefgh, ijklmnop', 'abcdefgh', 'ijklmnop')).toBe('ä ********, ********');
  expect(blanked('1234567', '1234567')).toBe('1234567');
  expect(blanked('nothing', '12345678')).toBe('nothing');
});

test('a token file that was replaced counts at once, although the CMS calls its old token forbidden', async () => {
  const path = join(await folder(), 'token');
  const server = await rawServer((request, response) =>
    request.headers.authorization === 'Bearer second' ? json(response, []) : json(response, {}, 403),
  );
  await writeFile(path, 'first');
  const credentials = tokenFile(path);
  const { cms } = client(server.baseUrl, { credentials });
  expect(await failure(cms.playlists())).toMatchObject({ code: 'cms-forbidden' });
  await rm(path);
  // The file is just being replaced.
  expect(await failure(cms.playlists())).toMatchObject({ code: 'cms-forbidden' });
  await writeFile(path, 'second');
  expect(await cms.playlists()).toMatchObject({ records: [] });
  expect(credentials.secrets()).toEqual(['second']);
});
