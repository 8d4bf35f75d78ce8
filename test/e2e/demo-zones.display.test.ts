import { expect, test } from 'vitest';
import { until } from '../support/until.ts';
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

/** The console draws its zones anew when it hears of a change: an element may be gone for a moment. */
function boundsOf(name: string) {
  return until(`zone ${name}`, () => box(name).boundingBox());
}

test('a zone is moved and resized with the mouse, and meets the edges of its neighbours', async () => {
  await demo.shown();
  await box('Pictures').scrollIntoViewIfNeeded();
  const pictures = await boundsOf('Pictures');
  const whole = (pictures.width / 32) * 100;
  // Towards the middle of the screen, and back to within a percent of its place.
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

test('keys do the same, zones are added and removed, and each is assigned a playlist', async () => {
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

test('a layout that makes no sense is refused with a sentence', async () => {
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
  expect(await put([zone, zone])).toEqual([422, 'Each zone has a name of its own.']);
  expect(await put([{ ...zone, width: 0 }])).toEqual([422, 'A zone is at least 1 % wide.']);
  expect(await put([{ ...zone, playlist_id: 9999 }])).toEqual([422, 'There is no such playlist.']);
  expect(await put(Array.from({ length: 13 }, (_, n) => ({ ...zone, name: `Z${n}` })))).toEqual([
    422,
    'A screen has at most 12 zones.',
  ]);
  expect((await put([]))[0]).toBe(200);
});
