import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, inject, it } from 'vitest';
import { Machine } from './machine.ts';

const { current } = inject('packages');
const image = join(tmpdir(), `vitrine-stick-${process.pid}.img`);
let machine: Machine;
let loop = '';

afterEach(async () => {
  await machine.throwAway();
  if (loop !== '') execFileSync('losetup', ['--detach', loop]);
  rmSync(image, { force: true });
});

const blocks = '/run/plugged';

/** Without USB, the test provides the kernel's list, and the stick is a loop device under another name. */
const asThere = `[Service]
ExecStart=
ExecStart=/bin/sh -c 'exec /usr/lib/vitrine/[0-9]*/node /usr/lib/vitrine/[0-9]*/dist/main/stick.js ${blocks}/list /dev'
DeviceAllow=block-loop r
`;

const asks = `use IO::Socket::UNIX; my $s = IO::Socket::UNIX->new(Peer => '/run/vitrine-stick.sock') or die "refused\\n"; print <$s>;`;

it('reads an exFAT stick for the player only, mounts nothing, and cannot write', async () => {
  writeFileSync(image, gunzipSync(readFileSync(join(import.meta.dirname, '../setup/images/exfat.img.gz'))));
  loop = execFileSync('losetup', ['--find', '--show', image], { encoding: 'utf8' }).trim();
  machine = new Machine('installed', current);
  await machine.boot();
  await machine.run('mknod', '-m', '0660', '/dev/sdz', 'b', '7', loop.replace(/\D/g, ''));
  await machine.run('chgrp', 'disk', '/dev/sdz');
  await machine.run('mkdir', '-p', `${blocks}/usb1/block/sdz`, `${blocks}/sata/block/sdy`, `${blocks}/list`);
  await machine.run('ln', '-s', '../usb1/block/sdz', '../sata/block/sdy', `${blocks}/list/`);
  await machine.run('mkdir', '-p', '/run/systemd/system/vitrine-stick@.service.d');
  machine.write('there.conf', asThere);
  await machine.run('cp', '/there.conf', '/run/systemd/system/vitrine-stick@.service.d/');
  await machine.run('systemctl', 'daemon-reload');

  const as = (user: string) => machine.try('runuser', '-u', user, '--', 'perl', '-e', asks);
  const { stdout } = await as('vitrine');
  const { device, size, text } = JSON.parse(stdout);
  expect({ device, size }).toEqual({ device: 'sdz', size: 9000 });
  expect(JSON.parse(text)).toMatchObject({ device: 'Lobby' });
  expect((await as('nobody')).stderr).toContain('refused');
  expect(await machine.run('cat', '/proc/mounts')).not.toContain('sdz');
  const exposure = await machine.run('systemd-analyze', 'security', '--no-pager', 'vitrine-stick@0.service');
  const [, score] = /level for vitrine-stick@0.service: ([\d.]+)/.exec(exposure) ?? [];
  process.stdout.write(`exposure: ${score}\n`);
  expect(Number(score)).toBeLessThanOrEqual(1.5);
  // An empty stick, or one without a volume.
  execFileSync('dd', ['if=/dev/urandom', `of=${loop}`, 'bs=1M', 'count=1', 'status=none']);
  expect((await as('vitrine')).stdout).toBe('');
});
