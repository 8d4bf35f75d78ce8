import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { askPlayer } from '../../src/main/admin/client.ts';
import type { HealthRow } from '../../src/main/store/health-log.ts';
import { comesWithPhone, type Installer, setsUp, typesItIn, waitForCode } from './support/installer.ts';
import { comesWithKeyboard } from './support/keyboard.ts';
import { runVitrine } from './support/player.ts';
import { token, type Unconfigured, unconfigured } from './support/unconfigured.ts';

async function scene(more: Readonly<Record<string, string>> = {}): Promise<Unconfigured> {
  const made = await unconfigured(more);
  onTestFinished(() => made.stop());
  return made;
}

async function phoneOf(language?: string): Promise<Installer> {
  const phone = await comesWithPhone(language);
  onTestFinished(() => phone.close());
  return phone;
}

const deviceOf = ({ cms }: Unconfigured) => ({
  url: new URL(cms.baseUrl).host,
  token,
  device: 'Demo screen',
});

test('a phone scans the code on the display and sets the player up, until the first item is shown', async () => {
  const made = await scene();
  const code = await waitForCode(made.display);
  expect(code).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/setup#[\w-]{43}$/);
  const phone = await phoneOf();
  const sent: string[] = [];
  phone.page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await phone.page.goto(code);
  await setsUp(phone, deviceOf(made));
  expect(await phone.page.locator('h1').innerText()).toBe('Playback has started');
  await made.plays();
  expect(phone.taps()).toBeLessThanOrEqual(9);
  // Its engine was opened again with the new settings: that is no silence of the player, in its history neither.
  await expect.poll(async () => (await made.player.health())?.verdict).toBe('well');
  const history = (await askPlayer(made.dataDir, 'GET', '/api/health/log')) as readonly HealthRow[];
  expect(history.length).toBeGreaterThan(1);
  expect(history.flatMap(({ reasons }) => reasons)).not.toContain('engine-silent');
  // Neither the key nor the token was sent in clear text, logged, or left in the address.
  const [, key = 'none'] = code.split('#');
  for (const secret of [key, token]) {
    expect(sent.join('\n').replace(code, '')).not.toContain(secret);
    expect(made.player.log()).not.toContain(secret);
    expect(phone.page.url()).not.toContain(secret);
  }
  const written = join(made.dataDir, 'setup.json');
  expect(JSON.parse(await readFile(written, 'utf8'))).toMatchObject({
    cms: { token },
    device: expect.any(String),
  });
  expect((await stat(written)).mode & 0o777).toBe(0o600);
});

test('a phone without a camera uses the PIN, in its own language', { tags: 'long' }, async () => {
  const made = await scene();
  await waitForCode(made.display);
  const { address, pin } = await made.typed();
  const phone = await phoneOf('de-DE');
  await phone.page.goto(`http://${address}`);
  await expect.poll(() => phone.page.locator('h1').textContent()).toBe('PIN eingeben');
  const wrong = pin.startsWith('0') ? '111111' : '000000';
  await phone.type('input[name=pin]', wrong);
  await phone.next();
  expect(await phone.page.locator('[role=alert]').textContent()).toMatch(/Falsche PIN/);
  await phone.page.locator('input[name=pin]').fill(pin);
  await phone.next();
  await expect.poll(() => made.reported()).toMatch(/shows the number \d{3} \d{3}/);
  const [, check = 'none'] = /number (\d{3} \d{3})/.exec(await made.reported()) ?? [];
  await expect.poll(() => phone.page.locator('form').textContent()).toContain(check);
  await setsUp(phone, deviceOf(made));
  await made.plays();
});

test('a person with a keyboard at a rotated screen can do the same', { tags: 'long' }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-turned-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'config.json');
  await writeFile(file, JSON.stringify({ screen: { rotation: 90 } }));
  const made = await scene({ VITRINE_CONFIG: file });
  await waitForCode(made.display);
  const person = await comesWithKeyboard(made.display.name);
  onTestFinished(() => person.leave());
  const before = await made.display.grab(64, 36);
  await typesItIn(person, made.form, deviceOf(made));
  await made.plays();
  expect(await made.display.grab(64, 36)).not.toEqual(before);
  expect(made.player.log()).not.toContain(token);
  expect(person.presses()).toBeLessThan(100);
});

test('a terminal and a file on a stick can do the same, and the running player adopts the settings', {
  tags: 'long',
}, async () => {
  const made = await scene();
  await waitForCode(made.display);
  const args = ['setup', '--cms', made.cms.baseUrl, '--device', 'Demo screen', '--json'];
  const { code, out, log } = await runVitrine(args, { ...made.env, VITRINE_CMS_TOKEN: token });
  expect({ code, log }).toMatchObject({ code: 0 });
  expect(JSON.parse(out)).toEqual({ cms: made.cms.baseUrl, name: 'Demo screen', runs: true });
  await made.plays();

  const stick = join(made.dataDir, 'stick');
  await mkdir(stick);
  const other = await scene({ VITRINE_SETUP_FOLDER: stick });
  await waitForCode(other.display);
  const file = join(stick, 'vitrine.json');
  await writeFile(file, JSON.stringify({ cms: { url: other.cms.baseUrl, token }, device: 'Demo screen' }));
  await other.plays();
  await expect.poll(() => readFile(file, 'utf8')).not.toContain(token);
});
