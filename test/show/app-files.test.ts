import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppHandler } from '../../src/main/show/handler.ts';

let folder: string;
let fetchFile: (path: string, method?: string) => Promise<Response>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-app-'));
  await mkdir(join(folder, 'renderer', 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(folder, 'renderer', 'index.html'), '<p>app');
  await writeFile(join(folder, 'renderer', 'assets', 'stage.js'), 'play()');
  const handler = createAppHandler({ renderer: join(folder, 'renderer'), dataDir: folder });
  fetchFile = (path, method = 'GET') => handler(new Request(`vitrine://app${path}`, { method }));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('a file is served with its type', async () => {
  const page = await fetchFile('/index.html');
  expect([page.status, await page.text()]).toEqual([200, '<p>app']);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const script = await fetchFile('/assets/stage.js');
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test('the root address serves the app', async () => {
  expect(await (await fetchFile('/')).text()).toBe('<p>app');
});

test('the policy allows only own scripts and denies the camera to frames', async () => {
  const { headers } = await fetchFile('/index.html');
  const page = await readFile(new URL('../../src/renderer/index.html', import.meta.url), 'utf8');
  const ofPage = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1]?.split('; ') ?? [];
  const ofHeader = (of: Headers) => of.get('content-security-policy')?.split('; ') ?? [];
  expect(ofPage.length).toBeGreaterThan(8);
  expect(ofHeader(headers)).toEqual(expect.arrayContaining(ofPage));
  // A worker has only the policy of its response.
  expect(ofHeader((await fetchFile('/assets/stage.js')).headers)).toEqual(ofHeader(headers));
  expect(ofHeader(headers)).toEqual(
    expect.arrayContaining(["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"]),
  );
  expect(headers.get('permissions-policy')).toContain('camera=()');
});

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets',
  '/assets/',
  '//index.html',
  '/x',
])('%s leads nowhere', async (path) => {
  expect((await fetchFile(path)).status).toBe(404);
});

test('methods other than GET and HEAD are refused', async () => {
  expect((await fetchFile('/index.html', 'POST')).status).toBe(405);
  expect(await (await fetchFile('/index.html', 'HEAD')).text()).toBe('');
});

test('a file that was read once is served without the disk', async () => {
  await fetchFile('/index.html');
  await rm(join(folder, 'renderer'), { recursive: true });
  expect(await (await fetchFile('/index.html')).text()).toBe('<p>app');
});

test('a file that could not be read is read again at the next request', async () => {
  const late = join(folder, 'late');
  const handler = createAppHandler({ renderer: late, dataDir: folder });
  const status = async (): Promise<number> => (await handler(new Request('vitrine://app/index.html'))).status;
  await expect(status()).rejects.toThrow('ENOENT');
  await mkdir(late);
  await writeFile(join(late, 'index.html'), '<p>app');
  expect(await status()).toBe(200);
});
