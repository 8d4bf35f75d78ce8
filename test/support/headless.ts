import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const shell = '/usr/bin/chromium-headless-shell';

/** Each window of the full browser draws its own bar as a page, which costs more than most pages of ours. */
export const headlessBrowser = process.env.CHROMIUM ?? (existsSync(shell) ? shell : '/usr/bin/chromium');

export const openHeadless = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: headlessBrowser,
    // As root there is no sandbox; only our own pages are opened.
    chromiumSandbox: process.getuid?.() !== 0,
    ...options,
  });
