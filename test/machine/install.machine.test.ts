import { cpSync, existsSync, mkdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { until } from '../support/until.ts';
import { followDemo, isPainting, playing } from './demo.ts';
import { Machine } from './machine.ts';
import { archives } from './roots.ts';

const { current, newer } = inject('packages');
let machine: Machine;
afterEach(() => machine.throwAway());

/** The folder for screenshots of the machine. */
const pictures = process.env.VITRINE_MACHINE_PICTURES;

async function picture(name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await machine.screenshot(join(pictures, `${name}.png`));
}

describe('a machine with the package', () => {
  it('shows setup, then its show, and its show again after a power outage', async () => {
    machine = new Machine('installed', current);
    await machine.boot();
    await until('it stands by', async () => {
      const status = await machine.status();
      return status && isPainting(status, 0);
    });
    await until('systemd knows', async () => (await state('vitrine', 'ActiveState')) === 'active');
    report('from the start of systemd to the setup screen', await readyAt());
    await picture('setup');
    await followDemo(machine);
    await picture('show');
    await machine.run('useradd', '--groups', 'vitrine', 'helper');
    await machine.run('useradd', 'stranger');
    const as = (user: string) => machine.try('runuser', '-u', user, '--', 'vitrine', 'status');
    expect((await as('helper')).stdout).toContain('All is well.');
    expect((await as('stranger')).code).toBe(1);
    expect(await machine.run('vitrine', 'logs')).toContain('playing on Chromium');
    expect((await machine.try('vitrine', 'doctor')).stdout).toContain('in use by the running player');
    await machine.cutPower();

    await machine.boot();
    const { nowPlaying } = await playing(machine);
    report(
      'from the start of systemd to the first item',
      Date.parse(nowPlaying?.startedAt ?? '') - machine.bootedAt,
    );
    expect(await machine.run('systemctl', 'is-system-running', '--wait')).toMatch(/running/);
  });

  it('is hardened, and its browser keeps its sandbox', async () => {
    machine = new Machine('installed', current);
    await machine.boot();
    await until('it stands by', async () => (await state('vitrine', 'ActiveState')) === 'active');
    const exposure = await machine.run('systemd-analyze', 'security', '--no-pager', 'vitrine.service');
    const [, score] = /level for vitrine.service: ([\d.]+)/.exec(exposure) ?? [];
    process.stdout.write(`exposure: ${score}\n`);
    expect(Number(score)).toBeLessThanOrEqual(3);
    expect(
      await machine.run(
        'systemd-analyze',
        'verify',
        '--man=no',
        'vitrine.service',
        'vitrine-display.service',
      ),
    ).toBe('');
    const renderers = machine.processes(/--type=renderer/);
    expect(renderers.length).toBeGreaterThan(0);
    for (const pid of renderers) {
      expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toContain('Seccomp:\t2');
      for (const kind of ['user', 'pid', 'net'])
        expect(readlinkSync(`/proc/${pid}/ns/${kind}`)).not.toBe(readlinkSync(`/proc/self/ns/${kind}`));
    }
  });
});

describe('the package', () => {
  it('installs on a bare Debian', async () => {
    machine = new Machine('bare', current);
    cpSync(archives, join(machine.root, 'var/cache/apt/archives'), { recursive: true });
    cpSync(current, join(machine.root, 'root/vitrine-kiosk.deb'));
    await machine.boot();
    await machine.run('apt-get', 'install', '-y', '/root/vitrine-kiosk.deb');
    // A container has no graphics card, and a player does not need Debian's dummy driver.
    await machine.run('apt-get', 'install', '-y', '--no-install-recommends', 'xserver-xorg-video-dummy');
    await machine.cutPower();
    await machine.boot();
    await until('it stands by', async () => (await state('vitrine', 'ActiveState')) === 'active');
    await picture('bare');
  });

  it('keeps data through upgrade, downgrade and removal, and leaves nothing after a purge', async () => {
    machine = new Machine('installed', current);
    await machine.boot();
    await followDemo(machine);
    const edition = (await machine.status())?.edition?.id;
    const proof = async (): Promise<readonly string[]> =>
      (await machine.run('vitrine', 'proof', 'export', '--format', 'jsonl')).trim().split('\n');
    await until('something was shown to its end', async () => (await proof()).length > 2);
    const [first] = await proof();

    for (const deb of [newer, current]) {
      cpSync(deb, join(machine.root, 'root/vitrine-kiosk.deb'));
      await machine.run('dpkg', '-i', '/root/vitrine-kiosk.deb');
      expect((await playing(machine, Date.now())).edition?.id).toBe(edition);
      expect((await proof())[0]).toBe(first);
    }
    expect(existsSync(join(machine.root, 'usr/lib/vitrine/99.0.0'))).toBe(false);

    await machine.run('apt-get', 'remove', '-y', 'vitrine-kiosk');
    expect(machine.processes(/index.js run|chromium|Xorg|vitrine.display/)).toEqual([]);
    expect(existsSync(join(machine.root, 'var/lib/vitrine/vitrine.db'))).toBe(true);
    expect(existsSync(join(machine.root, 'etc/vitrine/config.json'))).toBe(true);
    await machine.run('dpkg', '-i', '/root/vitrine-kiosk.deb');
    expect((await playing(machine)).edition?.id).toBe(edition);

    await machine.run('apt-get', 'purge', '-y', 'vitrine-kiosk');
    const left = await machine.run(
      ...['find', '/', '-xdev', '-iname', '*vitrine*'],
      ...['-not', '-path', '/proc/*', '-not', '-path', '/root/*', '-not', '-path', '/var/log/*'],
    );
    expect(
      left.split('\n').filter((path) => path !== '' && !path.includes('vitrine-display.service.d')),
    ).toEqual([]);
    expect(await machine.run('cat', '/etc/passwd', '/etc/group', '/etc/shadow', '/etc/gshadow')).not.toMatch(
      /vitrine/,
    );
  });
});

async function state(unit: string, property: string): Promise<string> {
  return (await machine.try('systemctl', 'show', '--value', '-p', property, unit)).stdout.trim();
}

/** Time from systemd's start until the player was ready, from systemd's own record. */
async function readyAt(): Promise<number> {
  const begin = Number(
    (await machine.run('systemctl', 'show', '--value', '-p', 'UserspaceTimestampMonotonic')).trim(),
  );
  return (Number(await state('vitrine', 'ActiveEnterTimestampMonotonic')) - begin) / 1000;
}

function report(what: string, ms: number): void {
  process.stdout.write(`${what}: ${(ms / 1000).toFixed(2)} s\n`);
}
