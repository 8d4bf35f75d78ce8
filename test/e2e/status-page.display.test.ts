import { expect, test } from 'vitest';
import { scenes } from '../support/page-scenes.ts';
import { violations, violationsInLightAndDark } from './support/axe.ts';
import { faultsOf } from './support/sight.ts';
import { forStatusPages, goTo, look, open, views } from './support/status-page.ts';

forStatusPages();

// Every view of every scene: `npm run prove -- long`.
test.each([
  ['calm', views],
  ['busy', ['now', 'trouble']],
  ['fresh', ['now']],
] as const)('views pass axe in light and dark: %s', async (scene, chosen) => {
  for (const view of chosen)
    expect(await violationsInLightAndDark(await look(scene, view)), view).toEqual([]);
});

test('axe detects a planted fault', async () => {
  const page = await look('calm', 'now');
  await page.evaluate(() => document.querySelector('.screen img')?.removeAttribute('alt'));
  expect((await violations(page)).join()).toContain('image-alt');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => {
    for (const text of document.querySelectorAll<HTMLElement>('.soft')) text.style.color = '#333';
  });
  expect((await violations(page, 'colours')).join()).toContain('color-contrast');
});

test('the page shows the current item of every screen, the next ones, and the state', async () => {
  const page = await look('busy', 'now');
  // Items, next items and problems come with an answer each.
  const text = () => page.locator('main').innerText();
  for (const told of [
    'Tide, the new collection',
    'The CMS has been unreachable for hours',
    'Harbour at dawn',
    '12:45:26',
    'Coffee of the week',
    '1 file cannot be shown',
    'Sync with the CMS failed.',
  ])
    await expect.poll(text).toContain(told);
  expect(await text()).not.toMatch(/\[object|undefined|null|NaN|page\.\w/);
});

test('the current item appears before the next ones are known', async () => {
  const page = await open({ ...scenes.busy, schedule: () => new Promise(() => undefined) }, 'now');
  await expect
    .poll(() => page.locator('h2.playing').allInnerTexts())
    .toEqual(['Harbour at dawn', 'Tide, the new collection']);
});

// German has the longest words. Each language in each width: `npm run prove -- long`.
test.each([
  ['de', 390],
  ['fr', 390],
  ['es', 390],
  ['de', 1280],
] as const)('the page in %s, %i pixels wide, has no text that is foreign, cut or broken', async (locale, width) => {
  const page = await open(scenes.busy, 'now', { locale, width });
  for (const view of views) {
    await goTo(page, view);
    expect(await faultsOf(page, locale), view).toEqual([]);
  }
  expect(await page.locator('html').getAttribute('lang')).toBe(locale);
});

test('a file that has arrived is stored, and no longer pending, on Now and Files', async () => {
  const { busy, calm } = scenes;
  const name = 'Winter film.mp4';
  const [poster] = (await calm.files()).files;
  if (poster === undefined) throw new Error('The scene has no file');
  let isHere = false;
  let statuses = 0;
  let statusesBefore = -1;
  const page = await open(
    {
      ...busy,
      async status() {
        if (isHere) statuses++;
        return (isHere ? calm : busy).status();
      },
      async files() {
        if (isHere && statusesBefore < 0) statusesBefore = statuses;
        const state = isHere ? 'here' : 'coming';
        return { files: [{ ...poster, mediaFileId: '120', name, state }], more: 0, bytes: 84e6 };
      },
    },
    'files',
  );
  // Between a number and its unit is a no-break space.
  const shown = async (view: string) => (await page.locator(view).innerText()).replaceAll('\u00a0', ' ');
  const lists = () => shown('.view.files');
  await expect.poll(lists).toContain(`${name}\n31 MB of 84 MB`);
  isHere = true;
  await expect.poll(lists).not.toContain('Downloading');
  expect(await lists()).toContain(`Stored on this player\n${name}`);
  expect(await lists()).not.toContain(' of 84 MB');
  // At once, and not with the next regular request for files.
  expect(statusesBefore).toBeLessThan(3);
  await goTo(page, 'now');
  await expect.poll(() => shown('.view.now')).not.toMatch(/ of \d+ MB|downloaded/);
});

test("an error is shown in the page's language, also when the player does not answer", async () => {
  const { healthLog } = scenes.calm;
  const page = await open({ ...scenes.fresh, healthLog }, 'day', { locale: 'de' });
  await page.locator('.view').getByText('Es gibt noch nichts anzuzeigen.').waitFor();
  await goTo(page, 'trouble');
  await page
    .getByText('Bildschirm 1 ist eingefroren oder dunkel; der Player stellt ihn wieder her.')
    .waitFor();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Diagnose starten' }).click();
  await page.getByText('Der Player antwortet nicht. Möglicherweise startet er gerade neu.').waitFor();
});

test('on a phone nothing is too wide, and chart labels are legible', async () => {
  const page = await open(scenes.calm, 'now', { width: 390, locale: 'de' });
  for (const view of views) {
    await goTo(page, view, view === 'proof' ? '/30' : '');
    await page.evaluate(() => {
      for (const one of document.querySelectorAll('details')) one.open = true;
    });
    const wide = () =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('.scrolls')]
          .filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth)
          .map((one) => one.getAttribute('aria-label') ?? one.tagName),
      );
    expect(await wide(), view).toEqual([]);
    const heights = await page
      .locator('.chart text')
      .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().height));
    expect(Math.min(20, ...heights), view).toBeGreaterThan(10);
    const covered = await page.evaluate(() => {
      const boxes = (what: string) =>
        [...document.querySelectorAll(`.chart ${what}`)].map((one) => one.getBoundingClientRect());
      const right = Math.max(...boxes('.scale').map((box) => box.right));
      return boxes('rect').filter((box) => box.left < right).length;
    });
    expect(covered, view).toBe(0);
  }
});

test('the keyboard alone reaches every view and every line of the day, and leaves them', async () => {
  const page = await look('calm', 'now');
  await page.reload();
  await page.locator('.view .card').first().waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
  const reached: string[] = [];
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press('Tab');
    reached.push(await focused());
  }
  expect(reached).toEqual(
    expect.arrayContaining(['Skip to content', 'Now', 'Day', 'Files', 'Proof of play', 'Problems']),
  );
  await page.evaluate(() => {
    location.hash = 'day';
  });
  await page.getByRole('button', { name: /^Coffee of the week/ }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Coffee of the week' });
  await dialog.getByText('change the start and end times in the CMS').waitFor();
  expect(await violationsInLightAndDark(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a screen reader gets the day as text', async () => {
  const page = await look('calm', 'day');
  expect(await page.locator('main').ariaSnapshot()).toMatchSnapshot();
});

test('the day shows no bar for hours without a player, and nothing as shown after now', async () => {
  const page = await look('calm', 'day');
  const lane = page.getByRole('button', { name: /^Harbour at dawn/ });
  const hoursOf = (selector: string) =>
    lane.locator(selector).evaluateAll((marks: readonly HTMLElement[]) =>
      marks.map((mark) => {
        const all = mark.parentElement?.getBoundingClientRect() ?? new DOMRect();
        const { left, right } = mark.getBoundingClientRect();
        return [left, right].map((x) => Math.round(((x - all.left) / all.width) * 240) / 10);
      }),
    );
  expect(await hoursOf('.plays')).toEqual([
    [0, 2],
    [5.5, 24],
  ]);
  expect(await hoursOf('.stopped')).toEqual([[2, 5.5]]);
  const tallies = await hoursOf('.tally');
  expect(tallies).toHaveLength(21);
  expect(Math.max(...tallies.flat())).toBeLessThanOrEqual(12.8);
  await lane.click();
  const dialog = page.getByRole('dialog', { name: 'Harbour at dawn' });
  expect(await dialog.innerText()).toMatch(/02:00–05:30\s+player not running\s+05:30–24:00\s+plays/);
  expect(await dialog.innerText()).toMatch(/last at 12:45/);
  await page.keyboard.press('Escape');
});

test('names of the CMS are text, never markup, and a dead player does not look alive', async () => {
  const name = '<img src=x onerror=alert(1)>';
  const status = await scenes.calm.status();
  const screens = status.screens.map((screen) => ({
    ...screen,
    nowPlaying: screen.nowPlaying && { ...screen.nowPlaying, name },
  }));
  let isDead = false;
  const page = await open(
    {
      ...scenes.calm,
      status: async () => {
        if (isDead) throw new Error('it is dead');
        return { ...status, screens };
      },
    },
    'now',
  );
  await page.getByRole('heading', { name }).waitFor();
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  isDead = true;
  await page.getByText('The player does not respond. This page shows the state as of').waitFor();
  expect(await page.locator('.frame img').first().isVisible()).toBe(false);
  await page.getByText('No screenshot available').waitFor();
  expect(await page.getByText('All is well.').isVisible()).toBe(false);
  isDead = false;
  await page.locator('body:not(.stale)').waitFor();
});

test('a screen with zones names the zone of its item, and what the others play', async () => {
  const status = await scenes.calm.status();
  const shown = status.nowPlaying;
  const zone = (id: string, name: string | null) => ({
    id,
    nowPlaying: shown && name !== null ? { ...shown, screenId: `1/${id}`, name } : null,
  });
  const zones = [zone('main', 'Harbour'), zone('side', 'Prices'), zone('foot', null)];
  const screens = status.screens.map((screen) => ({
    ...screen,
    nowPlaying: zones[0]?.nowPlaying ?? null,
    zones,
  }));
  const page = await open({ ...scenes.calm, status: async () => ({ ...status, screens }) }, 'now');
  await page.getByRole('heading', { name: 'Harbour' }).waitFor();
  const card = page.locator('.card.screen');
  expect(await card.locator('.label').textContent()).toBe('On screen now · main');
  expect(await card.locator('ul li').allInnerTexts()).toEqual([
    expect.stringMatching(/^Prices\s+side$/),
    expect.stringMatching(/^Nothing is playing\s+foot$/),
  ]);
});

test('a name with direction controls reverses nothing on the page', async () => {
  const turned = <Answer>(answer: Answer): Answer =>
    JSON.parse(JSON.stringify(answer).replaceAll('Harbour', '\u202eHarbour\u2066\u009b'));
  const { busy } = scenes;
  const page = await open(
    {
      ...busy,
      status: async () => turned(await busy.status()),
      files: async () => turned(await busy.files()),
      day: async (...requested) => turned(await busy.day(...requested)),
      shown: async (days) => turned(await busy.shown(days)),
      schedule: async (...requested) => turned(await busy.schedule(...requested)),
    },
    'now',
  );
  let seen = '';
  for (const view of views) {
    await goTo(page, view);
    seen += await page.evaluate(() =>
      document.documentElement.outerHTML.replaceAll(/ data-facts="[^"]*"/g, ''),
    );
  }
  expect(seen).toContain('Harbour');
  expect(seen).not.toMatch(/[\u0080-\u009f\u202a-\u202e\u2066-\u2069]/);
});
