import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bytesOf, serialSwitch } from '../../src/main/display/serial.ts';
import type { Rs232Record } from '../../src/main/edition/records.ts';
import { until } from '../support/until.ts';

const line: Rs232Record = {
  baud: 19_200,
  dataBits: 8,
  parity: 'none',
  stopBits: 2,
  format: 'text',
  displayOn: 'PWON\\r',
  displayOff: 'PWOFF\\r\\x0A',
};

// A pair of pseudo-terminals: the one end is the player's port, the other one the display.
const display = `import os, pty, sys, tty
master, port = pty.openpty()
tty.setraw(master)
print(os.ttyname(port), flush=True)
while True:
    sys.stdout.write(os.read(master, 1024).hex() + "\\n")
    sys.stdout.flush()`;

let process: ChildProcess;
let port = '';
let received = '';

beforeAll(async () => {
  process = spawn('python3', ['-c', display], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [first] = (await once(process.stdout ?? expect.fail(), 'data')) as [Buffer];
  port = first.toString().trim();
  process.stdout?.on('data', (bytes: Buffer) => {
    received += bytes.toString().replaceAll('\n', '');
  });
});

afterAll(() => {
  process.kill();
});

const sent = async (settings: Rs232Record, wanted: 'on' | 'off', hex: string) => {
  received = '';
  const result = await serialSwitch(port, () => settings).set(wanted);
  await until('bytes on the other end', () => received.length >= hex.length);
  return [received, result.hasFailed ?? false];
};

test('text reaches the other end of the line with its control characters, in the mode of the CMS', async () => {
  expect(await sent(line, 'on', '50574f4e0d')).toEqual(['50574f4e0d', false]);
  expect(await sent(line, 'off', '50574f46460d0a')).toEqual(['50574f46460d0a', false]);
  const mode = execFileSync('stty', ['-F', port, '-a']).toString();
  expect(mode).toMatch(/speed 19200 baud/);
  expect(mode).toMatch(/-parenb .*cs8.* cstopb/s);
});

// A pseudo-terminal always has eight bits and no parity.
test.each([
  [{ dataBits: 7, parity: 'Even', stopBits: 1 }, 'cs7 parenb -parodd -cstopb'],
  [{ dataBits: null, parity: '1', stopBits: null }, 'cs8 parenb parodd -cstopb'],
  [{ baud: null, dataBits: 5, parity: null, stopBits: 2 }, 'cs5 -parenb cstopb'],
])('%j: the port is set so before anything is sent', async (values, words) => {
  const run = vi.fn(async () => ({ code: 0, mistake: null, output: '' }));
  received = '';
  await serialSwitch(port, () => ({ ...line, ...values }), run).set('on');
  await until('bytes on the other end', () => received === '50574f4e0d');
  expect(run).toHaveBeenCalledOnce();
  expect(run.mock.calls.flat(2).join(' ')).toContain(words);
});

test('bytes of any value reach it as well', async () => {
  const hex = { ...line, format: 'hex', displayOn: '0x00 11:13,7f FF 0a' };
  expect(await sent(hex, 'on', '0011137fff0a')).toEqual(['0011137fff0a', false]);
});

test.each<[string, Partial<Rs232Record> | null, string, boolean]>([
  ['nothing to send', { displayOn: null }, 'display-switch.serial.nothing', false],
  ['no settings', null, 'display-switch.serial.nothing', false],
  ['half a byte', { format: 'HEX', displayOn: '5' }, 'display-switch.serial.no-hex', true],
  ['a speed that no port has', { baud: 1 }, 'display-switch.serial.mode', true],
  ['nine data bits', { dataBits: 9 }, 'display-switch.serial.mode', true],
  ['an unknown parity', { parity: 'mark' }, 'display-switch.serial.mode', true],
])('%s: it says so, and sends nothing', async (_, values, code, failed) => {
  received = '';
  const result = await serialSwitch(port, () => values && { ...line, ...values }).set('on');
  expect([result.why, result.hasFailed ?? false]).toMatchObject([{ code }, failed]);
  expect(received).toBe('');
});

test('a port that is not there, or is a file, is named', async () => {
  const file = join(tmpdir(), `vitrine-no-port-${globalThis.process.pid}`);
  writeFileSync(file, '');
  const why = async (path: string) => (await serialSwitch(path, () => line).set('on')).why;
  expect(await why('/dev/ttyNowhere')).toMatchObject({ values: { code: 'ENOENT' } });
  expect(await why(file)).toMatchObject({ code: 'display-switch.serial.no-port' });
  rmSync(file);
});

test('what counts as hexadecimal', () => {
  expect(bytesOf('4142', '1')?.toString()).toBe('AB');
  expect(bytesOf('41 4G', 'hex')).toBeNull();
  expect(bytesOf('41', 'ascii')?.toString()).toBe('41');
});
