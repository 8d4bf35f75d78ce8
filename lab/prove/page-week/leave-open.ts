import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { getRequestListener } from '@hono/node-server';
import { adminApp } from '../../../src/main/admin/app.ts';
import { openHeadless } from '../../../test/support/headless.ts';
import { scenes } from '../../../test/support/page-scenes.ts';

// A leak of one refresh, in the tab or in the player, repeats 302,400 times a week.
const [settle, refreshes] = [200, 3_000];
const aWeek = (7 * 24 * 3_600) / 2;
/** The variation that garbage collection causes between two measurements. */
const most = { nodes: 100, listeners: 20, tabBytes: 300 * 1_024, playerBytes: 2 * 1_024 * 1_024 };
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export async function leaveOpen(): Promise<void> {
  const answer = getRequestListener(adminApp(scenes.busy, 'web', { dataDir: tmpdir() }).fetch, {
    overrideGlobalObjects: false,
  });
  let requested = 0;
  let reached: { at: number; tell: () => void } = { at: 0, tell: () => undefined };
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/status') && ++requested === reached.at) reached.tell();
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const refreshed = (times: number) =>
    new Promise<void>((resolve) => {
      reached = { at: requested + times, tell: resolve };
    });
  const browser = await openHeadless();
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
    const grown = [
      ...(after.nodes - before.nodes > most.nodes ? ['nodes'] : []),
      ...(after.listeners - before.listeners > most.listeners ? ['listeners'] : []),
      ...(tab > most.tabBytes ? ['the tab'] : []),
      ...(player > most.playerBytes ? ['the player'] : []),
    ];
    console.log(grown.length > 0 ? `TOO MUCH: ${grown.join(', ')}` : 'Neither tab nor player grows.');
    process.exitCode = grown.length > 0 ? 1 : 0;
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}
