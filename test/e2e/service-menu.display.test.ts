import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { padBox, stacked } from '../../src/main/service/panel.ts';
import { type Box, panelShare } from '../../src/shared/service.ts';
import { type Input, openInput } from '../host/chromium/x11-input.ts';
import { until } from '../support/until.ts';
import { middle, startDisplay, type TestDisplay } from './support/display.ts';
import { picture } from './support/pictures.ts';
import { demoScreen, type PlayerProcess, startPlayerProcess } from './support/player.ts';

// A person at the screen of a whole player: a long press in the corner, the PIN, and what the menu offers.

const [width, height] = [640, 360];
const holdMs = 5_400;
let folder: string;
let cms: DemoCms;
let display: TestDisplay;
let player: PlayerProcess;
let person: Input;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-service-menu-'));
  mkdirSync(join(folder, 'vitrine'));
  // The PIN comes from the CMS.
  const service = { corner: 'top-right' };
  writeFileSync(join(folder, 'vitrine', 'config.json'), JSON.stringify({ service }));
  cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['service-token'] } });
  const { id } = cms.content.addFile(
    { name: 'red', fileName: 'red.png', mimeType: 'image/png' },
    picture('red'),
  );
  cms.content.changeDeviceGroup(cms.deviceGroupId, { pin: '4711', is_pin_enabled: 1 });
  cms.content.addEntry(Number(cms.playlistId), { media_file_id: id, duration: 600 });
  display = await startDisplay(width, height);
  player = startPlayerProcess({
    ...demoScreen(display, { baseUrl: cms.baseUrl, token: 'service-token' }, join(folder, 'data')),
    XDG_CONFIG_HOME: folder,
    VITRINE_LANGUAGE: 'en',
  });
  person = await openInput(display.name);
  await until('the show', async () => middle(await display.grab()) === 'red');
});

afterAll(async () => {
  person?.close();
  await player?.stop();
  await Promise.all([cms?.stop(), display?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const shows = async () => middle(await display.grab());
const isCovered = () => until('the menu', async () => (await shows()) !== 'red');
const isShown = () => until('the show', async () => (await shows()) === 'red');
const inLog = (text: string): number => player.log().split(text).length - 1;

async function holdCorner(ms: number): Promise<void> {
  person.move(width - 10, 10);
  person.button(1, true);
  await person.done();
  await new Promise((resolve) => setTimeout(resolve, ms));
  person.button(1, false);
  await person.done();
}

async function touch([left, top, wide, high]: Box): Promise<void> {
  const side = Math.min(width, height) * panelShare;
  const at = (middleOf: number, whole: number): number =>
    Math.round(whole / 2 + (middleOf / 1000 - 0.5) * side);
  person.move(at(left + wide / 2, width), at(top + high / 2, height));
  person.click(1);
  await person.done();
  await new Promise((resolve) => setTimeout(resolve, 300));
}

async function opensMenu(): Promise<void> {
  const before = inLog('The service menu was opened');
  // The corner is watched from the moment at which the screen is open.
  await until('the menu', async () => {
    await holdCorner(holdMs);
    return inLog('The service menu was opened') > before;
  });
  await isCovered();
  // Its window comes up.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
}

const digit = (text: string): Box =>
  text === '0' ? padBox(3, 1) : padBox(Math.floor((Number(text) - 1) / 3), (Number(text) - 1) % 3);
const [ok, cancel] = [padBox(3, 3), padBox(1, 3)];

test('a short press in the corner opens nothing, and a long one asks for the PIN', {
  tags: 'long',
}, async () => {
  await opensMenu();
  await touch(cancel);
  await isShown();
  const before = inLog('The service menu was opened');
  await holdCorner(1_000);
  expect([await shows(), inLog('The service menu was opened')]).toEqual(['red', before]);
});

test('the PIN opens the menu, which switches the displays off and on again', async () => {
  await opensMenu();
  for (const text of '4711') await touch(digit(text));
  await touch(ok);
  const [first] = stacked(4);
  const [sure] = stacked(2);
  if (!first || !sure) throw new Error('The menu has no buttons.');
  await touch(first);
  await touch(sure);
  await until('a display that is off', async () => (await player.status()).display.byHand?.wanted === 'off');
  await until('black', async () => (await shows()) === 'black');
  await opensMenuOnBlack();
  for (const text of '4711') await touch(digit(text));
  await touch(ok);
  await touch(first);
  await isShown();
});

async function opensMenuOnBlack(): Promise<void> {
  const before = inLog('The service menu was opened');
  await until('the menu', async () => {
    await holdCorner(holdMs);
    return inLog('The service menu was opened') > before;
  });
  await until('the menu', async () => (await shows()) !== 'black');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
}

test('a keyboard at the screen works in the menu, and Escape closes it', { tags: 'long' }, async () => {
  await opensMenu();
  person.press('Escape');
  await person.done();
  await isShown();
});
