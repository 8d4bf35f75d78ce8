import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { startDisplay, type TestDisplay } from './support/display.ts';
import { comesWithPhone, type Installer, setsUp, waitForCode } from './support/installer.ts';
import { type PlayerProcess, startPlayerProcess } from './support/player.ts';

const token = 'vpt_a-token-that-nobody-may-see';

async function scene(more: Readonly<Record<string, string>> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-setup-'));
  const display = await startDisplay(1280, 720);
  const cms = await startDemoCms({ tokens: { personal: [token] } });
  const player = startPlayerProcess({
    ...{ VITRINE_DATA_DIR: dataDir, DISPLAY: display.name, XDG_CONFIG_HOME: dataDir },
    ...{ VITRINE_SETUP_ADDRESS: '127.0.0.1', VITRINE_SETUP_PORT: '0', VITRINE_LANGUAGE: 'en', ...more },
  });
  onTestFinished(async () => {
    await player.stop();
    await cms.stop();
    await display.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  return { dataDir, display, cms, player };
}

async function phoneOf(language?: string): Promise<Installer> {
  const phone = await comesWithPhone(language);
  onTestFinished(() => phone.close());
  return phone;
}

const deviceOf = (cms: DemoCms) => ({ url: new URL(cms.baseUrl).host, token, device: 'Demo screen' });

async function plays({ player, display }: { player: PlayerProcess; display: TestDisplay }): Promise<void> {
  await expect.poll(async () => (await player.status()).nowPlaying?.name ?? null).not.toBeNull();
  await display.grab();
}

test('a phone reads the code off the display and sets the player up, until the first item is seen', async () => {
  const { dataDir, display, cms, player } = await scene();
  const code = await waitForCode(display);
  expect(code).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/setup#[\w-]{43}$/);
  const phone = await phoneOf();
  const sent: string[] = [];
  phone.page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await phone.page.goto(code);
  await setsUp(phone, deviceOf(cms));
  await plays({ player, display });
  expect(phone.taps()).toBeLessThanOrEqual(9);
  // Neither the key nor the token was ever sent as it is, logged, or left in the address.
  const [, key = 'none'] = code.split('#');
  expect(sent.join('\n')).not.toContain(key);
  expect(sent.join('\n')).not.toContain(token);
  expect(phone.page.url()).not.toContain(key);
  expect(player.log()).not.toContain(token);
  const written = join(dataDir, 'setup.json');
  expect(JSON.parse(await readFile(written, 'utf8'))).toMatchObject({
    cms: { token },
    device: expect.any(String),
  });
  expect((await stat(written)).mode & 0o777).toBe(0o600);
});
