import { expect, test } from 'vitest';
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
