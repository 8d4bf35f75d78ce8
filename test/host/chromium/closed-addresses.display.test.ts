import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../../src/main/ground/log.ts';
import { browserAccount } from '../../../src/main/host/chromium/account.ts';
import type { CdpSession } from '../../../src/main/host/chromium/cdp.ts';
import { requireChromium } from '../../../src/main/host/chromium/executable.ts';
import { launch } from '../../../src/main/host/chromium/launch.ts';
import { freshProfile } from '../../../src/main/host/chromium/profile.ts';
import { startDisplay, type TestDisplay } from '../../e2e/support/display.ts';
import { until } from '../../support/until.ts';
import { type HostilePages, startHostilePages } from './hostile-pages.ts';

const closing: (() => unknown)[] = [];
let display: TestDisplay;
beforeAll(async () => {
  display = await startDisplay(640, 360);
});
afterAll(() => display.stop());
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/**
 * The browser as the player starts it, and nobody who watches where it goes: what it refuses, its settings refuse. Each call
 * opens another tab.
 */
async function opened(
  program: string,
  extraFlags: readonly string[] = [],
): Promise<() => Promise<CdpSession>> {
  const account = await browserAccount('nobody');
  const profile = await freshProfile(createLog(() => undefined));
  closing.push(() => profile.remove());
  if (account) await profile.handOver(account);
  const { cdp, kill, ended } = launch({
    executable: program,
    account,
    home: profile.folder,
    env: { DISPLAY: display.name },
    startAddress: 'about:blank',
    opens: null,
    size: { width: 640, height: 360 },
    proxy: null,
    extraFlags,
    log: createLog(() => undefined),
    onEvent: () => undefined,
  });
  closing.push(async () => {
    kill();
    await ended;
  });
  return async () => {
    const { targetId } = await cdp.browser.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await cdp.browser.send('Target.attachToTarget', { targetId, flatten: true });
    return cdp.session(sessionId);
  };
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'vitrine-closed-'));
  chmodSync(made, 0o755);
  closing.push(() => rmSync(made, { recursive: true }));
  return made;
}

/** The same browser without one of our settings. */
function without(command: string): string {
  const script = join(folder(), 'chromium');
  writeFileSync(script, `#!/bin/sh\n${command}\nexec ${requireChromium(null)} "$@"\n`);
  chmodSync(script, 0o755);
  return script;
}

const closed = [
  'file:///etc/hostname',
  'view-source:file:///etc/hostname',
  'chrome://version/',
  'chrome://settings/',
  'devtools://devtools/bundled/inspector.html',
];

// Each in its own tab: Chromium 156 dies when it refuses a second one in the same tab. No page gets that far: only the
// browser's own protocol, which this test uses, can request such an address.
test('files and pages of the browser itself are closed to every request', async () => {
  const tab = await opened(requireChromium(null));
  for (const url of closed)
    expect([url, (await (await tab()).send('Page.navigate', { url })).errorText]).toEqual([
      url,
      'net::ERR_BLOCKED_BY_ADMINISTRATOR',
    ]);
});

test('browser pages are open without the settings of the profile (control)', async () => {
  const tab = await opened(
    without('sed -i \'s/"url_blocklist":/"no_such_setting":/\' "$HOME/profile/Default/Preferences"'),
  );
  const page = await tab();
  for (const url of closed)
    expect([url, (await page.send('Page.navigate', { url })).errorText]).toEqual([url, undefined]);
});

/** An extension that marks every page. */
function extension(): readonly string[] {
  const made = join(folder(), 'extension');
  mkdirSync(made);
  const script = { matches: ['<all_urls>'], js: ['mark.js'], run_at: 'document_start' };
  const manifest = { manifest_version: 3, name: 'x', version: '1', content_scripts: [script] };
  writeFileSync(join(made, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(made, 'mark.js'), 'document.documentElement.dataset.mark = "seen"');
  return ['--disable-features=DisableLoadExtensionCommandLineSwitch', `--load-extension=${made}`];
}

/** It marks only pages opened after it was loaded, and a starting browser does not report when that is. */
async function isMarked(page: CdpSession, pages: HostilePages): Promise<boolean> {
  await page.send('Page.navigate', { url: pages.page('') });
  await wait(100);
  const expression = 'document.documentElement.dataset.mark';
  const { result } = await page.send('Runtime.evaluate', { expression, returnByValue: true });
  return result.value === 'seen';
}

test.each([
  ['as the player starts it', requireChromium(null), false],
  ['without its switch against extensions (control)', null, true],
])('an extension cannot open a page of the browser %s', async (_, program, marks) => {
  const pages = await startHostilePages();
  closing.push(() => pages.close());
  const dropSwitch = 'for each do shift; [ "$each" = --disable-extensions ] || set -- "$@" "$each"; done';
  const tab = await opened(program ?? without(dropSwitch), extension());
  const page = await tab();
  if (marks) await until('the mark', () => isMarked(page, pages));
  else for (let tries = 0; tries < 20; tries++) expect(await isMarked(page, pages)).toBe(false);
});
