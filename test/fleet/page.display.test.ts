import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { wordsOf } from '../../src/shared/languages/catalogues.ts';
import { languages } from '../../src/shared/languages/language.ts';
import { message, verbatim } from '../../src/shared/languages/message.ts';
import { violations, violationsInLightAndDark } from '../e2e/support/axe.ts';
import { calmHealth } from '../support/health.ts';
import { until } from '../support/until.ts';
import { calmStatus } from './fake-player.ts';
import { startMosquitto, watch } from './mosquitto.ts';
import { fleetPages } from './pages.ts';
import { connected, fleetPlayer } from './player.ts';

const opened = fleetPages();

const pictures = process.env.VITRINE_PICTURES;
const looked = async (page: Page, name: string): Promise<void> => {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
};

/** Paragraphs have an empty line between them. */
const textOf = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).first().innerText()).replace(/\n+/g, '\n');

const hills = readFileSync(new URL('../../src/demo/media/hills.thumb.jpg', import.meta.url));
const painting = {
  id: '1',
  wanted: 'on',
  seen: 'painting',
  since: '2026-01-01T00:00:00.000Z',
  why: null,
} as const;
const users = { operator: 'op', 'shop-1': 'one', 'shop-2': 'two' };

test('every player has a tile, the worst first; the keyboard alone opens, commands and pictures one', async () => {
  const broker = await startMosquitto({ websocket: true, users });
  const dark = {
    ...calmHealth,
    verdict: 'dark' as const,
    sentence: verbatim('<b>Screen 1</b> has no display.'),
    since: new Date(Date.now() - 3 * 3600_000).toISOString(),
  };
  const one = await fleetPlayer(broker.url, {
    settings: { groups: ['north'], credentialsFile: await broker.credentials('shop-1', 'one') },
  });
  const two = await fleetPlayer(broker.url, {
    device: 'shop-2',
    settings: { credentialsFile: await broker.credentials('shop-2', 'two') },
    player: { health: () => dark, status: async () => ({ ...calmStatus, name: 'Window 2' }) },
  });
  for (const rig of [one, two]) await connected(rig);
  const page = await opened(broker);
  // A player's retained state arrives in several messages.
  await expect
    .poll(() => textOf(page, '#headline'))
    .toBe('1 of 2 players needs attention.\n1 with a dark screen · 1 OK');
  const first = page.locator('[data-part="needs"] .tile');
  await expect.poll(() => first.innerText()).toMatch(/Window 2\s+3 hrs\s+<b>Screen 1<\/b> has no display\./);
  expect(await first.getAttribute('class')).toBe('tile dark');
  await expect.poll(() => page.locator('[data-part="well"] .tile').innerText()).toContain('Window 1');
  // A logged-in page does not prompt again.
  expect(await page.locator('#login').isHidden()).toBe(true);

  await page.keyboard.press('/');
  await page.keyboard.type('shop-1');
  await expect.poll(() => page.locator('.tile').count()).toBe(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await page.locator('#details-name').innerText()).toBe('Window 1');
  expect(await page.locator('#primary').innerText()).toBe('Sync with the CMS');
  await page.locator('#primary').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => one.acts.length).toBe(1);
  await expect.poll(() => page.locator('#answer').innerText()).toBe('Synced with the CMS.');
  // The menu: it opens, is walked through, and asks before something that interrupts the show.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-key'));
  await expect.poll(focused).toBe('sync');
  await page.keyboard.press('End');
  await expect.poll(focused).toBe('setting');
  await page.keyboard.press('ArrowUp');
  await expect.poll(focused).toBe('safe-mode-off');
  await page.keyboard.press('Enter');
  expect(await page.locator('dialog[open]').last().innerText()).toContain(
    'The screen may be dark for a few seconds.',
  );
  expect(one.acts).toHaveLength(1);
  await page.keyboard.press('Escape');
  expect(one.acts).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('#details').count()).toBe(0);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-device')))
    .toBe('shop-1');
});

test('tiles in sight show the pictures that their players send; else they say why there is none', async () => {
  const broker = await startMosquitto({ websocket: true });
  const operator = await watch(broker);
  const asked: unknown[] = [];
  const rig = await fleetPlayer(broker.url, {
    act: async (request) => {
      asked.push(request);
      return { picture: { screenId: '1', mimeType: 'image/jpeg', bytes: hills } };
    },
    player: { health: () => ({ ...calmHealth, screens: [painting] }) },
  });
  await connected(rig);
  const state = { verdict: 'well', sentence: 'All is well.', since: new Date().toISOString() };
  const others: Readonly<
    Record<string, { readonly about?: object; readonly state?: object; readonly online?: string }>
  > = {
    'b-offline': { online: 'false' },
    'c-signed': { about: { signed: true } },
    'd-forbids': { about: { commands: ['sync'] } },
    'e-off': { state: { screens: [{ id: '1', wanted: 'off', seen: 'black' }] } },
    'f-no-display': { state: { screens: [{ id: '1', wanted: 'on', seen: 'no-display' }] } },
    'g-starting': { state: { cannot: { picture: { code: 'action.cannot.no-browser' } } } },
  };
  for (const [device, more] of Object.entries(others)) {
    const at = (name: string): string => `vitrine/v1/chain/${device}/${name}`;
    await operator.publish(at('about'), JSON.stringify({ ...more.about }), true);
    await operator.publish(at('online'), more.online ?? 'true', true);
    await operator.publish(at('state'), JSON.stringify({ ...state, ...more.state }), true);
  }
  const page = await opened(broker, { width: 1280, height: 1600 });
  const picture = page.locator('[data-device="shop-1"] img');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
  // One more before it, without a screen, where its state came last.
  expect(asked.at(-1)).toEqual({ name: 'picture', args: { screenId: '1' } });
  expect(asked.length).toBeLessThan(3);
  const why = (device: string) => page.locator(`[data-device="${device}"] .no-picture`).innerText();
  // What is known of a player comes in several messages.
  for (const [device, reason] of [
    ['b-offline', 'No screenshot: the player is offline.'],
    ['c-signed', 'No screenshot: this player accepts only signed commands.'],
    ['d-forbids', 'No screenshot: this player’s fleet.commands setting does not allow screenshots.'],
    ['e-off', 'The displays are off as scheduled.'],
    ['f-no-display', 'No screenshot: no display is connected.'],
    ['g-starting', 'The browser is not running yet.'],
  ] as const)
    await expect.poll(() => why(device)).toBe(reason);
  // A player that is gone keeps its last picture, and the tile says that it is old.
  await operator.publish('vitrine/v1/chain/shop-1/online', 'false', true);
  await page.waitForSelector('[data-device="shop-1"] .is-old', { state: 'attached' });
});

test('a user who may only read sees why there are no pictures, and that commands are refused', {
  tags: 'long',
}, async () => {
  const acl = ['user operator', 'topic read vitrine/#', 'user shop-1', 'topic readwrite vitrine/#'].join(
    '\n',
  );
  const broker = await startMosquitto({ websocket: true, users, acl });
  const credentialsFile = await broker.credentials('shop-1', 'one');
  const rig = await fleetPlayer(broker.url, { settings: { credentialsFile } });
  await connected(rig);
  const page = await opened(broker);
  await expect
    .poll(() => page.locator('.tile .no-picture').innerText())
    .toBe('No screenshot: the broker does not allow your user to send commands.');
  await page.locator('.tile').click();
  await page.locator('#primary').click();
  await expect
    .poll(() => page.locator('#answer').innerText())
    .toBe('Sync with the CMS: refused. The broker does not allow your user to send commands.');
  expect(rig.acts).toEqual([]);
});

test('files that cannot be shown are named on the tile, with reason and remedy in the details', async () => {
  const broker = await startMosquitto({ websocket: true });
  const detail = message('media-unsupported.extension', { extension: '.xyz' });
  const file = (name: string) => ({ mediaFileId: name, name, reason: 'unsupported' as const, detail });
  const names = ['Summer.xyz', 'Autumn.xyz', 'Winter.xyz'];
  const sentence = message('health.unplayable.more', { name: 'Summer.xyz', count: 2 });
  const reason = { code: 'unplayable' as const, verdict: 'attention' as const, screenId: null, sentence };
  const { edition: calm } = calmStatus;
  const edition = calm && { ...calm, unplayable: names.map(file) };
  const rig = await fleetPlayer(broker.url, {
    player: {
      health: () => ({ ...calmHealth, verdict: 'attention', sentence, reasons: [reason] }),
      status: async () => ({ ...calmStatus, edition }),
    },
  });
  await connected(rig);
  const page = await opened(broker, { width: 390, height: 844 }, 'de-AT');
  await expect
    .poll(() => page.locator('.tile.attention .report').innerText())
    .toBe('„Summer.xyz“, „Autumn.xyz“ und 1 weitere Datei können nicht angezeigt werden.');
  await page.locator('.tile').click();
  const failing = page.locator('#failing li');
  await expect.poll(() => failing.count()).toBe(3);
  expect(await textOf(page, '#failing li')).toBe(`Summer.xyz\n${wordsOf('de').message(detail)}`);
  expect(await page.locator('#todo li').allInnerTexts()).toEqual([
    'Ersetzen Sie die Dateien im CMS, oder nehmen Sie sie aus der Playlist. Starten Sie danach den Abgleich mit dem CMS.',
  ]);
  expect(await page.locator('#primary').innerText()).toBe('Mit dem CMS abgleichen');
});

test("the open player's picture arrives after an outage of the link, and none is requested during it", {
  tags: 'long',
}, async () => {
  const broker = await startMosquitto({ websocket: true });
  const operator = await watch(broker);
  const rig = await fleetPlayer(broker.url);
  await connected(rig);
  const page = await opened(broker);
  await page.waitForSelector('.tile');
  await page.locator('#ask-many').click();
  await page.locator('[data-key="sync"]').click();
  expect(await page.locator('#question').innerText()).toBe('The command will be sent to 1 player: Window 1.');
  expect(await page.locator('#yes').isEnabled()).toBe(true);
  await broker.kill();
  await page.waitForSelector('#down', { state: 'attached' });
  await expect.poll(() => page.locator('#yes').isEnabled()).toBe(false);
  expect(await page.locator('#progress').innerText()).toBe('No connection to the broker.');
  await broker.start();
  await expect.poll(() => page.locator('#yes').isEnabled()).toBe(true);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('.tile').first().click();
  await broker.kill();
  await page.waitForSelector('#down', { state: 'attached' });
  await broker.start();
  await page.waitForSelector('#down', { state: 'hidden' });
  await until('the picture is there', async () => {
    await operator.publish('vitrine/v1/chain/shop-1/picture', Buffer.from(hills)).catch(() => undefined);
    return page.locator('#details .is-there').count();
  });
});

test('a page without a link reports itself, not the screens, as offline, and reconnects', async () => {
  const broker = await startMosquitto({ websocket: true });
  const operator = await watch(broker);
  const state = {
    at: new Date().toISOString(),
    verdict: 'well',
    sentence: verbatim('All is well.'),
    since: new Date().toISOString(),
    version: '1',
  };
  await operator.publish('vitrine/v1/chain/shop-1/state', JSON.stringify(state), true);
  await operator.publish('vitrine/v1/chain/shop-1/online', 'true', true);
  const counts = { asked: 83, kept: 74, failed: 6 };
  const rollout = {
    version: '2.0.0',
    state: 'stopped',
    step: 2,
    steps: 5,
    counts,
    sentence: '6 of 83 <b>failed</b>.',
  };
  await operator.publish('vitrine/v1/chain/$rollout/progress', JSON.stringify(rollout), true);
  const page = await opened(broker, { width: 390, height: 800 });
  await page.waitForSelector('.tile.well');
  await expect
    .poll(() => textOf(page, '#rollout.stopped'))
    .toBe(
      'Rollout of 2.0.0, stopped: step 2 of 5\nPlayers selected: 83, updated: 74, failed: 6. 6 of 83 <b>failed</b>.',
    );
  await expect.poll(() => textOf(page, '#headline')).toBe('The player is OK.');
  await broker.kill();
  await page.waitForSelector('#down');
  expect(await page.locator('#down').innerText()).toContain('lost its connection to the broker');
  expect(await page.locator('#link').innerText()).toBe('No connection');
  expect(await page.locator('.tile').first().getAttribute('class')).toBe('tile well');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await broker.start();
  await page.waitForSelector('#down', { state: 'hidden' });
});

test("a wrong password is reported in the browser's language, and the page prompts again", {
  tags: 'long',
}, async () => {
  const broker = await startMosquitto({ websocket: true, users: { operator: 'other' } });
  const page = await opened(broker, { width: 390, height: 800 }, 'de-AT');
  await expect.poll(() => page.locator('#login-fault').innerText()).toContain('lehnt Benutzername');
  expect(await page.locator('#login button').innerText()).toBe('Verbinden');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  expect(await page.locator('#fleet-page').isHidden()).toBe(true);
});

test('a player is offered what it takes; what cannot work now is disabled, and says why in the language of the browser', async () => {
  const broker = await startMosquitto({ websocket: true });
  const rig = await fleetPlayer(broker.url, {
    settings: { commands: ['sync', 'rollback', 'sync-pause'] },
    states: { cannot: { rollback: message('no-previous-edition') }, already: ['sync-resume'] },
  });
  await connected(rig);
  const page = await opened(broker, { width: 1280, height: 800 }, 'de-AT');
  await page.locator('.tile').first().click();
  await page.locator('#more').click();
  const items = page.locator('.menu:popover-open [role="menuitem"]');
  await expect
    .poll(() => items.allInnerTexts())
    .toEqual([
      ...['Mit dem CMS abgleichen', 'Inhaltsaktualisierungen anhalten'],
      'Zu den vorherigen Inhalten zurückkehren\nEs gibt keine vorherige Inhaltsversion.',
    ]);
  const rollback = page.locator('#details [data-key="rollback"]');
  expect(await rollback.isDisabled()).toBe(true);
  await rollback.click({ force: true });
  expect(rig.acts).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.locator('#ask-many').click();
  expect(await page.locator('#wall').isVisible()).toBe(true);
  await expect
    .poll(() => items.allInnerTexts())
    .toEqual([
      ...['Mit dem CMS abgleichen', 'Inhaltsaktualisierungen anhalten'],
      'Zu den vorherigen Inhalten zurückkehren\nEs gibt keine vorherige Inhaltsversion.',
      'Version ausrollen …',
    ]);
});

test('a command to all that are shown reports who has done it, and who has not and why', async () => {
  const broker = await startMosquitto({ websocket: true });
  const [one, two] = [
    await fleetPlayer(broker.url, { settings: { groups: ['north'] } }),
    await fleetPlayer(broker.url, {
      device: 'shop-2',
      settings: { groups: ['north'] },
      act: async () => {
        throw new VitrineError('temporary', message('no-fleet'));
      },
    }),
  ];
  const three = await fleetPlayer(broker.url, { device: 'shop-3', settings: { groups: ['south'] } });
  for (const rig of [one, two, three]) await connected(rig);
  const page = await opened(broker);
  await expect.poll(() => page.locator('#ask-many').innerText()).toBe('Actions for 3 players');
  await page.selectOption('#group', 'north');
  await expect.poll(() => page.locator('#ask-many').innerText()).toBe('Actions for 2 players');
  await page.locator('#ask-many').click();
  await page.locator('[data-key="identify"]').click();
  await page.locator('#yes').click();
  await expect.poll(() => page.locator('#progress').innerText()).toBe('Done: 1 of 2. Failed or refused: 1.');
  await expect
    .poll(() => page.locator('#failures li').allInnerTexts())
    .toEqual([expect.stringMatching(/^Window 1\s+No fleet is configured\./)]);
  expect(one.acts.map(({ name }) => name)).toEqual(['identify']);
  expect(three.acts).toEqual([]);
});

test('a refused command is explained in the language of the browser', { tags: 'long' }, async () => {
  const broker = await startMosquitto({ websocket: true });
  const operator = await watch(broker);
  const rig = await fleetPlayer(broker.url, { settings: { commands: ['sync'] } });
  await connected(rig);
  // As a player of before, which does not say what it takes; its own word must not come after it.
  await operator.seen('shop-1/about');
  await operator.publish('vitrine/v1/chain/shop-1/about', '{}', true);
  const page = await opened(broker, { width: 1280, height: 800 }, 'de-AT');
  await page.locator('.tile').first().click();
  await page.locator('#more').click();
  await page.locator('#details [data-key="logs"]').click();
  await expect
    .poll(() => page.locator('#answer').innerText())
    .toBe(
      'Protokoll anzeigen: abgelehnt. Die Einstellung fleet.commands dieses Players lässt diesen Befehl nicht zu.',
    );
  expect(rig.acts).toEqual([]);
});

test('the fleet page passes axe in light and dark: the wall, the details, the menu, the many, the forms and the login', {
  tags: 'long',
}, async () => {
  const broker = await startMosquitto({ websocket: true });
  const settings = { groups: ['north'] };
  const sentence = message('health.unplayable', { name: 'Summer.xyz' });
  const reason = { code: 'unplayable' as const, verdict: 'attention' as const, screenId: null, sentence };
  const health = () => ({ ...calmHealth, verdict: 'attention' as const, sentence, reasons: [reason] });
  const states = { cannot: { rollback: message('no-previous-edition') }, already: [] };
  const one = await fleetPlayer(broker.url, { settings, states, player: { health } });
  const two = await fleetPlayer(broker.url, { device: 'shop-2' });
  for (const rig of [one, two]) await connected(rig);
  const page = await opened(broker, { width: 1280, height: 844 });
  const passes = async (what: string) => expect(await violationsInLightAndDark(page), what).toEqual([]);
  for (const part of ['needs', 'well']) await page.waitForSelector(`[data-part="${part}"] .tile`);
  await passes('the wall');
  await page.locator('.tile').first().click();
  await page.locator('#details').waitFor();
  await passes('the details');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('#more').click();
  await page.locator('.menu:popover-open').waitFor();
  await passes('the menu');
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('#details').count()).toBe(0);
  await page.locator('#ask-many').click();
  await page.locator('[data-key="display-off"]').click();
  await page.locator('#question').waitFor();
  await passes('the many');
  await page.getByRole('button', { name: 'Cancel' }).click();
  for (const form of ['setting', 'message', 'rollout']) {
    await page.locator('#ask-many').click();
    await page.locator(`[data-key="${form}"]`).click();
    await page.locator('dialog[open]').waitFor();
    await passes(form);
    await page.keyboard.press('Escape');
  }
  await page.locator('#leave').click();
  await page.locator('#login').waitFor();
  await passes('the login');
});

test('the fleet page passes axe in light and dark without a player, and axe detects a planted fault', async () => {
  const broker = await startMosquitto({ websocket: true });
  const page = await opened(broker, { width: 1280, height: 844 });
  await page.waitForSelector('#headline .soft');
  expect(await violationsInLightAndDark(page)).toEqual([]);
  await page.evaluate(() => document.querySelector('#leave')?.replaceChildren());
  expect((await violations(page)).join('\n')).toContain('button-name');
});

test.each(languages)('nothing is too wide on a phone, and nothing is in another language: %s', {
  tags: 'long',
}, async (language) => {
  const broker = await startMosquitto({ websocket: true });
  const operator = await watch(broker);
  const states = { cannot: { rollback: message('no-previous-edition') }, already: [] };
  const off = {
    ...calmHealth,
    verdict: 'attention' as const,
    sentence: message('health.off-by-hand', { until: '2026-11-24T20:00:00Z' }),
    reasons: [
      {
        code: 'off-by-hand' as const,
        verdict: 'attention' as const,
        screenId: null,
        sentence: message('health.off-by-hand.open'),
      },
    ],
  };
  const rig = await fleetPlayer(broker.url, {
    settings: { groups: ['a-group-with-a-rather-long-name-of-forty-le'] },
    states,
    player: {
      health: () => off,
      status: async () => ({ ...calmStatus, name: 'Schaufensterbeleuchtungsdisplay-Hauptbahnhof' }),
    },
  });
  await connected(rig);
  await operator.publish('vitrine/v1/chain/shop-2/online', 'false', true);
  const page = await opened(broker, { width: 390, height: 844 }, language);
  for (const tile of ['.tile.unread', '.tile.attention .report']) await page.waitForSelector(tile);
  const tooWide = await page.evaluate(() =>
    document.documentElement.scrollWidth <= innerWidth
      ? []
      : [...document.querySelectorAll('body *')]
          .filter((one) => one.getBoundingClientRect().right > innerWidth)
          .map(({ tagName, id, className }) => `${tagName} ${id} ${className}`),
  );
  expect(tooWide).toEqual([]);
  const seen = [await page.locator('body').innerText()];
  await page.locator('.tile.attention').click();
  seen.push(await page.locator('#details').innerText());
  expect(await page.locator('#details').evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
  await page.locator('#more').click();
  seen.push(await page.locator('.menu:popover-open').innerText());
  const text = seen.join('\n');
  // An instant of a message is written as people write it.
  expect(text).not.toMatch(
    /\bnull\b|undefined|NaN|\[object|2026-11-24T|\{\w+\}|\b(fleet|health|action)\.[a-z]+\.[a-z-]+\b/,
  );
  const english = [
    'Needs attention',
    'More actions',
    'What to do',
    'Last report',
    'All groups',
    'Restart player',
  ];
  expect(english.filter((words) => text.includes(words))).toEqual(language === 'en' ? english : []);
});

test('the page draws and filters five hundred players', { tags: 'long' }, async () => {
  const broker = await startMosquitto({ websocket: true, lines: ['max_queued_messages 0'] });
  const operator = await watch(broker);
  // `npm run bench -- fleet page 2000` takes two thousand.
  const count = 500;
  const since = new Date(Date.now() - 600_000).toISOString();
  for (let at = 0; at < count; at++) {
    const verdict = at % 50 === 0 ? 'dark' : at % 20 === 0 ? 'attention' : 'well';
    const state = {
      at: since,
      verdict,
      sentence: verbatim(`It is ${verdict}.`),
      since,
      version: '1.2.3',
      edition: { id: 'abcdef', complete: true },
      sync: { lastSuccessAt: new Date().toISOString() },
    };
    operator.client.publish(`vitrine/v1/chain/shop-${at}/state`, JSON.stringify(state), {
      qos: 0,
      retain: true,
    });
    operator.client.publish(`vitrine/v1/chain/shop-${at}/online`, 'true', { qos: 0, retain: true });
  }
  await operator.publish('vitrine/v1/chain/last', 'x');
  const from = performance.now();
  const page = await opened(broker);
  await page.waitForSelector('.tile');
  const firstMs = performance.now() - from;
  await expect
    .poll(() => page.locator('#headline .sentence').innerText())
    .toBe(`30 of ${count} players need attention.`);
  await expect
    .poll(() => page.locator('#headline .soft').innerText())
    .toBe('10 with a dark screen · 20 with warnings · 470 OK');
  const allMs = performance.now() - from;
  await looked(page, 'fleet-five-hundred');
  const filterFrom = performance.now();
  await page.keyboard.press('/');
  await page.keyboard.type('shop-499');
  await expect.poll(() => page.locator('.tile').count()).toBe(1);
  const filterMs = performance.now() - filterFrom;
  const heap = await page.evaluate(
    () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
  );
  // `npm run bench -- fleet page` judges the time.
  if (pictures) process.stderr.write(`${JSON.stringify({ count, firstMs, allMs, filterMs, heap })}\n`);
});
