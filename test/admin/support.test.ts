import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { supportBundle } from '../../src/main/admin/support.ts';
import { supportDoor } from '../../src/main/admin/support-door.ts';
import { withoutSecrets } from '../../src/main/admin/without-secrets.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { secretsOf } from '../../src/main/config/secrets.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { scenes } from '../support/page-scenes.ts';
import { until } from '../support/until.ts';

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const secrets = [
  'tok-SECRET-123456',
  'client-SECRET-9',
  'refresh-SECRET-abcdefgh',
  'page-SECRET-key',
  'query-SECRET-7',
  jwt,
  'userinfo-SECRET',
  'hook-SECRET-1',
  'auth-SECRET-22',
  'header-SECRET-3',
  'proxy-SECRET-44',
  'broker-SECRET-5',
  'feed-SECRET-66666',
];

it('the support bundle has every promised part, and no secret in any of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-support-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'logs'));
  const line = (message: string, fields = {}) =>
    JSON.stringify({ at: '2026-11-22T12:00:00.000Z', level: 'info', from: 'sync', message, fields });
  writeFileSync(
    join(folder, 'logs', 'vitrine.log'),
    [
      line('asked with Authorization: Bearer tok-SECRET-123456'),
      line('asked', { url: 'https://me:page-SECRET-key@cms.example/a?access_token=query-SECRET-7&x=1' }),
      line(`a token came by: ${jwt}`, { headers: { 'X-Api-Key': 'page-SECRET-key' } }),
      line('refresh-SECRET-abcdefgh was refused'),
      line('asked https://userinfo-SECRET@cms.example/list'),
      line('the proxy refused X-Proxy-Auth: header-SECRET-3'),
      line('the broker said that broker-SECRET-5 is no password, feed-SECRET-66666 no feed'),
    ].join('\n'),
  );
  writeFileSync(join(folder, 'login.json'), JSON.stringify({ refreshToken: 'refresh-SECRET-abcdefgh' }));
  writeFileSync(join(folder, 'broker.json'), JSON.stringify({ user: 'me', password: 'broker-SECRET-5' }));
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
      cms: {
        ...config.cms,
        oauth: { clientId: 'c', clientSecret: 'client-SECRET-9' },
        profile: { auth: { header: 'auth-SECRET-22' } },
      },
      hook: ['/usr/bin/switch', '--login', 'hook-SECRET-1'],
      proxy: 'http://me:proxy-SECRET-44@proxy.example:8080',
      fleet: { credentialsFile: join(folder, 'broker.json') },
      ticker: { feed: 'https://news.example/?customer=feed-SECRET-66666' },
    }),
    secrets: () => secretsOf(player.configuration()),
  };
  const { bytes, contents } = await supportBundle({
    player,
    dataDir: folder,
    now: Date.parse('2026-11-22T12:45:00Z'),
    doctor: () => player.doctor(),
  });
  writeFileSync(join(folder, 'bundle.zip'), bytes);
  // Another program unpacks it, so it is a valid zip.
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
  for (const open of ['cms.example', '/usr/bin/switch', 'proxy.example:8080', 'news.example'])
    expect(text).toContain(open);
  for (const name of contents)
    expect(readFileSync(join(folder, 'out', 'READ-ME.txt'), 'utf8')).toContain(name);
});

it('a text that only resembles a secret stays', () => {
  const harmless = {
    tokenFile: '/etc/vitrine/token',
    message: 'Bearer',
    hasToken: true,
    name: 'Basic offer',
    token: null,
  };
  expect(withoutSecrets(harmless, [])).toEqual(harmless);
});

it('the support bundle comes without what waits for a disk that hangs, and with it later', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-support-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const clock = new ManualClock();
  let hangs = true;
  const read = async <Part>(part: Part): Promise<Part> =>
    hangs ? await new Promise<never>(() => undefined) : part;
  const player = {
    ...scenes.busy,
    configuration: () => ({}),
    secrets: () => [],
    doctor: () => read([]),
    files: () => read({} as never),
  };
  const door = supportDoor(player, folder, clock);
  const doctorOf = ({ bytes }: { readonly bytes: Uint8Array }) => {
    writeFileSync(join(folder, 'bundle.zip'), bytes);
    execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, 'bundle.zip'), join(folder, 'out')]);
    return readFileSync(join(folder, 'out', 'doctor.json'), 'utf8');
  };
  const first = door();
  await until('it waits', () => clock.waits.length > 1);
  await clock.advance(60_000);
  expect(doctorOf(await first)).toContain('took longer than');
  hangs = false;
  await clock.advance(10_000);
  expect(doctorOf(await door())).toBe('[]');
});
