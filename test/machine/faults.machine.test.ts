import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { until } from '../support/until.ts';
import { followDemo, isPainting, playing } from './demo.ts';
import { Machine, signal } from './machine.ts';

const { current } = inject('packages');
/** `VITRINE_MACHINE_ROUNDS=20 npm run machine`: the whole of it, for an hour. */
const rounds = Number(process.env.VITRINE_MACHINE_ROUNDS ?? 2);
let machine: Machine;

beforeAll(async () => {
  machine = new Machine('installed', current);
  await machine.boot();
  await followDemo(machine);
});
afterAll(() => machine.throwAway());

const targets: Readonly<Record<string, RegExp>> = {
  player: /dist\/main\/index\.js run/,
  browser: /\/chromium (?!.*--type=).*--remote-debugging-pipe/,
  renderer: /--type=renderer/,
  'GPU process': /--type=gpu-process/,
  'network service': /network\.mojom\.NetworkService/,
  'X server': /^\/usr\/lib\/xorg\/Xorg/,
};

/** So long a painted frame may be on its way while its painter is dead already. */
const onItsWayMs = 300;

describe.each(['SIGKILL', 'SIGSEGV', 'SIGSTOP'] as const)('%s', (name) => {
  it.each(
    Object.keys(targets),
  )('61, 62, 64: of the %s, and it paints again without a hand', async (target) => {
    const line = targets[target] ?? /$^/;
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await playing(machine);
      await anInstant();
      const pids = machine.processes(line);
      expect(pids.length).toBeGreaterThan(0);
      const at = Date.now();
      for (const pid of pids) signal(pid, name);
      await paintsAfter(at, target, pids, name);
      seconds.push((Date.now() - at) / 1000);
    }
    const sorted = seconds.toSorted((one, other) => one - other);
    const [median = 0, worst = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    process.stdout.write(`${name} ${target}: median ${median.toFixed(1)} s, worst ${worst.toFixed(1)} s\n`);
    // The service manager waits 30 s for a player that says nothing.
    expect(worst).toBeLessThan(name === 'SIGSTOP' ? 240 : 15);
  });
});

/** Renderer, browser and player are replaced in turn until it paints. */
const longestMs = 240_000;

/** What hangs is seen by what it no longer does; of these two the pictures would not tell. */
const isReplaced = ['player', 'X server'];

async function paintsAfter(at: number, target: string, hit: readonly number[], name: string): Promise<void> {
  const since = at + (name === 'SIGSTOP' ? 1500 : onItsWayMs);
  const paintsAgain = async (): Promise<boolean> => {
    const status = await machine.status();
    if (!status?.nowPlaying || !isPainting(status, since)) return false;
    const stays = machine.processes(targets[target] ?? /$^/).some((pid) => hit.includes(pid));
    return !isReplaced.includes(target) || !stays;
  };
  await until('it paints again', paintsAgain, longestMs);
}

it('65: the power is cut at random moments, and the show is there again each time', async () => {
  for (let round = 0; round < rounds; round++) {
    await anInstant();
    await machine.cutPower();
    await machine.boot();
    const { edition } = await playing(machine);
    expect(edition?.complete).toBe(true);
  }
});

it('66: without a display the player waits for one, answers meanwhile, and takes the one that comes', async () => {
  await machine.run('systemctl', 'stop', 'vitrine', 'vitrine-display');
  await machine.run('systemctl', 'start', '--no-block', 'vitrine');
  await machine.run('systemctl', 'stop', 'vitrine-display');
  const waiting = await until('it answers', () => machine.status());
  expect(waiting.screens.every(({ alive }) => !alive)).toBe(true);
  expect(await machine.run('journalctl', '-t', 'vitrine', '-n', '20', '-o', 'cat')).toContain(
    'Waiting for the display',
  );
  await machine.run('systemctl', 'start', 'vitrine-display');
  await playing(machine, Date.now());
});

it('66: a display that is unplugged is told, and so is the one that is plugged in', async () => {
  const card = '/run/vitrine-card/card0-HDMI-A-1';
  await machine.run('mkdir', '-p', card, '/etc/systemd/system/vitrine-display.service.d');
  await machine.run('sh', '-c', `echo disconnected > ${card}/status`);
  const dropIn = '[Service]\nEnvironment=VITRINE_CONNECTORS=/run/vitrine-card/card*-*/status\n';
  machine.write('etc/systemd/system/vitrine-display.service.d/connectors.conf', dropIn);
  await machine.run('systemctl', 'daemon-reload');
  await machine.run('systemctl', 'restart', 'vitrine-display');
  const told = () => machine.run('systemctl', 'show', '--value', '-p', 'StatusText', 'vitrine-display');
  await until('it is told', async () => (await told()).includes('No display is connected. Waiting for one.'));
  await machine.run('sh', '-c', `echo connected > ${card}/status`);
  await until('it is told', async () => (await told()).includes('Connected: HDMI-A-1.'));
  await playing(machine, Date.now());
});

it('71: a browser that is gone is named, and the show is back when it is there again', async () => {
  await machine.run('mv', '/usr/bin/chromium', '/usr/bin/chromium.away');
  for (const pid of machine.processes(targets.browser ?? /$^/)) signal(pid, 'SIGKILL');
  await until('it is told', async () =>
    (await machine.run('journalctl', '-b', '-t', 'vitrine', '-o', 'cat')).includes('There is no Chromium'),
  );
  await machine.run('mv', '/usr/bin/chromium.away', '/usr/bin/chromium');
  await playing(machine, Date.now());
});

it('67: an upgrade that the power cuts short leaves a player that plays, and can be finished', async () => {
  const { newer } = inject('packages');
  for (let round = 0; round < rounds; round++) {
    cpSync(newer, join(machine.root, 'root/newer.deb'));
    void machine.try('dpkg', '-i', '/root/newer.deb');
    await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 3000));
    await machine.cutPower();
    await machine.boot();
    await playing(machine);
    await machine.run('dpkg', '-i', '/root/newer.deb');
    await playing(machine, Date.now());
    cpSync(current, join(machine.root, 'root/current.deb'));
    await machine.run('dpkg', '-i', '/root/current.deb');
  }
  rmSync(join(machine.root, 'root/newer.deb'));
});

/** What goes wrong does so at any moment of an item. */
function anInstant(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 500 + Math.random() * 2000));
}
