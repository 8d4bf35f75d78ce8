import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { inEnglish, type Message, message } from '../../src/shared/languages/message.ts';
import { isRunning } from '../support/is-running.ts';
import { until } from '../support/until.ts';
import { Machine } from './machine.ts';

const { current } = inject('packages');
/** A container has none: the test places the kernel's description where the service looks. */
const account = 'srv/watchdog0';
const dropIn = `[Service]
TemporaryFileSystem=/sys/class
BindReadOnlyPaths=/${account}:/sys/class/watchdog/watchdog0
`;
let machine: Machine;

beforeAll(async () => {
  machine = new Machine('installed', current);
  for (const folder of [account, 'etc/systemd/system/vitrine.service.d'])
    mkdirSync(join(machine.root, folder), { recursive: true });
  machine.write(`${account}/identity`, 'i6300ESB timer\n');
  machine.write(`${account}/state`, 'inactive\n');
  machine.write(`${account}/timeout`, '30\n');
  machine.write('etc/systemd/system/vitrine.service.d/watchdog.conf', dropIn);
  await machine.boot();
});
afterAll(() => machine.throwAway());

const reported = (sentence: Message) =>
  until(
    `the player says: ${inEnglish(sentence)}`,
    async () => (await machine.doctor())?.find(({ message }) => inEnglish(message) === inEnglish(sentence)),
    120_000,
  );
const identity = 'i6300ESB timer';

it('the player under its unit reports whether the hardware watchdog is fed', async () => {
  const { result, remedy } = await reported(message('doctor.watchdog.idle', { identity }));
  expect(result).toBe('warn');
  expect(remedy).toContain('RuntimeWatchdogSec=30');
  machine.write(`${account}/state`, 'active\n');
  expect((await reported(message('doctor.watchdog.active', { identity, timeout: 30_000 }))).result).toBe(
    'ok',
  );
});

it('a machine whose start program cannot be read restarts, where its owner allows it', async () => {
  const broken = new Machine('installed', current);
  try {
    const limits = join(broken.root, 'etc/systemd/system/vitrine.service.d');
    mkdirSync(limits, { recursive: true });
    copyFileSync(
      join(broken.root, 'usr/share/vitrine/restart-machine.conf'),
      join(limits, 'restart-machine.conf'),
    );
    // As of a dead disk: the kernel cannot execute it.
    const start = join(broken.root, 'usr/lib/vitrine/start');
    rmSync(start);
    writeFileSync(start, '#!/nowhere\n', { mode: 0o755 });
    await broken.boot();
    const began = performance.now();
    // A container ends where a machine restarts.
    await until('the machine restarts', () => !isRunning(broken.init), 540_000);
    process.stdout.write(`restarts after ${Math.round((performance.now() - began) / 1000)} s\n`);
  } finally {
    await broken.throwAway();
  }
});
