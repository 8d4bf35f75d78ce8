import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { inEnglish, type Message, message } from '../../src/shared/languages/message.ts';
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
