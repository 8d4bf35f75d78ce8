import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CmsApi } from '../../src/main/cms/api.ts';
import { inEnglish, verbatim } from '../../src/shared/languages/message.ts';
import { client, failure, json, rawServer, token } from './support.ts';

let folder: string;
let picture: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-bad-answers-'));
  picture = join(folder, 'picture.png');
  await writeFile(picture, 'not much of a picture');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Row = readonly [
  name: string,
  /** The request that gets the bad answer. */
  method: string,
  make: (cms: CmsApi) => Promise<unknown>,
  /** The outcome of data of the wrong types; null: the answer is undocumented, so any data is accepted. */
  wrongTypes: string | null,
];

/** The nine rows of the interface, the one for media files with both of its bodies. */
const rows: readonly Row[] = [
  ['GET /playlist', 'GET', (cms) => cms.playlists(), 'cms-bad-answer'],
  ['POST /playlist', 'POST', (cms) => cms.createPlaylist({ name: 'new', comment: '' }), 'cms-bad-record'],
  ['GET /playlist/7', 'GET', (cms) => cms.playlist('7'), 'cms-bad-record'],
  ['PUT /playlist/7', 'PUT', (cms) => cms.updatePlaylist('7', { name: 'new' }), 'cms-not-changed'],
  ['DELETE /playlist/7', 'DELETE', (cms) => cms.deletePlaylist('7'), null],
  ['GET /mediafile', 'GET', (cms) => cms.mediaFiles(), 'cms-bad-answer'],
  ['POST /mediafile, a file', 'POST', (cms) => cms.uploadFile({ path: picture }), 'cms-bad-record'],
  [
    'POST /mediafile, a web page',
    'POST',
    (cms) => cms.addWebPage({ name: 'Page', url: 'https://example.com/' }),
    'cms-bad-record',
  ],
  ['GET /device', 'GET', (cms) => cms.devices(), 'cms-bad-answer'],
  ['GET /devicegroup', 'GET', (cms) => cms.deviceGroups(), 'cms-bad-answer'],
];

type Answer = (response: ServerResponse) => void;

const cap = 256 * 1024;
/** A body without a limit. */
const endless = 2 ** 30;
let sent = 0;

/** Endless bytes, as fast as they are read; the server stops only when the connection is closed. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, ' ');
  sent = 0;
  const more = (): void => {
    while (sent < endless && !response.destroyed) {
      sent += chunk.length;
      if (!response.write(chunk)) return;
    }
    response.end();
  };
  response.on('drain', more);
  response.writeHead(200, { 'content-type': 'application/json' });
  more();
}

/** The forms in which the server repeats our token in its answers. */
const echo = `Bearer ${token} is what you sent`;
const status = (code: number): Answer => {
  return (response) => json(response, { message: echo }, code);
};
const text = (type: string, body: string): Answer => {
  return (response) => response.writeHead(200, { 'content-type': type }).end(body);
};

const answers: readonly (readonly [name: string, answer: Answer, code: string])[] = [
  ['401', status(401), 'cms-unauthorised'],
  ['403', status(403), 'cms-forbidden'],
  ['404', status(404), 'cms-not-found'],
  ['409', status(409), 'cms-conflict'],
  ['422', status(422), 'cms-invalid'],
  ['429', status(429), 'cms-rate-limited'],
  ['500', status(500), 'cms-server-error'],
  ['503', status(503), 'cms-server-error'],
  ['HTML with 200', text('text/html', `<!doctype html><h1>Log in</h1>${echo}`), 'cms-not-json'],
  ['HTML called JSON', text('application/json', `\ufeff\n<html>${echo}</html>`), 'cms-not-json'],
  ['JSON cut off', text('application/json', `{"id":7,"name":"${echo}`), 'cms-not-json'],
  ['wrong types', text('application/json', JSON.stringify({ data: echo })), 'wrong types'],
  ['a body without end', pour, 'cms-too-large'],
];

const table = rows.flatMap(([call, method, make, wrongTypes]) =>
  answers.map(([name, answer, code]) => ({
    call,
    method,
    make,
    name,
    answer,
    code: name === 'wrong types' ? wrongTypes : code,
  })),
);

/** A CMS with one playlist, working except for the one bad answer. */
async function spoilt(method: string, answer: Answer) {
  const playlist = { id: 7, name: 'old', comment: 'kept', playlist_entries: [] };
  const state = { isSpoilt: true };
  const good = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await request.toArray()).toString();
    if (state.isSpoilt && request.method === method) return answer(response);
    if (request.method === 'DELETE') return void response.writeHead(204).end();
    if (request.method === 'PUT') Object.assign(playlist, JSON.parse(body));
    const isList = request.method === 'GET' && !request.url?.endsWith('/7');
    json(response, isList ? [] : playlist);
  };
  return { ...(await rawServer(good)), state };
}

describe('every call rejects every bad answer', () => {
  test.each(table)('$call: $name', async ({ method, make, answer, code }) => {
    const server = await spoilt(method, answer);
    const { cms, lines } = client(server.baseUrl, { limits: { bytes: cap } });
    if (code === null) {
      await make(cms);
    } else {
      const error = await failure(make(cms));
      expect(error.code).toBe(code);
      expect(error.message).toMatch(/^[A-Z].*\.( The CMS says: .+)?$/);
      const remedy = inEnglish(error.remedy ?? verbatim(''));
      // A command at the end has no full stop, which would be copied with it.
      expect(remedy).toMatch(/^[A-Z].*(\.|: vitrine [a-z ]+)$/);
      expect(inspect([error, lines], { depth: 9 })).not.toContain(token);
      expect(error.message + remedy).not.toContain(token);
    }
    // A small part of the whole: only what was in the buffers of both sides.
    if (code === 'cms-too-large') expect(sent).toBeLessThan(64 * 1024 * 1024);
    server.state.isSpoilt = false;
    await make(cms);
  });
});
