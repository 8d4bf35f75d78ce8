import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hurriedClock, hurries, limitsOfServers } from '../support/hurried.ts';
import { folder, loggedIn, login, oauthClient } from './login-support.ts';
import { client, demo, failure, json, rawServer } from './support.ts';

async function file(bytes: number): Promise<string> {
  const path = join(await folder(), 'picture.png');
  await writeFile(path, Buffer.alloc(bytes, 'p'));
  return path;
}

test('the body is multipart with the documented fields and the announced length', async () => {
  let seen = { type: '', body: Buffer.alloc(0), length: '' };
  const server = await rawServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    seen = {
      type: request.headers['content-type'] ?? '',
      body,
      length: request.headers['content-length'] ?? '',
    };
    json(response, { data: [{ id: 7, name: 'picture' }] }, 201);
  });
  const path = await file(100_000);
  const record = await client(server.baseUrl).cms.uploadFile({ path, folderId: '12\r\nevil' });
  expect(record).toMatchObject({ id: '7' });
  expect(Number(seen.length)).toBe(seen.body.length);
  const form = await new Response(new Uint8Array(seen.body), {
    headers: { 'content-type': seen.type },
  }).formData();
  expect(form.get('media_file_id_as_parent_directory')).toBe('12evil');
  const sent = form.get('file') as File;
  expect([sent.name, sent.type, sent.size]).toEqual(['picture.png', 'image/png', 100_000]);
});

test('a token that expires during the upload is renewed once, and the whole file is sent again', async () => {
  const server = await demo({
    tokens: { clients: [{ ...oauthClient, redirectUri: 'http://127.0.0.1:8787/callback' }] },
  });
  const { credentials, file: loginFile } = login(await folder(), server.origin);
  await loggedIn(server, loginFile);
  server.login.expireAccessTokens();
  const { cms } = client(server.baseUrl, { credentials });
  const record = await cms.uploadFile({ path: await file(200_000) });
  expect(record.download?.size).toBe(200_000);
  expect(server.login.refreshes).toBe(1);
});

test('an upload ends when the server stops reading or reads too slowly', async () => {
  const path = await file(30_000_000);
  const limits = { ...limitsOfServers, floorBytesPerSecond: 25_000 };
  for (const [isDeaf, clock] of [
    [true, hurriedClock()],
    [false, hurriedClock()],
  ] as const) {
    const server = await rawServer((request, response) => {
      request.pause();
      hurries(clock, response, () => isDeaf || request.read(64));
    });
    const error = await failure(client(server.baseUrl, { clock, limits }).cms.uploadFile({ path }));
    expect(error).toMatchObject({ code: 'cms-unreachable-timeout', kind: 'temporary' });
    expect(server.requests).toHaveLength(1);
  }
});

test('a refusal before the end of the body is read', async () => {
  const server = await rawServer((_, response) => {
    response
      .writeHead(413, { 'content-type': 'application/json', connection: 'close' })
      .end('{"message":"too large"}');
  });
  const error = await failure(client(server.baseUrl).cms.uploadFile({ path: await file(30_000_000) }));
  // Either the refusal or the broken pipe may arrive first.
  expect(error.code).toMatch(/^cms-(upload-too-large|unreachable-cut)$/);
});

test.skipIf(process.getuid?.() === 0)('a file without read permission is reported', async () => {
  const path = await file(10);
  await chmod(path, 0);
  const server = await rawServer((_, response) => json(response, {}));
  expect(await failure(client(server.baseUrl).cms.uploadFile({ path }))).toMatchObject({
    code: 'upload-unreadable',
  });
});
