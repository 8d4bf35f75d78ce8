import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { command } from '../../src/main/cli/logs.ts';
import { serviceStates, serviceText } from '../../src/main/cli/service.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { invoke } from '../support/invoke.ts';
import { until } from '../support/until.ts';

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'vitrine-logs-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

const line = (message: string, level = 'info'): string =>
  `${JSON.stringify({ at: '2026-11-22T08:00:00.000Z', level, from: 'show', message, fields: {} })}\n`;

async function player(env: NodeJS.ProcessEnv = { PATH: '/nowhere' }) {
  const dataDir = await folder();
  await mkdir(join(dataDir, 'logs'));
  const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: dataDir } });
  return { log: join(dataDir, 'logs/vitrine.log'), given: { config, configSources: { noFile: true, env } } };
}

test('the log is printed as text across rotated files, without details', async () => {
  const { log, given } = await player();
  await writeFile(`${log}.1`, line('one') + line('two'));
  await writeFile(log, `${line('every byte', 'debug')}{"at": cut off\n${line('three', 'warn')}`);
  const { out } = await invoke(command, { ...given, values: { lines: '2' } });
  expect(out).toBe('2026-11-22T08:00:00.000Z info  show: two\n2026-11-22T08:00:00.000Z warn  show: three\n');
});

test('new lines follow, complete and also from the next file', async () => {
  const { log, given } = await player();
  await writeFile(log, line('one'));
  const ending = new AbortController();
  let output = '';
  const out = async (text: string): Promise<void> => {
    output += text;
  };
  const running = invoke(command, {
    ...given,
    out,
    values: { follow: true, lines: '1' },
    signal: ending.signal,
  });
  await until('one is printed', () => output.includes('one'));
  const second = line('two');
  await appendFile(log, second.slice(0, 20));
  await appendFile(log, second.slice(20));
  await until('two is printed', () => output.includes('two'));
  await writeFile(log, line('3'));
  await until('three is printed', () => output.includes('show: 3'));
  ending.abort();
  expect((await running).code).toBe(0);
  expect(output.match(/\n/g)).toHaveLength(3);
});

test('without a log its expected place is printed', async () => {
  const { given } = await player();
  await expect(invoke(command, given)).rejects.toMatchObject({ code: 'no-log' });
  await expect(invoke(command, { ...given, values: { lines: 'many' } })).rejects.toMatchObject({
    code: 'wrong-usage',
  });
});

test('the services are printed as the service manager reports them', async () => {
  const programs = await folder();
  const answer = [
    'Id=vitrine.service\nLoadState=loaded\nActiveState=active\nNRestarts=2\nStatusText=All is well.',
    'Id=vitrine-display.service\nLoadState=not-found\nActiveState=inactive\nNRestarts=0\nStatusText=',
  ].join('\n\n');
  await writeFile(join(programs, 'systemctl'), `#!/bin/sh\ncat <<'E'\n${answer}\nE\n`);
  await chmod(join(programs, 'systemctl'), 0o755);
  const states = await serviceStates({ PATH: `${programs}:/usr/bin:/bin` });
  expect(states).toEqual([{ unit: 'vitrine.service', state: 'active', restarts: 2, says: 'All is well.' }]);
  expect(serviceText(states)).toBe('service     active, started again 2 times: All is well.\n');
  expect(await serviceStates({ PATH: '/nowhere' })).toEqual([]);
});
