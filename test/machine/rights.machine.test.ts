import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, inject, it } from 'vitest';
import { until } from '../support/until.ts';
import { followDemo, isPainting } from './demo.ts';
import { Machine } from './machine.ts';

const { current } = inject('packages');
let machine: Machine;
afterEach(() => machine.throwAway());

const standsBy = () =>
  until('the screen is painted', async () => {
    const status = await machine.status();
    return status && isPainting(status, 0);
  });

it('helpers, player and root have only the rights they need', async () => {
  machine = new Machine('installed', current);
  await machine.boot();
  await standsBy();
  const isSetUp = () => existsSync(join(machine.root, 'etc/vitrine/set-up'));
  expect(isSetUp()).toBe(false);
  await followDemo(machine);
  await until('root has written down that it is set up', isSetUp);

  await machine.run('useradd', '--groups', 'vitrine', 'helper');
  const as = (user: string, ...command: readonly string[]) =>
    machine.try('runuser', '-u', user, '--', ...command);
  expect((await as('helper', 'cat', '/etc/vitrine/config.json')).stderr).toContain('Permission denied');
  expect((await as('helper', 'vitrine', 'status')).stdout).toContain('storage ');
  expect((await as('vitrine', 'cat', '/etc/vitrine/config.json')).stdout).toContain('token');

  // An older package gave the helpers' group access to the configuration.
  await machine.run('chgrp', 'vitrine', '/etc/vitrine/config.json');
  for (const name of ['display.sum', 'display.limit'])
    await machine.run('sh', '-c', `rm -f /run/vitrine/${name}; mkfifo -m 666 /run/vitrine/${name}`);
  const script = '/var/lib/dpkg/info/vitrine-kiosk.postinst';
  const installed = await machine.try('timeout', '60', 'sh', script, 'configure', '0.0.1');
  expect(installed.code, installed.stderr).toBe(0);
  expect(await machine.run('stat', '-c', '%G', '/etc/vitrine/config.json')).toBe('vitrine-config\n');
});

it('a display starts although another user has the socket of :0', async () => {
  machine = new Machine('installed', current);
  // The socket is created after the machine has cleaned /tmp.
  machine.write('etc/tmpfiles.d/zz-socket.conf', 'f+ /tmp/.X11-unix/X0 0444 root root -\n');
  await machine.boot();
  await standsBy();
  expect(await machine.run('cat', '/run/vitrine/display.number')).toBe(':1\n');
  expect((await machine.try('vitrine', 'doctor')).stdout).toContain('in use by the running player');
});
