import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadSqlite } from '../../src/main/ground/sqlite.ts';

test('a Node that the native module would crash is refused before it is loaded', async () => {
  await expect(loadSqlite(9)).rejects.toMatchObject({ code: 'node-too-old', kind: 'usage' });
  expect(await loadSqlite(10)).toBeTypeOf('function');
});

test('nothing else loads the native module', () => {
  const src = fileURLToPath(new URL('../../src', import.meta.url));
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const loading = files.filter((name) =>
    /^import (?!type ).*'better-sqlite3'|import\('better-sqlite3'\)/m.test(
      readFileSync(join(src, name), 'utf8'),
    ),
  );
  expect(loading).toEqual([join('main', 'ground', 'sqlite.ts')]);
});
