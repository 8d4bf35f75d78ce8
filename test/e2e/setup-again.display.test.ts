import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { askPlayer } from '../../src/main/admin/client.ts';
import type { Finding } from '../../src/main/ground/finding.ts';
import type { Health } from '../../src/main/health/health.ts';
import { inEnglish } from '../../src/shared/languages/message.ts';
import type { SetupNow } from '../../src/shared/setup.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { middle, startDisplay, type TestDisplay } from './support/display.ts';
import { comesWithPhone, type Installer, setsUp } from './support/installer.ts';
import { comesWithKeyboard } from './support/keyboard.ts';
import { picture } from './support/pictures.ts';
import { type PlayerProcess, startPlayerProcess } from './support/player.ts';

// A whole player that was set up, and is to play something else. Each test leaves it with its old show; the last one need not.

const token = 'again-token';
let folder: string;
let dataDir: string;
let display: TestDisplay;
let player: PlayerProcess;
let old: DemoCms;
let other: DemoCms;
let port: number;
let phone: Installer;

async function cmsOf(color: 'red' | 'green'): Promise<DemoCms> {
  const cms = await startDemoCms({ seed: 'empty', tokens: { personal: [token] } });
  const { id } = cms.content.addFile(
    { name: color, fileName: `${color}.png`, mimeType: 'image/png' },
    picture(color),
  );
  cms.content.addEntry(Number(cms.playlistId), { media_file_id: id, duration: 600 });
  return cms;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-again-'));
  dataDir = join(folder, 'data');
  display = await startDisplay(640, 360);
  [old, other] = await Promise.all([cmsOf('red'), cmsOf('green')]);
  await mkdir(dataDir, { mode: 0o700 });
  const setup = { cms: { url: old.baseUrl, token }, device: 'Demo screen', name: 'Window 3' };
  writeFileSync(join(dataDir, 'setup.json'), JSON.stringify(setup), { mode: 0o600 });
  port = await freePort();
  player = startPlayerProcess({
    DISPLAY: display.name,
    VITRINE_DATA_DIR: dataDir,
    XDG_CONFIG_HOME: folder,
    VITRINE_ADMIN_PORT: String(port),
    VITRINE_SETUP_ADDRESS: '127.0.0.1',
    VITRINE_SETUP_PORT: '0',
    VITRINE_LANGUAGE: 'en',
    VITRINE_SETUP_FOLDER: join(folder, 'stick'),
  });
  phone = await comesWithPhone();
  await until('red', async () => middle(await display.grab()) === 'red');
});

afterAll(async () => {
  await phone?.close();
  await player?.stop();
  await Promise.all([old?.stop(), other?.stop(), display?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const stored = () => JSON.parse(readFileSync(join(dataDir, 'setup.json'), 'utf8'));
const act = (name: string) => askPlayer(dataDir, 'POST', `/api/actions/${name}`, 20_000, {});
const again = async () => ((await act('setup-again')) as { address: string }).address;
const shows = async () => middle(await display.grab());

test('a guide that is left changes nothing, and one whose show does not come is taken back by a button', {
  tags: 'long',
}, async () => {
  const before = stored();
  await phone.page.goto(await again());
  await phone.page.getByRole('button', { name: 'Keep the current setup' }).tap();
  await phone.page.getByRole('heading', { name: 'Nothing was changed' }).waitFor();
  expect(stored()).toEqual(before);

  // The media of the new CMS do not arrive.
  await phone.page.goto(await again());
  await setsUp(phone, { url: new URL(other.baseUrl).host, token, device: 'Demo screen' }, () => {
    other.offline = true;
  });
  onTestFinished(() => {
    other.offline = false;
  });
  await phone.page.getByText('The current show goes on').waitFor();
  expect(await shows()).toBe('red');
  await phone.page.getByRole('button', { name: 'Back to the previous setup' }).tap();
  await phone.page.getByRole('heading', { name: 'The previous setup is back' }).waitFor();
  expect(stored()).toEqual(before);
  expect(await shows()).toBe('red');
});

test('from the page: the show goes on until the first item of the new one, and undo brings the old one back', async () => {
  const recording = await display.record(30);
  await phone.page.goto(await again());
  await phone.page.getByRole('button', { name: 'Keep the current setup' }).waitFor();
  await setsUp(phone, { url: new URL(other.baseUrl).host, token, device: 'Demo screen' });
  await until('green', async () => (await shows()) === 'green');
  await recording.stop();
  // Red to the last, then green: nothing between them.
  const colors = new Set(recording.frames.map(({ frame }) => middle(frame)));
  expect([...colors].sort()).toEqual(['green', 'red']);
  expect(stored()).toMatchObject({
    cms: { url: other.baseUrl },
    name: 'Window 3',
    lastChange: { name: 'setup' },
  });
  await act('settings-undo');
  await until('red again', async () => (await shows()) === 'red');
  expect(stored()).toMatchObject({ cms: { url: old.baseUrl }, name: 'Window 3' });
});

test('a new CMS whose playlist is empty does not end the show, and the phone and the page say why', {
  tags: 'long',
}, async () => {
  const [only] = other.content.entriesOf(other.playlistId);
  other.content.removeEntry(only?.id ?? '');
  await phone.page.goto(await again());
  await setsUp(phone, { url: new URL(other.baseUrl).host, token, device: 'Demo screen' }, () => undefined);
  await phone.page.getByText('The playlist is empty').waitFor();
  await phone.page.getByRole('button', { name: 'Back to the previous setup' }).waitFor();
  await phone.page.goto(`http://127.0.0.1:${port}/`);
  await phone.page
    .locator('.verdict')
    .getByText('The playlist “Welcome” (1) is empty. The previous content keeps playing.')
    .waitFor();
  await phone.page.getByText('The new content has nothing to show yet.').waitFor();
  expect(await shows()).toBe('red');
  other.content.addEntry(Number(other.playlistId), {
    media_file_id: only?.media_file_id ?? null,
    duration: 600,
  });
  await until('green', async () => (await shows()) === 'green');
  await act('settings-undo');
  await until('red again', async () => (await shows()) === 'red');
});

test('a key held at the screen begins it with a count-down, one let go of does not, and Escape goes back to the show', {
  tags: 'long',
}, async () => {
  const person = await comesWithKeyboard(display.name);
  const now = async () => (await askPlayer(dataDir, 'GET', '/api/setup')) as SetupNow | null;
  // The player listens for the key only some seconds after its start.
  await until('the count-down covers the show', async () => {
    const letGo = await person.hold('F9');
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    const isCovered = (await shows()) !== 'red';
    await letGo();
    return isCovered;
  });
  await until('red again', async () => (await shows()) === 'red');
  expect(await now()).toBeNull();

  const letGo = await person.hold('F9');
  await until('setup has begun', async () => (await now()) !== null);
  await letGo();
  await until('it covers the show', async () => (await shows()) !== 'red');
  expect((await player.status()).nowPlaying?.name).toBe('red');
  await display.screenshot(process.env.VITRINE_SHOT ?? join(folder, 'again.png'));
  await person.press('Escape');
  await until('red again', async () => (await shows()) === 'red');
  expect(await now()).toBeNull();
  person.leave();
});

test('a new vitrine.json sets it up again once, and one that the CMS refuses changes nothing', {
  tags: 'long',
}, async () => {
  const stick = join(folder, 'stick');
  await mkdir(stick);
  const reported = { cms: { url: other.baseUrl, token: 'not-good' }, device: 'Demo screen' };
  const write = () => writeFileSync(join(stick, 'vitrine.json'), JSON.stringify(reported));
  const before = stored();
  write();
  const health = async () => (await askPlayer(dataDir, 'GET', '/api/health')) as Health;
  await until('it is refused', async () =>
    (await health()).reasons.some(({ code }) => code === 'setup-file'),
  );
  expect(inEnglish((await player.status()).health.sentence)).toMatch(
    /^The player keeps its current settings because it cannot use the file .*vitrine\.json from the USB stick: .*(401)/,
  );
  const doctor = (await askPlayer(dataDir, 'GET', '/api/doctor', 60_000)) as readonly Finding[];
  const finding = doctor.find(({ check }) => check === 'player');
  expect([finding?.result, finding && inEnglish(finding.message)]).toEqual([
    'warn',
    expect.stringMatching(/cannot use the file .*vitrine\.json/),
  ]);
  expect(stored()).toEqual(before);
  expect(await shows()).toBe('red');
  reported.cms.token = token;
  write();
  await until('green', async () => (await shows()) === 'green');
  expect(stored()).toMatchObject({ cms: { url: other.baseUrl, token }, name: 'Window 3' });
  expect(readFileSync(join(stick, 'vitrine.json'), 'utf8')).not.toContain(token);
  await until('nothing is refused', async () => (await health()).reasons.length === 0);
});
