import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { reportRow } from '../support/report-row.ts';

const script = fileURLToPath(new URL('../display/children/no-descriptors.ts', import.meta.url));

test('row 82 · without descriptors the display command cannot start: the display follows its plan within a minute of their return', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-82-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const hook = join(folder, 'hook');
  writeFileSync(hook, `#!/bin/sh\necho "$1" >> '${join(folder, 'told')}'\n`);
  chmodSync(hook, 0o755);
  const child = spawn(
    'bash',
    ['-c', 'ulimit -n 64 && exec "$0" "$@"', process.execPath, script, hook, join(folder, 'told')],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  const [seen] = await once(child, 'message');
  expect(seen).toMatchObject({
    before: ['display-on'],
    slept: 'display-off',
    woke: 'display-on',
    after: null,
  });
  expect(seen.meanwhile).toEqual([
    { state: 'unknown', why: expect.objectContaining({ code: 'display-switch.hook' }) },
  ]);
  expect(seen.failing).toMatchObject({ code: 'display-switch.hook' });
  expect(JSON.stringify(seen.meanwhile)).toContain('EMFILE');
  reportRow(82, {});
});
