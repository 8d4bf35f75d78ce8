import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Monitor } from '../../lab/prove/pc/monitor.ts';

let folder = '';
let server: Server | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-monitor-'));
});
afterEach(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Answers the orders by these lines, one after the other. */
async function monitorOf(answers: readonly string[], heard: string[]): Promise<Monitor> {
  const path = join(folder, 'control');
  const left = ['{"return": {}}\n', ...answers];
  server = createServer((socket) => {
    socket.write('{"QMP": {"capabilities": []}}\n');
    socket.on('data', (text) => {
      for (const _ of String(text).trim().split('\n')) {
        const answer = left.shift();
        if (answer === undefined) socket.end();
        else socket.write(answer);
      }
    });
  }).listen(path);
  await once(server, 'listening');
  return await Monitor.connect(path, ({ event }) => heard.push(event));
}

it('QEMU answers in order, and reports between answers what the machine did', async () => {
  const heard: string[] = [];
  const monitor = await monitorOf(
    ['{"event": "WATCHDOG"}\n{"ret', 'urn": 1}\n{"return": 2}\n{"event": "RESET"}\n'],
    heard,
  );
  expect(await Promise.all([monitor.order('first'), monitor.order('second')])).toEqual([1, 2]);
  expect(heard).toEqual(['WATCHDOG', 'RESET']);
});

it('a refused order and the end of QEMU are errors', async () => {
  const monitor = await monitorOf(['{"error": {"class": "GenericError", "desc": "no such link"}}\n'], []);
  await expect(monitor.order('set_link')).rejects.toThrow('no such link');
  await expect(monitor.order('screendump')).rejects.toThrow('QEMU has ended');
  await expect(monitor.order('screendump')).rejects.toThrow('screendump: QEMU has ended');
});
