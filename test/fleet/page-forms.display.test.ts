import { expect, test } from 'vitest';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { message, readable } from '../../src/shared/languages/message.ts';
import { calmHealth } from '../support/health.ts';
import { calmStatus } from './fake-player.ts';
import { startMosquitto, watch } from './mosquitto.ts';
import { fleetPages } from './pages.ts';
import { connected, fleetPlayer } from './player.ts';

const opened = fleetPages();

const origin = { kind: 'default' } as const;
const settings = [
  { name: 'name', control: { kind: 'text', most: 80 }, value: 'Window 1', otherwise: 'host', origin },
  {
    name: 'screen.volume',
    control: { kind: 'number', least: 0, most: 100 },
    value: 30,
    otherwise: null,
    origin: { kind: 'chosen' },
  },
  {
    name: 'timeZone',
    control: { kind: 'zone' },
    value: 'Europe/Berlin',
    otherwise: 'UTC',
    origin: { kind: 'file', name: '/etc/vitrine/config.json' },
  },
  // Of a player that is no player.
  { name: 'screen.hours', control: { kind: 'hours' }, value: { mon: 7 }, otherwise: null, origin },
];

test('the form shows the present settings of one player, and changes one; what its file sets is fixed', async () => {
  const broker = await startMosquitto({ websocket: true });
  const asked: unknown[] = [];
  const rig = await fleetPlayer(broker.url, {
    act: async ({ name, args }) => {
      if (name === 'settings') return { answer: { settings, changed: null, cannot: null } };
      if (name === 'set') asked.push(args);
      return name === 'set' && args.value === 0
        ? Promise.reject(new VitrineError('usage', message('nothing-to-undo')))
        : { answer: 'done' };
    },
  });
  await connected(rig);
  const page = await opened(broker);
  await page.locator('.tile').first().click();
  await page.locator('#more').click();
  await page.locator('#details [data-key="setting"]').click();
  await expect.poll(() => page.locator('#setting input').inputValue()).toBe('Window 1');
  await page.selectOption('#which-setting', 'screen.hours');
  // What cannot be read is left out: the week is there to be filled in.
  expect(await page.locator('#setting .hours-day').count()).toBeGreaterThan(6);
  await page.selectOption('#which-setting', 'timeZone');
  expect(await page.locator('#setting input').isDisabled()).toBe(true);
  expect(await page.locator('#setting .notice').innerText()).toBe(
    'Set in /etc/vitrine/config.json; change it there.',
  );
  await page.locator('#yes').click();
  await page.selectOption('#which-setting', 'screen.volume');
  const volume = page.locator('#setting input');
  expect(await volume.inputValue()).toBe('30');
  await volume.fill('0');
  await page.locator('#yes').click();
  await expect.poll(() => page.locator('#progress').innerText()).toBe('Done: 0 of 1. Failed or refused: 1.');
  expect(await page.locator('#failures').innerText()).toContain('There is no change to undo.');
  expect(await page.locator('#yes').isDisabled()).toBe(true);
  // Another value may be sent.
  await volume.fill('40');
  await page.locator('#yes').click();
  await expect.poll(() => page.locator('#progress').innerText()).toBe('Done: 1 of 1. Failed or refused: 0.');
  expect(asked).toEqual([
    { name: 'screen.volume', value: 0 },
    { name: 'screen.volume', value: 40 },
  ]);
});

test('a message goes to the players that are shown, and their names do not go to several', async () => {
  const broker = await startMosquitto({ websocket: true });
  const [one, two, three] = [
    await fleetPlayer(broker.url, { settings: { groups: ['north'] } }),
    await fleetPlayer(broker.url, { device: 'shop-2', settings: { groups: ['north'] } }),
    await fleetPlayer(broker.url, { device: 'shop-3' }),
  ];
  for (const rig of [one, two, three]) await connected(rig);
  const page = await opened(broker, { width: 390, height: 844 });
  await page.selectOption('#group', 'north');
  await expect.poll(() => page.locator('#ask-many').innerText()).toBe('Actions for 2 players');
  await page.locator('#ask-many').click();
  await page.locator('[data-key="message"]').click();
  await page.locator('#yes').click();
  // Without a title there is nothing to show.
  expect(
    await page
      .locator('dialog input')
      .first()
      .evaluate((field: HTMLInputElement) => field.validity.valid),
  ).toBe(false);
  await page.locator('dialog input').first().fill('Closed today');
  await page.locator('dialog textarea').fill('We are back tomorrow.\n\n');
  await page.locator('#yes').click();
  await expect.poll(() => page.locator('#progress').innerText()).toBe('Done: 2 of 2. Failed or refused: 0.');
  const shown = {
    name: 'interrupt-show',
    args: {
      title: 'Closed today',
      lines: ['We are back tomorrow.'],
      severity: 'info',
      layout: 'full',
      seconds: 600,
      sound: false,
    },
  };
  expect([one.acts, two.acts, three.acts]).toMatchObject([[shown], [shown], []]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('#ask-many').click();
  await page.locator('[data-key="setting"]').click();
  expect(await page.locator('#which-setting option').allInnerTexts()).toEqual([
    ...['Opening hours', 'Volume', 'Orientation', 'Time zone', 'Language'],
  ]);
  await page.selectOption('#which-setting', 'screen.rotation');
  await page.selectOption('#setting select', '90');
  await page.locator('#yes').click();
  await expect
    .poll(() => two.acts.at(-1))
    .toMatchObject({
      name: 'set',
      args: { name: 'screen.rotation', value: 90 },
    });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

const plan = {
  id: 'rollout-1',
  version: '2.0.0',
  revision: 5,
  state: 'running',
  why: null,
  by: 'a console',
};

test('a rollout is stopped from the page, also against a runner that writes at the same moment', async () => {
  const broker = await startMosquitto({ websocket: true });
  const operator = await watch(broker);
  const sentence = message('rollout.rests', { step: 1, steps: 2, until: '2026-11-24T20:00:00Z' });
  const progress = readable({
    ...plan,
    step: 1,
    steps: 2,
    counts: { asked: 8, kept: 3, failed: 0 },
    sentence,
  });
  await operator.publish('vitrine/v1/chain/$rollout/plan', JSON.stringify(plan), true);
  await operator.publish('vitrine/v1/chain/$rollout/progress', JSON.stringify(progress), true);
  // The runner has not heard of the stop yet.
  let isLate = true;
  operator.client.on('message', (topic, payload) => {
    if (!isLate || !topic.endsWith('$rollout/plan') || !payload.toString().includes('stopped')) return;
    isLate = false;
    operator.client.publish(topic, JSON.stringify({ ...plan, revision: 7 }), { qos: 1, retain: true });
  });
  const page = await opened(broker, { width: 1280, height: 800 }, 'de-AT');
  await page.locator('#stop-rollout').click();
  const box = page.locator('dialog[open]');
  expect(await box.innerText()).toContain('Kein weiterer Player installiert die Version.');
  await box.getByRole('button', { name: 'Rollout anhalten' }).click();
  await expect
    .poll(() => page.locator('#rollout').innerText())
    .toMatch(/Rollout von 2\.0\.0 \(angehalten\)[\s\S]*Der Rollout wurde manuell angehalten\./);
  expect(await page.locator('#stop-rollout').count()).toBe(0);
  const last = await operator.seen('$rollout/plan', (text) => text.includes('"revision":8'));
  expect(JSON.parse(last.text)).toEqual({
    ...plan,
    state: 'stopped',
    revision: 8,
    why: 'An operator stopped the rollout.',
    by: 'fleet page',
  });
});

test('a user who may not write the plan sees that the rollout goes on', { tags: 'long' }, async () => {
  const acl = ['user operator', 'topic read vitrine/#', 'user boss', 'topic readwrite vitrine/#'].join('\n');
  const broker = await startMosquitto({ websocket: true, users: { operator: 'op', boss: 'word' }, acl });
  const operator = await watch(broker, { user: 'boss', password: 'word' });
  const progress = { ...plan, step: 1, steps: 2, counts: { asked: 8, kept: 3, failed: 0 }, sentence: '' };
  await operator.publish('vitrine/v1/chain/$rollout/plan', JSON.stringify(plan), true);
  await operator.publish('vitrine/v1/chain/$rollout/progress', JSON.stringify(progress), true);
  const page = await opened(broker);
  await page.locator('#stop-rollout').click();
  await page.locator('dialog[open]').getByRole('button', { name: 'Stop rollout' }).click();
  await expect
    .poll(() => page.locator('#rollout').innerText())
    .toMatch(/Rollout of 2\.0\.0, running[\s\S]*The broker does not allow your user to send commands\./);
  expect(await page.locator('#stop-rollout').isEnabled()).toBe(true);
});

test('the form of a rollout writes its command, and nothing else into it', { tags: 'long' }, async () => {
  const broker = await startMosquitto({ websocket: true });
  const rig = await fleetPlayer(broker.url, { settings: { groups: ['north'] } });
  await connected(rig);
  const page = await opened(broker);
  await page.waitForSelector('.tile');
  await page.locator('#ask-many').click();
  await page.locator('[data-key="rollout"]').click();
  const commands = () => page.locator('#terminal code').allInnerTexts();
  expect(await commands()).toEqual([
    'vitrine fleet rollout start 2.1.0 --steps 1%,10%,50%,100% --limit 5%',
    'vitrine fleet rollout status',
    'vitrine release recall releases 2.1.0 --keys targets.key --keys online',
  ]);
  await page.fill('#rollout-version', '3.0.0; reboot');
  await page.fill('#rollout-steps', 'north:10%, north');
  await page.locator('#rollout-window').check();
  expect((await commands())[0]).toBe(
    'vitrine fleet rollout start 3.0.0reboot --steps north:10%,north --limit 5% --window',
  );
});

test('a decommissioned player leaves the wall and its details without a reload', {
  tags: 'long',
}, async () => {
  const broker = await startMosquitto({ websocket: true });
  const operator = await watch(broker);
  const rig = await fleetPlayer(broker.url);
  await connected(rig);
  const state = { verdict: 'well', sentence: 'All is well.', since: new Date().toISOString() };
  const at = (name: string) => `vitrine/v1/chain/shop-2/${name}`;
  await operator.publish(at('online'), 'false', true);
  await operator.publish(at('about'), '{}', true);
  await operator.publish(at('state'), JSON.stringify(state), true);
  const page = await opened(broker);
  await expect.poll(() => page.locator('.tile').count()).toBe(2);
  await page.locator('[data-device="shop-2"]').click();
  expect(await page.locator('#details').count()).toBe(1);
  await operator.publish(at('online'), '', true);
  await operator.publish(at('about'), '', true);
  await page.waitForTimeout(200);
  expect(await page.locator('.tile').count()).toBe(2);
  await operator.publish(at('state'), '', true);
  await expect.poll(() => page.locator('.tile').count()).toBe(1);
  await expect.poll(() => page.locator('#details').count()).toBe(0);
  expect(await page.locator('#headline').innerText()).toContain('The player is OK.');
});

test('the details show each screen of a player, with its own picture', { tags: 'long' }, async () => {
  const broker = await startMosquitto({ websocket: true });
  const operator = await watch(broker);
  const screen = (id: string) => ({
    id,
    wanted: 'on' as const,
    seen: 'painting' as const,
    since: '2026-01-01T00:00:00.000Z',
    why: null,
  });
  const playing = (id: string, name: string) => ({
    screenId: id,
    entryId: id,
    mediaFileId: id,
    name,
    type: 'image' as const,
    startedAt: '2026-01-01T00:00:00.000Z',
    endsAt: null,
  });
  const asked: unknown[] = [];
  const rig = await fleetPlayer(broker.url, {
    act: async ({ name, args }) => {
      if (name !== 'picture') return { answer: 'done' };
      asked.push(args.screenId);
      // The second display does not answer.
      return args.screenId === '2'
        ? Promise.reject(new VitrineError('temporary', message('action.cannot.no-browser')))
        : { picture: { screenId: '1', mimeType: 'image/jpeg', bytes: new Uint8Array(100) } };
    },
    player: {
      health: () => ({ ...calmHealth, screens: [screen('1'), screen('2')] }),
      status: async () => ({
        ...calmStatus,
        screens: [playing('1', 'Hills'), playing('2', 'Harbour')].map(
          (nowPlaying) => ({ id: nowPlaying.screenId, nowPlaying }) as never,
        ),
      }),
    },
  });
  await connected(rig);
  const page = await opened(broker);
  await page.locator('.tile').first().click();
  expect(await page.locator('#details figcaption').allInnerTexts()).toEqual(['Screen 1', 'Screen 2']);
  await page.waitForSelector('#details [data-screen="1"] .is-there');
  await expect
    .poll(() => page.locator('#details [data-screen="2"] .no-picture').innerText())
    .toBe('The browser is not running yet.');
  expect(asked).toEqual(expect.arrayContaining(['1', '2']));
  expect(operator.last('shop-1/picture')?.bytes).toHaveLength(100);
});
