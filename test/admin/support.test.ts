import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { supportBundle } from '../../src/main/admin/support.ts';
import { withoutSecrets } from '../../src/main/admin/without-secrets.ts';
import { secretsOf } from '../../src/main/config/secrets.ts';
import { loadConfig } from '../../src/main/config.ts';
import { scenes } from '../support/page-scenes.ts';

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const secrets = [
  'tok-SECRET-123456',
  'client-SECRET-9',
  'refresh-SECRET-abcdefgh',
  'page-SECRET-key',
  'query-SECRET-7',
  jwt,
];

it('the bundle for whoever helps has all that is promised, and no secret in any of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-support-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'logs'));
  const said = (message: string, fields = {}) =>
    JSON.stringify({ at: '2026-11-22T12:00:00.000Z', level: 'info', from: 'sync', message, fields });
  writeFileSync(
    join(folder, 'logs', 'vitrine.log'),
    [
      said('asked with Authorization: Bearer tok-SECRET-123456'),
      said('asked', { url: 'https://me:page-SECRET-key@cms.example/a?access_token=query-SECRET-7&x=1' }),
      said(`a token came by: ${jwt}`, { headers: { 'X-Api-Key': 'page-SECRET-key' } }),
      said('refresh-SECRET-abcdefgh was refused'),
    ].join('\n'),
  );
  writeFileSync(join(folder, 'login.json'), JSON.stringify({ refreshToken: 'refresh-SECRET-abcdefgh' }));
  const config = loadConfig({
    noFile: true,
    env: {
      VITRINE_DATA_DIR: folder,
      VITRINE_CMS_URL: 'https://cms.example/api/v1.0/',
      VITRINE_CMS_TOKEN: 'tok-SECRET-123456',
    },
  });
  const player = {
    ...scenes.busy,
    configuration: () => ({
      ...config,
      cms: { ...config.cms, oauth: { clientId: 'c', clientSecret: 'client-SECRET-9' } },
    }),
    secrets: () => secretsOf(config),
  };
  const { bytes, contents } = await supportBundle({
    ...{ player, dataDir: folder, now: Date.parse('2026-11-22T12:45:00Z') },
    doctor: () => player.doctor(),
  });
  writeFileSync(join(folder, 'bundle.zip'), bytes);
  // Unpacked by somebody else's program: it is the archive that it says it is.
  execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, 'bundle.zip'), join(folder, 'out')]);
  const names = readdirSync(join(folder, 'out')).sort();
  expect(names).toEqual(['READ-ME.txt', ...contents].sort());
  expect(names).toEqual(
    expect.arrayContaining([
      ...[
        'configuration.json',
        'doctor.json',
        'files.json',
        'health-history.json',
        'health.json',
        'log.jsonl',
      ],
      ...['screen-1.png', 'shown.json', 'status.json', 'today.json'],
    ]),
  );
  const text = names.map((name) => readFileSync(join(folder, 'out', name), 'latin1')).join('\n');
  for (const secret of secrets) expect(text, secret).not.toContain(secret);
  expect(text).toContain('cms.example');
  for (const name of contents)
    expect(readFileSync(join(folder, 'out', 'READ-ME.txt'), 'utf8')).toContain(name);
});

it('what only looks like a secret stays', () => {
  const told = {
    tokenFile: '/etc/vitrine/token',
    message: 'Bearer',
    hasToken: true,
    name: 'Basic offer',
    token: null,
  };
  expect(withoutSecrets(told, [])).toEqual(told);
});
