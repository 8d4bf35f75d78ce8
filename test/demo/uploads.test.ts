import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readForm } from '../../src/demo/form.ts';
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
    (typeof body === 'string' ? Readable.from([body]) : body)
      .on('error', (error) => sent.destroy(error))
      .pipe(sent);
  });
}

test('an uploaded file keeps its name, folder and bytes, and can be downloaded', async () => {
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

test('a web page is created with JSON', async () => {
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
    'The file may have at most 1000000 bytes.',
  ]);
  expect(sent).toBeLessThan(100_000_000);
  endless.destroy();
  expect((await caller.get('mediafile')).body).toHaveLength(1);
});

const bound = 'multipart/form-data; boundary=b';
const field = (name: string, content: string): string =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${content}`;

test.each([
  ['multipart/form-data', 'x', 400, 'The form cannot be read'],
  ['multipart/mixed; boundary=b', 'x', 400, 'The form cannot be read'],
  [bound, 'no part at all', 400, 'The form cannot be read'],
  [bound, field('file"; filename="x', 'half'), 400, 'The form cannot be read'],
  [bound, `--b\r\n${'x'.repeat(70_000)}`, 400, 'The form cannot be read'],
  [bound, '--b\r\n\r\nx\r\n--b--', 422, 'The given data was invalid.'],
  [bound, '--b--', 422, 'The given data was invalid.'],
  [bound, `${field('n', 'x'.repeat(70_000))}\r\n--b--`, 413, 'The field n may have at most 65536 bytes.'],
  [
    bound,
    `${field('thumbnail"; filename="x', 'x'.repeat(600_000))}\r\n--b--`,
    413,
    'The thumbnail may have at most',
  ],
  ['text/plain', 'x', 415, 'Send the body as application/json.'],
])('%s: case %# is refused', async (type, body, status, message) => {
  await using caller = await callDemoCms({ seed: 'empty' });
  const answer = await raw(caller, body, type);
  expect([answer.status, JSON.parse(answer.body).message]).toEqual([
    status,
    expect.stringContaining(message),
  ]);
  expect((await caller.get('mediafile')).body).toEqual([]);
});

test('a JSON body without a length is limited too', async () => {
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

const wholeForm = Buffer.from(
  `preamble\r\n${field('a', 'one\r\n-b\r\n-- almost\r\n--')}\r\n${field('file"; filename="f.txt', '')}\r\n--b--\r\nepilogue`,
);
const formRequest = (pieces: readonly Buffer[]) =>
  Object.assign(Readable.from(pieces), { headers: { 'content-type': bound } });

test('a form is read correctly however its body is split', async () => {
  for (let size = 1; size <= wholeForm.length; size++) {
    const pieces: Buffer[] = [];
    for (let at = 0; at < wholeForm.length; at += size) pieces.push(wholeForm.subarray(at, at + size));
    const files: unknown[] = [];
    const fields = await readForm(formRequest(pieces), async ({ field, fileName, type, bytes }) => {
      files.push([field, fileName, type, await text(bytes)]);
    });
    expect([...fields]).toEqual([['a', 'one\r\n-b\r\n-- almost\r\n--']]);
    expect(files).toEqual([['file', 'f.txt', 'text/plain', '']]);
  }
});

test('a form that ends early anywhere is refused', async () => {
  const end = wholeForm.indexOf('--b--') + '--b--'.length;
  for (let length = 0; length < end; length++) {
    const taken = readForm(formRequest([wholeForm.subarray(0, length)]), async ({ bytes }) => {
      await setImmediate();
      await text(bytes);
    });
    await expect(taken).rejects.toMatchObject({ status: 400 });
  }
});

test('an interrupted upload leaves nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-demo-upload-'));
  try {
    await using caller = await callDemoCms({ seed: 'empty', stateFile: join(folder, 'cms.json') });
    const media = () => readdir(join(folder, 'cms-media'));
    const body = new PassThrough();
    body.write(field('file"; filename="x', 'half'));
    const answer = raw(caller, body, bound);
    await expect.poll(media).toHaveLength(1);
    body.destroy(new Error('pulled'));
    await expect(answer).rejects.toThrow();
    await expect.poll(media).toEqual([]);
    expect((await caller.get('mediafile')).body).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
