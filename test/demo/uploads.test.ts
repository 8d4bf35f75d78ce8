import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { partsOf } from '../../src/demo/multipart.ts';
import { type Caller, callDemoCms } from './caller.ts';

function form(values: Record<string, string>, file?: Uint8Array, name = 'photo.JPG'): FormData {
  const made = new FormData();
  for (const [key, value] of Object.entries(values)) made.set(key, value);
  if (file) made.set('file', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), name);
  return made;
}

/** A body as it stands, for what no proper client sends. */
function raw(
  { cms }: Caller,
  body: string | Readable,
  type: string,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${cms.baseUrl}mediafile`,
      { method: 'POST', headers: { authorization: `Bearer ${cms.token}`, 'content-type': type } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
      },
    );
    sent.on('error', reject);
    (typeof body === 'string' ? Readable.from([body]) : body).on('error', () => undefined).pipe(sent);
  });
}

test('a file goes in with its name, folder and bytes, and can be downloaded', async () => {
  await using caller = await callDemoCms();
  const { call, get } = caller;
  const folder = (await get('mediafile')).body.find(
    (row: { attachable_type: null }) => row.attachable_type === null,
  );
  const bytes = new Uint8Array(3_000_000).map((_, index) => (index * 7) % 256);
  const made = await call(
    'POST',
    'mediafile',
    form({ name: 'Shop window', media_file_id_as_parent_directory: String(folder.id) }, bytes),
  );
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    name: 'Shop window',
    status: 3,
    attachable_type: 'PhysicalFile',
    media_file_id_as_parent_directory: folder.id,
    attachable: {
      original_name: 'photo.JPG',
      extension: 'jpg',
      mime_type: 'image/jpeg',
      file_size: 3_000_000,
      file_hash: createHash('md5').update(bytes).digest('hex'),
    },
  });
  const answer = await fetch(`${caller.cms.baseUrl}mediafile/${made.body.id}/download`, {
    headers: { authorization: `Bearer ${caller.cms.token}` },
  });
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
});

test.each([
  ['../../etc/passwd', 'passwd', ''],
  ['C:\\fakepath\\menu.png', 'menu.png', 'png'],
  ['a"quote.png', 'a"quote.png', 'png'],
  ['Überraschung 🎉.webm', 'Überraschung 🎉.webm', 'webm'],
  ['CON', 'CON', ''],
  [`${'n'.repeat(4000)}.png`, 'n'.repeat(255), ''],
  ['.htaccess', '.htaccess', 'htaccess'],
])('the name %.30s is only a name', async (given, kept, extension) => {
  await using caller = await callDemoCms({ seed: 'empty' });
  const made = await caller.call('POST', 'mediafile', form({}, new Uint8Array([1, 2]), given));
  expect(made.status).toBe(201);
  expect(made.body.attachable).toMatchObject({ original_name: kept, extension });
  expect((await caller.get(`mediafile/${made.body.id}/download`)).status).toBe(200);
});

test('a web page goes in as JSON', async () => {
  await using caller = await callDemoCms({ seed: 'empty' });
  const made = await caller.call('POST', 'mediafile', {
    name: 'News',
    url: 'https://example.org/news',
    media_file_id_as_parent_directory: null,
  });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    name: 'News',
    attachable_type: 'Website',
    attachable: { url: 'https://example.org/news', header: '{}' },
  });
  expect((await caller.get(`mediafile/${made.body.id}`)).body).toEqual(made.body);
  expect((await caller.get(`mediafile/${made.body.id}/download`)).status).toBe(404);
});

test('a file that is too large is refused before all of it is read', async () => {
  await using caller = await callDemoCms({ seed: 'empty', largestUpload: 1_000_000 });
  const fits = await caller.call('POST', 'mediafile', form({}, new Uint8Array(1_000_000)));
  expect(fits.status).toBe(201);
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n';
  let sent = 0;
  const endless = Readable.from(
    (async function* () {
      yield part;
      for (; sent < 2 ** 30; sent += 65_536) yield Buffer.alloc(65_536);
    })(),
  );
  const answer = await raw(caller, endless, 'multipart/form-data; boundary=b');
  expect([answer.status, JSON.parse(answer.body).message]).toEqual([
    413,
    'A file may have at most 1000000 bytes.',
  ]);
  expect(sent).toBeLessThan(100_000_000);
  endless.destroy();
  expect((await caller.get('mediafile')).body).toHaveLength(1);
});

test.each([
  ['multipart/form-data', 'x', 400, 'The multipart body has no boundary.'],
  ['multipart/form-data; boundary=b', 'no part at all', 400, 'The body ends in the middle of a part.'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nhalf',
    400,
    'The body ends in the middle of a part.',
  ],
  ['multipart/form-data; boundary=b', '--b\r\n\r\nx\r\n--b--', 400, 'A part has no name.'],
  [
    'multipart/form-data; boundary=b',
    `--b\r\n${'x'.repeat(70_000)}`,
    400,
    'The header of a part is too long.',
  ],
  ['multipart/form-data; boundary=b', '--b--', 422, 'The given data was invalid.'],
  [
    'multipart/form-data; boundary=b',
    `--b\r\ncontent-disposition: form-data; name="n"\r\n\r\n${'x'.repeat(70_000)}\r\n--b--`,
    413,
    'The part n is too long.',
  ],
  ['text/plain', 'x', 415, 'Send the body as application/json.'],
])('%s: case %# is refused', async (type, body, status, message) => {
  await using caller = await callDemoCms({ seed: 'empty' });
  const answer = await raw(caller, body, type);
  expect([answer.status, JSON.parse(answer.body).message]).toEqual([status, message]);
  expect((await caller.get('mediafile')).body).toEqual([]);
});

test('a JSON body that does not tell its length is capped too', async () => {
  await using caller = await callDemoCms({ seed: 'empty' });
  let sent = 0;
  const endless = Readable.from(
    (async function* () {
      yield '{"name": "';
      for (; sent < 2 ** 28; sent += 65_536) yield 'x'.repeat(65_536);
    })(),
  );
  const answer = await raw(caller, endless, 'application/json');
  expect([answer.status, JSON.parse(answer.body).message]).toEqual([
    413,
    'The body is longer than 1048576 bytes.',
  ]);
  expect(sent).toBeLessThan(2 ** 26);
  endless.destroy();
});

test('an unknown folder is refused', async () => {
  await using caller = await callDemoCms({ seed: 'empty' });
  const made = await caller.call(
    'POST',
    'mediafile',
    form({ media_file_id_as_parent_directory: '99' }, new Uint8Array(1)),
  );
  expect(made.status).toBe(422);
});

test('parts come out whole however the body is cut', async () => {
  const content = 'one\r\n--bound\r\n-- almost\r\n--boundar';
  const body = Buffer.from(
    `preamble\r\n--boundary\r\ncontent-disposition: form-data; name="a"\r\n\r\n${content}\r\n--boundary\r\nContent-Disposition: form-data; name="b"; filename="f.txt"\r\nContent-Type: text/plain\r\n\r\n\r\n--boundary--\r\nepilogue`,
  );
  for (let size = 1; size <= body.length; size++) {
    const pieces: Buffer[] = [];
    for (let at = 0; at < body.length; at += size) pieces.push(body.subarray(at, at + size));
    const parts: unknown[] = [];
    for await (const part of partsOf(Readable.from(pieces), 'boundary')) {
      const chunks: Buffer[] = [];
      for await (const chunk of part.chunks) chunks.push(chunk);
      parts.push([part.name, part.fileName, part.type, Buffer.concat(chunks).toString()]);
    }
    expect(parts).toEqual([
      ['a', null, null, content],
      ['b', 'f.txt', 'text/plain', ''],
    ]);
  }
});
