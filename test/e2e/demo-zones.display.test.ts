import { expect, test } from 'vitest';
import { onConsole } from './support/console.ts';

// The console of the demo CMS lays out the zones of a screen, with the mouse or with keys.

const demo = onConsole({ viewport: { width: 1440, height: 1000 } }, { seed: 'zones' });

const frames = () => {
  const group = [...demo.cms.content.deviceGroups.values()].find(({ name }) => name === 'Zones group');
  return (group?.multi_frame ?? []) as readonly Record<string, string>[];
};
const place = (index: number) => {
  const { left, top, width, height } = frames()[index] ?? {};
  return [left, top, width, height];
};
const box = (name: string) => demo.page.locator('.zone-box', { hasText: name }).first();

async function drag(from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
  await demo.page.mouse.move(from.x, from.y);
  await demo.page.mouse.down();
  await demo.page.mouse.move(from.x + by.x / 2, from.y + by.y / 2);
  await demo.page.mouse.move(from.x + by.x, from.y + by.y);
  await demo.page.mouse.up();
}

async function boundsOf(name: string) {
  const bounds = await box(name).boundingBox();
  if (bounds === null) throw new Error(`zone ${name} is not on the page`);
  return bounds;
}

test('a zone is moved and resized with the mouse, and meets the edges of its neighbours', async () => {
  await demo.shown();
  await box('Pictures').scrollIntoViewIfNeeded();
  const pictures = await boundsOf('Pictures');
  const whole = (pictures.width / 32) * 100;
  // Towards the middle of the screen, and back to within one percent of its place.
  await drag({ x: pictures.x + 20, y: pictures.y + 30 }, { x: -whole * 0.25, y: 0 });
  await expect.poll(() => place(1)).toEqual(['43%', '0%', '32%', '68%']);
  const moved = await boundsOf('Pictures');
  await drag({ x: moved.x + 20, y: moved.y + 30 }, { x: whole * 0.245, y: 0 });
  await expect.poll(() => place(1)).toEqual(['68%', '0%', '32%', '68%']);

  const board = await boundsOf('Board');
  const corner = { x: board.x + board.width - 4, y: board.y + board.height - 4 };
  await drag(corner, { x: -whole * 0.25, y: 0 });
  await expect.poll(() => place(3)).toEqual(['50%', '68%', '25%', '32%']);
});

test('keys do the same, zones are added and removed, and each is assigned a playlist', {
  tags: 'long',
}, async () => {
  await demo.shown();
  await box('Films').focus();
  await demo.page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(() => place(0)).toEqual(['0%', '0%', '67%', '68%']);
  await demo.page.keyboard.press('ArrowRight');
  await expect.poll(() => place(0)).toEqual(['1%', '0%', '67%', '68%']);

  await demo.page.getByRole('button', { name: 'Add a zone: Zones group' }).click();
  await expect.poll(() => frames().length).toBe(5);
  const offers = [...demo.cms.content.playlists.values()].find(({ name }) => name === 'Offers');
  await demo.page.getByLabel('What Zone 5 shows').selectOption(String(offers?.id));
  await expect.poll(() => frames()[4]?.playlist_id).toBe(offers?.id);
  await demo.page.getByRole('button', { name: 'Remove: Zone 5' }).click();
  await expect.poll(() => frames().length).toBe(4);
});

test('a focused zone receives every key while the console saves and others change the show', {
  tags: 'long',
}, async () => {
  await demo.shown();
  await box('Films').focus();
  const film = await box('Films').elementHandle();
  const offers = [...demo.cms.content.playlists.values()].find(({ name }) => name === 'Offers');
  // Faster than the server answers.
  for (let press = 0; press < 6; press++) {
    await demo.page.keyboard.press(press % 2 === 0 ? 'Shift+ArrowLeft' : 'ArrowRight');
    demo.cms.content.changePlaylist(offers?.id ?? 0, { name: `Offers ${press}` });
  }
  await expect.poll(() => place(0)).toEqual(['3%', '0%', '65%', '68%']);
  await demo.page
    .getByLabel('What Films shows')
    .locator('option', { hasText: 'Offers 5' })
    .waitFor({ state: 'attached' });
  await demo.page.keyboard.press('ArrowDown');
  await expect.poll(() => place(0)).toEqual(['3%', '1%', '65%', '68%']);
  expect(await film?.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('a layout that the CMS refuses is taken back on the page', { tags: 'long' }, async () => {
  await demo.shown();
  demo.refuses();
  // On its screen: the page around it moves as it loads, and scrolls to what gets the focus.
  const onScreen = () => box('Films').getAttribute('style');
  const before = await onScreen();
  // The page itself sends no such layout.
  await demo.page.evaluate(() => {
    const send = globalThis.fetch;
    globalThis.fetch = (address, options) => {
      if (!String(address).endsWith('/zones')) return send(address, options);
      const { zones } = JSON.parse(String(options?.body));
      return send(address, {
        ...options,
        body: JSON.stringify({ zones: zones.with(0, { ...zones[0], width: 0 }) }),
      });
    };
  });
  const refused = demo.page.waitForResponse((answer) => answer.status() === 422);
  await box('Films').press('ArrowDown');
  await refused;
  await expect.poll(onScreen).toEqual(before);
});

test('a layout that makes no sense is refused with a sentence', { tags: 'long' }, async () => {
  await demo.shown();
  const [id] = [...demo.cms.content.deviceGroups.keys()];
  const put = async (zones: unknown) => {
    const answer = await fetch(`${demo.cms.origin}/console/api/groups/${id}/zones`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', origin: demo.cms.origin },
      body: JSON.stringify({ zones }),
    });
    return [answer.status, ((await answer.json()) as { message?: string }).message];
  };
  const zone = { name: 'A', left: 0, top: 0, width: 50, height: 50, playlist_id: null };
  expect(await put([zone, zone])).toEqual([422, 'Each zone needs its own name.']);
  expect(await put([{ ...zone, width: 0 }])).toEqual([422, 'A zone is at least 1 % wide.']);
  expect(await put([{ ...zone, playlist_id: 9999 }])).toEqual([422, 'There is no such playlist.']);
  expect(await put(Array.from({ length: 13 }, (_, n) => ({ ...zone, name: `Z${n}` })))).toEqual([
    422,
    'A screen has at most 12 zones.',
  ]);
  expect((await put([]))[0]).toBe(200);
});
