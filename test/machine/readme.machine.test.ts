import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { picture } from '../e2e/support/pictures.ts';
import { until } from '../support/until.ts';
import { playing } from './demo.ts';
import { Machine } from './machine.ts';
import { OutsideCms } from './outside-cms.ts';

const { current, newer } = inject('packages');
const page = readFileSync(join(import.meta.dirname, '../../docs/guide/install.md'), 'utf8');
const [, chapter = ''] = /^## Kiosk: a machine that does nothing else$(.*?)^## /ms.exec(page) ?? [];
let machine: Machine;
let cms: OutsideCms;

beforeAll(async () => {
  machine = new Machine('installed', current);
  cms = await OutsideCms.start();
  cms.addPicture('red', picture('red'), 2);
  await machine.boot();
  await cms.connect(machine);
});
afterAll(async () => {
  await machine.throwAway();
  await cms.stop();
});

/** Runs a command of the page with its placeholders filled in; throws if the page lacks it. */
async function asWritten(command: string, filled: Readonly<Record<string, string>> = {}): Promise<string> {
  expect(chapter).toContain(`\`${command}\``);
  const typed = Object.entries(filled).reduce((text, [word, value]) => text.replace(word, value), command);
  return machine.run('sh', '-c', `cd /root && ${typed}`);
}

it('reaches a show from the setup screen by the guide', async () => {
  await until('it stands by', async () => (await machine.health())?.screens[0]?.seen === 'standing-by');
  machine.write('root/token', `${cms.demo.token}\n`);
  await asWritten('install -m 0640 -g vitrine token /etc/vitrine/token');
  const settings = { url: cms.demo.baseUrl, tokenFile: '/etc/vitrine/token' };
  machine.write('etc/vitrine/config.json', JSON.stringify({ cms: settings, device: cms.demo.deviceId }));
  await asWritten('systemctl restart vitrine');
  await playing(machine);
  expect(await asWritten('vitrine doctor')).toContain('in use by the running player');
  expect(await asWritten('vitrine status')).toContain('All is well.');
  expect(await machine.run('systemctl', 'is-active', 'vitrine', 'vitrine-display')).toBe('active\nactive\n');
  expect(await asWritten('systemctl status vitrine-display')).toContain('active (running)');
});

it('lets only members of the group control a running player', async () => {
  await machine.run('useradd', '--create-home', 'anna');
  const as = (...command: readonly string[]) => machine.try('runuser', '-u', 'anna', '--', ...command);
  expect((await as('vitrine', 'status')).code).toBe(1);
  await asWritten('adduser NAME vitrine', { NAME: 'anna' });
  for (const words of [
    ['status'],
    ['health'],
    ['sync', '--once'],
    ['overlay', 'on'],
    ['overlay', 'off'],
    ['display'],
    ['display', 'off'],
    ['display', 'auto'],
  ]) {
    expect(chapter).toContain(words[0]);
    const { code, stderr } = await as('vitrine', ...words);
    expect({ code, stderr }, words.join(' ')).toMatchObject({ code: 0 });
  }
  expect((await machine.try('timeout', '10', 'vitrine', 'logs', '-f')).stdout).toContain(
    'playing on Chromium',
  );
});

it('follows the time zone of the machine, and shows its page through a tunnel', async () => {
  await asWritten('timedatectl set-timezone Europe/Berlin');
  await machine.run('systemctl', 'restart', 'vitrine');
  await playing(machine, Date.now());
  expect((await machine.health())?.clock?.zone).toBe('Europe/Berlin');
  expect(chapter).toContain('ssh -L 8780:127.0.0.1:8780 KIOSK');
  const page = `fetch('http://127.0.0.1:8780/').then((answer) => process.stdout.write(String(answer.status)))`;
  expect(await machine.run('sh', '-c', `/usr/lib/vitrine/*/node -e "${page}"`)).toBe('200');
});

it('installs a newer package over the old one, and an older one on request', async () => {
  const edition = (await playing(machine)).edition?.id;
  expect(chapter).toContain('apt install --allow-downgrades');
  for (const deb of [newer, current]) {
    cpSync(deb, join(machine.root, 'root/vitrine-kiosk.deb'));
    await machine.run('apt', 'install', '-y', '--allow-downgrades', '/root/vitrine-kiosk.deb');
    expect((await playing(machine, Date.now())).edition?.id).toBe(edition);
  }
});
