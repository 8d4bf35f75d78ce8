import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { getRequestListener } from '@hono/node-server';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { adminApp } from '../../src/main/admin/app.ts';
import { scenes } from '../support/page-scenes.ts';

// A page that somebody has left open: it asks every two seconds, here as fast as it is answered. What one refresh leaves behind, it
// leaves behind 302,400 times a week.

const [settle, refreshes] = [200, 800];
const aWeek = (7 * 24 * 3_600) / 2;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

test('a page that is left open grows neither in its tab nor in the player', async () => {
  const answer = getRequestListener(adminApp(scenes.busy, 'web', { dataDir: tmpdir() }).fetch, {
    overrideGlobalObjects: false,
  });
  let asked = 0;
  let reached: { at: number; tell: () => void } = { at: 0, tell: () => undefined };
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/status') && ++asked === reached.at) reached.tell();
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const refreshed = (times: number) =>
    new Promise<void>((resolve) => {
      reached = { at: asked + times, tell: resolve };
    });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      const later = window.setTimeout.bind(window);
      Object.assign(window, { setTimeout: (call: () => void) => later(call, 0) });
    });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const measured = async () => {
      await session.send('HeapProfiler.collectGarbage');
      collect();
      const { metrics } = await session.send('Performance.getMetrics');
      const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
      return {
        tab: of('JSHeapUsedSize'),
        nodes: of('Nodes'),
        listeners: of('JSEventListeners'),
        player: process.memoryUsage().heapUsed,
      };
    };
    const warm = refreshed(settle);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/#now`);
    await warm;
    const before = await measured();
    await refreshed(refreshes);
    const after = await measured();
    const [tab, player] = [after.tab - before.tab, after.player - before.player];
    const week = (bytes: number) => `${(((bytes / refreshes) * aWeek) / 1024 / 1024).toFixed(1)} MiB a week`;
    process.stdout.write(
      `${refreshes} refreshes: tab ${Math.round(before.tab / 1024)} KiB and ${tab} bytes more (${week(tab)}), ` +
        `nodes ${before.nodes} → ${after.nodes}, listeners ${before.listeners} → ${after.listeners}, ` +
        `player ${player} bytes more\n`,
    );
    expect(Math.abs(after.nodes - before.nodes)).toBeLessThan(100);
    expect(Math.abs(after.listeners - before.listeners)).toBeLessThan(20);
    expect(tab / refreshes).toBeLessThan(100);
    expect(player).toBeLessThan(2 * 1024 * 1024);
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
});
