/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { X11Connection } from '../../src/main/host/x11/connection.ts';
import { until } from '../support/until.ts';
import type { Attack } from './attacks/attack.ts';
import { escapes } from './attacks/escapes.ts';
import { residues } from './attacks/residues.ts';
import { services } from './attacks/services.ts';
import { traps } from './attacks/traps.ts';
import { type PageServer, reporting, startPageServer, startTouch, type TouchRig } from './support/touch.ts';

// Each row is one try of an interactive page. Where it can be shown, the same page wins in an ordinary browser: the control.

const attacks: readonly Attack[] = [...escapes, ...traps, ...services];
const secret = `left-${randomUUID()}`;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const signs = `<script>${reporting}
  const won = (detail) => report('won', typeof detail === 'string' ? detail : 'yes');
  const lost = () => report('lost', 'yes');</script>`;

function serve(server: PageServer, { routes = [] }: Partial<Pick<Attack, 'routes'>> = {}): void {
  server.routes.clear();
  server.routes.set('/won', (response) => response.end('<body style="background:#0f0">'));
  server.routes.set('/worker.js', (response) => {
    response.setHeader('Content-Type', 'text/javascript');
    response.end('addEventListener("fetch", () => {})');
  });
  server.routes.set('/kept', (response) => {
    response.setHeader('Cache-Control', 'max-age=99999, immutable');
    response.end(secret);
  });
  for (const [path, route] of routes) server.routes.set(path, route);
}

const writing = `${signs}<script>(async () => {
  ${residues.map(({ name, write }) => `try { ${write.replaceAll('SECRET', secret)}; report(${JSON.stringify(name)}, 'written') } catch (error) { report(${JSON.stringify(name)}, String(error)) }`).join('\n')}
  report('all', 'written');
})()</script>`;
const finding = `${signs}<script>(async () => {
  ${residues.map(({ name, find }) => `try { report(${JSON.stringify(name)}, (${find.replaceAll('SECRET', secret)}) ?? '') } catch { report(${JSON.stringify(name)}, '') }`).join('\n')}
  report('all', 'read');
})()</script>`;

describe('in an interactive page', () => {
  let rig: TouchRig;
  beforeAll(async () => {
    const note = '#!/bin/sh\necho "a program" "was started" >> "$HOME/started"\n';
    rig = await startTouch({
      config: (address) => ({ interaction: { address, idleSeconds: 20 } }),
      programs: { 'xdg-open': note, gio: note, 'x-www-browser': note },
    });
  });
  afterAll(() => rig?.stop());
  afterEach(async () => {
    if ((await rig.shows()) !== 'red') await rig.leaves();
  });

  test.each(attacks)('$name: held, and the person can leave', async (attack) => {
    serve(rig.server, attack);
    const { server, adminPort } = rig;
    const at = { port: server.port, foreign: `http://localhost:${server.port}`, adminPort };
    await rig.opens(signs + attack.page(at));
    const windows = await rig.windows();
    await wait(1_200);
    await attack.act?.(rig);
    await wait(2_500);
    const went = attack.won ? await attack.won(rig) : server.asked.some(({ path }) => path === '/won');
    const isOpen = (await rig.shows()) !== 'red';
    expect({
      won: server.reports.get('won'),
      went,
      windows: isOpen ? await rig.windows() : windows,
    }).toEqual({ won: undefined, went: false, windows });
    if (isOpen) await rig.leaves();
    expect((await rig.player.status()).screens[0]?.restarts).toBe(0);
  });

  describe('nothing is left for the next person', () => {
    const found = new Map<string, string>();
    beforeAll(async () => {
      serve(rig.server);
      await rig.opens(writing);
      await until('all that is left', () => rig.server.reports.has('all'));
      const failed = [...rig.server.reports].filter(([, value]) => value !== 'written');
      expect(failed).toEqual([]);
      // Not even on the way: it is only in the memory of the browser.
      expect(rig.isLeft(secret)).toBe(false);
      await rig.leaves();
      await rig.opens(finding);
      await until('what is found', () => rig.server.reports.has('all'));
      for (const [name, value] of rig.server.reports) found.set(name, value);
      await rig.leaves();
    });
    test.each(residues)('$name', ({ name }) => expect(found.get(name)).not.toContain(secret));
    test('no file', () => expect(rig.isLeft(secret)).toBe(false));
    test('what was copied', async () => {
      serve(rig.server);
      await rig.opens(`${signs}<textarea id="t" style="position:fixed;left:0;top:0">${secret}</textarea><script>
        addEventListener('click', () => { t.select(); report('copied', document.execCommand('copy')); })</script>`);
      await wait(1_000);
      await rig.tap(300, 300);
      await until('a copy', () => rig.server.reports.has('copied'));
      await rig.leaves();
      expect(await owners(rig.display.name)).toEqual([0, 0]);
    });
  });
});

describe('in an ordinary browser (control)', () => {
  let browser: Browser;
  let context: BrowserContext;
  let server: PageServer;
  beforeAll(async () => {
    server = await startPageServer();
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      chromiumSandbox: process.getuid?.() !== 0,
    });
    context = await browser.newContext({ acceptDownloads: true });
  });
  afterAll(async () => {
    await browser?.close();
    server?.stop();
  });

  test.each(attacks.filter(({ control }) => control !== 'none'))('$name: won', async (attack) => {
    serve(server, attack);
    server.reports.clear();
    server.asked.length = 0;
    const at = { port: server.port, foreign: `http://localhost:${server.port}`, adminPort: 1 };
    server.page = `<!doctype html><body style="margin:0;background:#00f">${signs}${attack.page(at)}`;
    const page = await context.newPage();
    let isSeen = false;
    const seen = (): void => {
      isSeen = true;
    };
    page.on('dialog', (dialog) => {
      seen();
      void dialog.accept('x');
    });
    page.on('download', seen);
    page.on('filechooser', seen);
    page.on('popup', seen);
    await page.goto(`http://127.0.0.1:${server.port}/`);
    await wait(1_200);
    if (typeof attack.control === 'function') await attack.control(page);
    await until(
      'a page that wins',
      () => isSeen || server.reports.has('won') || server.asked.some(({ path }) => path === '/won'),
      20_000,
    );
    await page.close();
  });

  test('what one page leaves is found by the next', async () => {
    serve(server);
    for (const [html, all] of [
      [writing, 'written'],
      [finding, 'read'],
    ] as const) {
      server.reports.clear();
      server.page = html;
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${server.port}/`);
      await until(all, () => server.reports.get('all') === all);
      await page.close();
    }
    const left = residues
      .filter(({ name }) => server.reports.get(name)?.includes(secret))
      .map(({ name }) => name);
    // A new tab has neither the name nor the state of another one.
    expect(left).toEqual(residues.map(({ name }) => name).filter((name) => !/window|history/.test(name)));
  });
});

/** Who owns what was copied and what is selected; 0: nobody. */
async function owners(display: string): Promise<readonly number[]> {
  const connection = await X11Connection.open(display);
  const owner = async (name: string): Promise<number> => {
    const intern = Buffer.alloc(8 + Math.ceil(name.length / 4) * 4);
    intern.set([16, 0]);
    intern.writeUInt16LE(intern.length / 4, 2);
    intern.writeUInt16LE(name.length, 4);
    intern.write(name, 8, 'latin1');
    const ask = Buffer.from([23, 0, 2, 0, 0, 0, 0, 0]);
    ask.writeUInt32LE((await connection.query(intern)).readUInt32LE(8), 4);
    return (await connection.query(ask)).readUInt32LE(8);
  };
  try {
    return [await owner('CLIPBOARD'), await owner('PRIMARY')];
  } finally {
    connection.end();
  }
}
