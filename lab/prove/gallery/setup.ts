import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { type DemoCms, startDemoCms } from '../../../src/demo/cms.ts';
import { readConfig } from '../../../src/main/config/config.ts';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { Setup } from '../../../src/main/setup/setup.ts';
import { createAppFiles } from '../../../src/main/show/app-files.ts';
import { wordsOf } from '../../../src/shared/languages/catalogues.ts';
import { type Language, languages } from '../../../src/shared/languages/language.ts';
import type { Gallery, GalleryState } from './state.ts';

const token = 'vpt_of-the-gallery';
const [clientId, clientSecret, redirectUri] = ['gallery', 'of-the-gallery', 'http://127.0.0.1:8791/'];
const harbour = readFileSync(new URL('../../../src/demo/media/harbour.jpg', import.meta.url));
const picture = `data:image/jpeg;base64,${harbour.toString('base64')}`;
const ways = ['old', 'wrong', 'login', 'code', 'paste'] as const;
/** Of a playing player. */
const again = ['again', 'again-cancelled', 'again-done'] as const;
const steps = [...ways, ...again, 'pin', 'cms', 'refused', 'what', 'how', 'check', 'done', 'shown'] as const;
type StepName = (typeof steps)[number];

/** Setup on a phone, step by step, in all languages. */
export async function setup(): Promise<Gallery> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-gallery-'));
  const cms = await startDemoCms({
    tokens: { personal: [token], clients: [{ clientId, clientSecret, redirectUri }] },
  });
  const env = { VITRINE_DATA_DIR: dataDir, VITRINE_SETUP_ADDRESS: '127.0.0.1', VITRINE_SETUP_PORT: '0' };
  const sources = { env, noFile: true };
  const { config } = readConfig(sources);
  if (config === null) throw new Error('no configuration');
  let open: Setup | null = null;
  const fresh = async (language: Language, step: StepName): Promise<Setup> => {
    // One phone at a time: each picture has its own player.
    await open?.stop();
    open = new Setup({
      config,
      sources,
      language,
      name: 'gallery',
      clock: systemClock,
      log: createLog(() => undefined),
      files: createAppFiles(fileURLToPath(new URL('../../../dist/setup/', import.meta.url))),
      hearKeys: async () => null,
      sticks: null,
      wifi: null,
      apply: async () => undefined,
      progress: async () => ({
        plays: step === 'shown',
        title: wordsOf(language).say('stage.starting.title'),
        lines: [wordsOf(language).say('stage.starting.line')],
        picture: step === 'shown' ? picture : null,
      }),
      changed: () => undefined,
      lead: { set: async () => undefined, open: async () => ({ addresses: [], password: '' }) },
      ...(step.startsWith('again') && {
        again: { isAtScreen: false, undo: async () => undefined },
      }),
    });
    await open.start();
    return open;
  };
  const state = (language: Language, step: StepName): GalleryState => ({
    name: `${step}-${language}`,
    open: async (page) => {
      await page.addInitScript((wanted) => {
        Object.defineProperty(navigator, 'language', { get: () => wanted });
      }, language);
      await goTo(page, step, await fresh(language, step), cms);
    },
  });
  return {
    states: languages.flatMap((language) => steps.map((step) => state(language, step))),
    close: async () => {
      await open?.stop();
      await cms.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function goTo(page: Page, step: StepName, player: Setup, cms: DemoCms): Promise<void> {
  const [address = '', pin = ''] = player.invitation?.typed.map(({ value }) => value) ?? [];
  // A code from an earlier start.
  await page.goto(`http://${address}/setup${step === 'old' ? `#${'A'.repeat(43)}` : ''}`);
  if (step === 'old') return page.locator('.notice.dark').waitFor();
  await page.locator('input[name=pin]').fill(step === 'wrong' ? '1234' : pin);
  if (step === 'pin') return;
  const next = async (seen: string): Promise<void> => {
    await page.locator('button[type=submit]').click();
    await page.locator(seen).first().waitFor();
  };
  if (step === 'wrong') return next('.notice.dark');
  await next('input[name=url]');
  if (step === 'cms' || step === 'again') return;
  if (step === 'again-cancelled') {
    await page.locator('button.quiet').last().click();
    return page.locator('input[name=url]').waitFor({ state: 'detached' });
  }
  if (step === 'login' || step === 'code' || step === 'paste') {
    await page.locator('button.quiet').click();
    if (step === 'login') return;
    cms.variants.deviceGrant = step === 'code';
    await page.locator('input[name=url]').fill(cms.baseUrl);
    await page.locator('input[name=client]').fill(clientId);
    await page.locator('input[name=secret]').fill(clientSecret);
    return next('a.button');
  }
  await page.locator('input[name=url]').fill(new URL(cms.baseUrl).host);
  await page.locator('input[name=token]').fill(step === 'refused' ? 'vpt_of-others' : token);
  if (step === 'refused') return next('.notice.dark');
  await next('input[name=what]');
  await page.locator('input[name=what]').first().check();
  if (step === 'what') return;
  await next('select[name=zone]');
  if (step === 'how') return;
  await next('summary');
  if (step === 'check') return;
  await next(step === 'shown' ? '.shown img' : '.shown + .stack h2');
}
