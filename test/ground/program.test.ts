import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram } from '../../src/main/ground/program.ts';

const run = (...argv: string[]) => runProgram(argv, { timeoutMs: 60_000 });

test('a program runs with its arguments, without a shell, and its output is returned', async () => {
  expect(await run('printf', '%s|', '$HOME', '; echo no', 'a b')).toEqual({
    code: 0,
    output: '$HOME|; echo no|a b|',
    mistake: null,
  });
});

test('a program gets only PATH of our environment', async () => {
  process.env.VITRINE_CMS_TOKEN = 'hidden';
  const { output } = await runProgram(['env'], { timeoutMs: 60_000, env: { WHY: 'test' } });
  delete process.env.VITRINE_CMS_TOKEN;
  expect(
    output
      .split('\n')
      .map((line) => line.split('=')[0])
      .sort(),
  ).toEqual(['PATH', 'WHY']);
});

test('a failure, a missing program and a timeout are distinguished', async () => {
  expect(await run('false')).toMatchObject({
    code: 1,
    mistake: { code: 'program.ended', values: { program: 'false', code: '1' } },
  });
  expect(await run('/no/such/program')).toMatchObject({
    code: null,
    mistake: { code: 'program.missing' },
  });
  const began = performance.now();
  const late = await runProgram(['sh', '-c', 'sleep 30 & wait'], { timeoutMs: 100 });
  expect(late).toMatchObject({
    code: null,
    mistake: { code: 'program.late', values: { program: 'sh', limit: 100 } },
  });
  // Without the timeout it would sleep for half a minute.
  expect(performance.now() - began).toBeLessThan(20_000);
});

test('endless output is truncated', async () => {
  const { output } = await runProgram(['sh', '-c', 'head -c 100000 /dev/zero | tr "\\0" x'], {
    timeoutMs: 60_000,
  });
  expect(output.length).toBeLessThanOrEqual(2_000);
});

// Only root makes a program that others may start and not kill.
test.runIf(process.getuid?.() === 0)(
  'a program that cannot be killed, as one by sudo, is not started again while it runs',
  async () => {
    // Folders in memory are often mounted with nosuid.
    const folder = mkdtempSync('/var/tmp/vitrine-program-');
    onTestFinished(() => rmSync(folder, { recursive: true }));
    chmodSync(folder, 0o755);
    const [asRoot, hook, started] = ['setpriv', 'hook', 'started'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    copyFileSync('/usr/bin/setpriv', asRoot);
    chmodSync(asRoot, 0o4755);
    writeFileSync(started, '');
    writeFileSync(hook, `#!/bin/sh\necho $$ >> '${started}'\nexec sleep 600\n`);
    chmodSync(hook, 0o755);
    const pids = (): readonly number[] =>
      readFileSync(started, 'utf8').split('\n').filter(Boolean).map(Number);
    onTestFinished(() => {
      for (const pid of pids()) process.kill(pid, 'SIGKILL');
    });
    const script = fileURLToPath(new URL('support/runs-late.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [script, asRoot, '--reuid=0', '--', hook, 'display-on'],
      { uid: 65_534, gid: 65_534, cwd: '/' },
    );
    expect(stdout).toBe('program.late program.late program.late');
    expect(pids()).toHaveLength(1);
  },
  60_000,
);
