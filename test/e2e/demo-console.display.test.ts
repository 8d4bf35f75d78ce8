import { expect, test } from 'vitest';
import { demoMediaFolder } from '../../src/demo/demo-media.ts';
import { onConsole, until } from './support/console.ts';

// The console as a person uses it, in a real browser, checked by the answers of the API afterwards.

const open = onConsole({ viewport: { width: 1500, height: 950 } });
const { entries, ids, row, shown } = open;
const byName = (name: string) => [...open.cms.content.mediaFiles.values()].find((one) => one.name === name);

test('the console shows the playlist with names, pictures and conditions', async () => {
  expect(await shown()).toHaveLength(8);
  expect(await row(0).textContent()).toContain('Morning hills');
  expect(await row(6).textContent()).toContain('Mon–Fri, 09:00–17:30');
  expect(await row(7).textContent()).toContain('never');
  const sizes = await open.page
    .locator('.entry .thumbnail img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
  expect(sizes.length).toBeGreaterThan(6);
  await open.page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('.entry img')].every((image) => image.naturalWidth > 100),
  );
});

test('entries are reordered by buttons and by dragging', { tags: 'long' }, async () => {
  const [a, b, c, d] = ids();
  await row(0).getByRole('button', { name: 'Move down' }).click();
  await until(() => ids()[0] === b);
  expect((await shown()).slice(0, 2)).toEqual([b, a]);
  await row(1).getByRole('button', { name: 'Move up' }).click();
  await until(() => ids()[0] === a);
  await shown();
  expect(await row(0).getByRole('button', { name: 'Move up' }).isDisabled()).toBe(true);

  await row(0)
    .locator('.grip')
    .dragTo(row(2), { targetPosition: { x: 300, y: 55 } });
  await until(() => ids()[0] === b);
  expect((await shown()).slice(0, 4)).toEqual([b, c, a, d]);
  await row(2)
    .locator('.grip')
    .dragTo(row(0), { targetPosition: { x: 300, y: 5 } });
  await until(() => ids()[0] === a);
  expect((await shown()).slice(0, 4)).toEqual([a, b, c, d]);
});

test('library items are added by a click, and by dragging to a position', async () => {
  const before = ids();
  await open.page.getByRole('button', { name: 'Add Northern lights to the playlist' }).click();
  await until(() => entries().length === 9);
  expect((await shown()).slice(0, 8)).toEqual(before);
  expect(entries()[8]).toMatchObject({ duration: 0, play_rule: 1 });

  await open.page
    .getByRole('button', { name: 'Add Town board to the playlist' })
    .dragTo(row(0), { targetPosition: { x: 300, y: 5 } });
  await until(() => entries().length === 10);
  expect((await shown())[1]).toBe(before[0]);
  expect(entries()[0]?.media_file_id).toBe(byName('Town board')?.id);

  await open.page.getByRole('button', { name: 'Add Offers to the playlist' }).click();
  await until(() => entries().length === 11);
  expect(entries()[10]?.playlist_id_as_nested_playlist).toBeGreaterThan(0);
});

test('entries change duration, sound, transition and schedule, and are removed', async () => {
  const entry = () => entries()[1];
  await row(1).getByRole('button', { name: 'Edit' }).click();
  const editor = row(1).locator('.editor');
  await editor.getByLabel('Seconds (0 = its own length)').fill('12.5');
  await editor.getByLabel('Play its sound').click();
  await until(() => entry()?.duration === 12.5 && entry()?.is_sound_played === 0);
  await editor.getByLabel('Transition', { exact: true }).selectOption('slide');
  await until(() => entry()?.transition === 'slide');
  await editor.getByLabel('Transition seconds').fill('0.6');
  await editor.getByLabel('Transition seconds').press('Tab');
  await until(() => entry()?.transition_duration === 0.6);

  await editor.getByLabel('by schedule').click();
  await until(() => entry()?.play_rule === 0);
  await editor.locator('.days label', { hasText: 'Sat' }).click();
  await until(() => entry()?.weekdays === 63);
  await editor.locator('.days label', { hasText: 'Sun' }).click();
  await until(() => entry()?.weekdays === 62);
  await editor.getByLabel('From').fill('08:15:00');
  await until(() => entry()?.start_time === '08:15:00');
  await editor.getByLabel('Until').fill('19:00:00');
  await until(() => entry()?.end_time === '19:00:00');
  await editor.getByLabel('First day').fill('2026-12-01');
  await until(() => entry()?.start_date === '2026-12-01');
  await editor.getByLabel('Last day').fill('2026-12-24');
  await until(() => entry()?.end_date === '2026-12-24');
  await row(1).locator('.chip.when', { hasText: 'Mon–Fri, 08:15–19:00, 2026-12-01 to 2026-12-24' }).waitFor();

  const { id } = entry() ?? { id: 0 };
  await row(1).getByRole('button', { name: 'Remove' }).click();
  await until(() => !ids().includes(id));
  expect(await shown()).toHaveLength(7);
});

test('a file is uploaded with its thumbnail, and a web address added', { tags: 'long' }, async () => {
  await open.page.getByLabel('Upload files').setInputFiles(`${demoMediaFolder}tide.mp4`);
  await until(() => byName('tide') !== undefined);
  const clip = byName('tide');
  expect(clip?.attachable).toMatchObject({ mime_type: 'video/mp4', width: 1280, height: 720, duration: 7 });
  expect(open.cms.content.thumbnails.get(clip?.id ?? 0)?.size).toBeGreaterThan(1000);

  await open.page.getByLabel('Address of a web page').fill('https://example.org/menu');
  await open.page.getByLabel('Address of a web page').press('Enter');
  await until(() => byName('example.org/menu') !== undefined);
  await open.page.getByRole('button', { name: 'Add example.org/menu to the playlist' }).click();
  await until(() => entries().length === 9);
});

test('a playlist is created, renamed, assigned and deleted', { tags: 'long' }, async () => {
  await open.page.getByLabel('Name of the new playlist').fill('<b>Night</b>');
  await open.page.getByLabel('Create playlist').click();
  await open.page.getByText('Nothing in it yet.').waitFor();
  const made = [...open.cms.content.playlists.values()].at(-1);
  expect(made?.name).toBe('<b>Night</b>');
  await open.page.getByLabel('Name of the playlist').fill('Late');
  await open.page.getByLabel('Name of the playlist').press('Enter');
  await until(() => made?.name === 'Late');
  await open.page.getByLabel('What Demo screen shows').selectOption('Late');
  await until(() => open.cms.content.devices.get(Number(open.cms.deviceId))?.playlist_id === made?.id);
  await open.page.getByLabel('What Demo screen shows').selectOption('same as Demo group');
  await until(() => open.cms.content.devices.get(Number(open.cms.deviceId))?.playlist_id === null);
  await open.page.getByRole('button', { name: 'Delete this playlist' }).click();
  await until(() => open.cms.content.playlists.size === 2);
  expect(await shown()).toHaveLength(8);
});

test('the CMS goes offline and back, and the page shows whether a player connects', {
  tags: 'long',
}, async () => {
  const ask = () =>
    fetch(`${open.cms.baseUrl}playlist`, { headers: { authorization: `Bearer ${open.cms.token}` } });
  await open.page.getByText('No player has connected yet').waitFor();
  await open.page.locator('.power').click();
  await open.page.getByText('The CMS does not answer the player now.').waitFor();
  await expect(ask()).rejects.toThrow('fetch failed');
  await open.page.locator('.power').click();
  await until(() => !open.cms.offline);
  expect((await ask()).status).toBe(200);
  await open.page.getByText(/A player connected/).waitFor();
  expect(await open.page.locator('.connect').textContent()).toContain(open.cms.baseUrl);
  expect(await open.page.locator('.connect').textContent()).toContain(open.cms.token);
});

test('edits by others appear without a reload, but not while the user types', { tags: 'long' }, async () => {
  const { content, playlistId } = open.cms;
  const renamed = (name: string) => {
    content.changePlaylist(playlistId, { name });
    return open.page.locator('.playlists .current', { hasText: name });
  };
  await renamed('From elsewhere').waitFor();
  const comment = open.page.getByLabel('Comment');
  await comment.fill('half a thou');
  const again = renamed('Again');
  const answers = () => open.page.waitForResponse((answer) => answer.url().endsWith('/console/api/state'));
  for (let asked = 0; asked < 2; asked++) await answers();
  expect(await again.count()).toBe(0);
  await comment.press('End');
  await comment.pressSequentially('ght');
  expect(content.playlists.get(Number(playlistId))?.comment).toBe('What the demo screen shows');
  await comment.press('Enter');
  await again.waitFor();
  expect(await comment.inputValue()).toBe('half a thought');
  expect(content.playlists.get(Number(playlistId))?.comment).toBe('half a thought');
});

/** Opens the editor of a scheduled entry, and types into it. */
async function editing(position: number) {
  await row(position).getByRole('button', { name: 'Edit' }).click();
  const editor = row(position).locator('.editor');
  const type = async (label: string, value: string): Promise<string> => {
    const field = editor.getByLabel(label, { exact: true });
    await field.fill(value);
    await field.press('Enter');
    return label;
  };
  /** The text of the refusal, once the field shows the stored value again. */
  const backTo = async (label: string, kept: string): Promise<string> => {
    await expect.poll(() => editor.getByLabel(label, { exact: true }).inputValue()).toBe(kept);
    return (await open.page.locator('.message.shown #announcement').textContent()) ?? '';
  };
  return { editor, type, backTo };
}

test('a refused value is reset, with the reason', { tags: 'long' }, async () => {
  open.refuses();
  const before = JSON.stringify(open.cms.content.records());
  const { type, backTo } = await editing(0);
  await type('Seconds', '-3');
  expect(await backTo('Seconds', '7')).toBe('The duration must be from 1 to 86,400 seconds (a day).');
  await type('Seconds', '0');
  expect(await backTo('Seconds', '7')).toContain('no length of its own');
  await type('Seconds', '');
  expect(await backTo('Seconds', '7')).toContain('from 1 to 86,400 seconds');
  await type('Transition seconds', '60');
  expect(await backTo('Transition seconds', '1')).toContain('0.1 to 10 seconds');
  await open.page.getByLabel('Name of the playlist').fill('  ');
  await open.page.getByLabel('Name of the playlist').press('Enter');
  await open.page.getByText('Enter a name.').waitFor();
  expect(await open.page.getByLabel('Name of the playlist').inputValue()).toBe('Welcome');
  expect(JSON.stringify(open.cms.content.records())).toBe(before);
});

test('a video may have 0 seconds: its own length', { tags: 'long' }, async () => {
  const { type } = await editing(1);
  await type('Seconds (0 = its own length)', '5');
  await until(() => entries()[1]?.duration === 5);
  await row(1).locator('.chip', { hasText: '5 s' }).waitFor();
  await type('Seconds (0 = its own length)', '0');
  await until(() => entries()[1]?.duration === 0);
  await row(1).locator('.chip', { hasText: 'own length' }).waitFor();
});

test('the last day cannot precede the first one, whichever is typed', { tags: 'long' }, async () => {
  open.refuses();
  const { type, backTo } = await editing(6);
  await type('First day', '2026-12-10');
  await until(() => entries()[6]?.start_date === '2026-12-10');
  await type('Last day', '2026-12-09');
  expect(await backTo('Last day', '')).toBe('The last day would be before the first day, 2026-12-10.');
  await type('Last day', '2026-12-10');
  await until(() => entries()[6]?.end_date === '2026-12-10');
  await type('First day', '2026-12-11');
  expect(await backTo('First day', '2026-12-10')).toContain('after the last day, 2026-12-10');
  expect(entries()[6]).toMatchObject({ start_date: '2026-12-10', end_date: '2026-12-10' });
});

test('the last ticked day stays ticked', { tags: 'long' }, async () => {
  open.refuses();
  const { editor } = await editing(6);
  const day = (name: string) => editor.locator('.day', { hasText: name });
  for (const [name, left] of [
    ['Mon', 60],
    ['Tue', 56],
    ['Wed', 48],
    ['Thu', 32],
  ] as const) {
    await day(name).click();
    await until(() => entries()[6]?.weekdays === left);
  }
  await day('Fri').click();
  await open.page.getByText('Tick at least one day.').waitFor();
  expect(await day('Fri').getByRole('checkbox').isChecked()).toBe(true);
  expect(entries()[6]?.weekdays).toBe(32);
});

test('deleting a used item needs a confirmation, and can be undone', { tags: 'long' }, async () => {
  const before = JSON.stringify(open.cms.content.records());
  const id = byName('Flat white')?.id ?? 0;
  const bytes = open.cms.content.bytes.get(id);
  const remove = open.page.getByRole('button', { name: 'Delete Flat white' });
  const dialog = open.page.getByRole('dialog');
  await remove.click();
  await dialog
    .getByText('“Flat white” is used by the playlist “Welcome” and the playlist “Offers”.')
    .waitFor();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(JSON.stringify(open.cms.content.records())).toBe(before);

  await remove.click();
  await dialog.getByRole('button', { name: 'Delete it' }).click();
  await until(() => byName('Flat white') === undefined);
  expect(await shown()).toHaveLength(7);
  await open.page.getByRole('button', { name: 'Undo' }).click();
  await until(() => byName('Flat white') !== undefined);
  expect(await shown()).toHaveLength(8);
  expect(open.cms.content.bytes.get(id)).toBe(bytes);
  expect(open.cms.content.thumbnails.has(id)).toBe(true);
});

test('a removed entry and a deleted playlist return to their places', { tags: 'long' }, async () => {
  const before = ids();
  await row(2).getByRole('button', { name: 'Remove' }).click();
  await open.page.getByText('“Opening hours” was removed from the playlist.').waitFor();
  expect(await shown()).toHaveLength(7);
  await open.page.getByRole('button', { name: 'Undo' }).click();
  await until(() => ids().length === 8);
  expect(await shown()).toEqual(before);

  const { content, deviceGroupId, playlistId } = open.cms;
  await open.page.getByRole('button', { name: 'Delete this playlist' }).click();
  await open.page
    .getByText('“Welcome” is used by the group “Demo group”. Delete it there as well?')
    .waitFor();
  await open.page.getByRole('button', { name: 'Delete it' }).click();
  await until(() => !content.playlists.has(Number(playlistId)));
  expect(content.deviceGroups.get(Number(deviceGroupId))?.playlist_id).toBe(null);
  await open.page.getByRole('button', { name: 'Undo' }).click();
  await until(() => content.playlists.has(Number(playlistId)));
  expect(content.deviceGroups.get(Number(deviceGroupId))?.playlist_id).toBe(Number(playlistId));
  expect([...content.playlists.keys()][0]).toBe(Number(playlistId));
  expect(ids()).toEqual(before);
});

test('a group and an entry get the page that a touch opens', { tags: 'long' }, async () => {
  await shown();
  const group = () => open.cms.content.deviceGroups.get(Number(open.cms.deviceGroupId));
  await open.page.getByRole('button', { name: 'Settings: Demo group' }).click();
  const ofGroup = open.page.locator('.group-editor');
  await ofGroup.getByLabel('A touch opens a page').click();
  await until(() => group()?.interaction_enabled === 1);
  await ofGroup.getByLabel('Page of the library').selectOption('Town board');
  await until(() => group()?.mediafile_id_as_interaction_website === byName('Town board')?.id);
  await ofGroup.getByLabel('Show returns after seconds').fill('30');
  await ofGroup.getByLabel('Show returns after seconds').press('Tab');
  await until(() => group()?.interaction_timeout === 30);

  await row(0).getByRole('button', { name: 'Edit' }).click();
  const ofEntry = row(0).locator('.editor');
  await ofEntry.getByLabel('A touch opens a page while it plays').click();
  await ofEntry.getByLabel('Or its address').fill('https://guide.example.com/');
  await ofEntry.getByLabel('Or its address').press('Tab');
  await until(() => entries()[0]?.interactive_website === 'https://guide.example.com/');
  expect(entries()[0]).toMatchObject({ interaction_enabled: 1, interaction_timeout: null });
  open.refuses();
  await ofEntry.getByLabel('Or its address').fill('guide');
  await ofEntry.getByLabel('Or its address').press('Tab');
  await open.page.getByText('The address must begin with http:// or https://.').waitFor();
  expect(entries()[0]?.interactive_website).toBe('https://guide.example.com/');
});

test('a group gets rotation, logo with opacity, and the texts of a serial line', {
  tags: 'long',
}, async () => {
  await shown();
  const group = () => open.cms.content.deviceGroups.get(Number(open.cms.deviceGroupId));
  await open.page.getByRole('button', { name: 'Settings: Demo group' }).click();
  const editor = open.page.locator('.group-editor');
  await editor.getByLabel('Display rotation').selectOption('90°');
  await until(() => group()?.rotation === 90);
  await editor.getByLabel('Logo').selectOption('Flat white');
  await until(() => group()?.channel_logo_media_file_id === byName('Flat white')?.id);
  await editor.getByLabel('Corner').selectOption('bottom left');
  await editor.getByLabel('Opacity in %').fill('40');
  await editor.getByLabel('Opacity in %').press('Tab');
  await until(() => group()?.channel_logo_opacity === 40);
  await editor.getByLabel('Display on a serial port').click();
  await until(() => group()?.is_rs232_enabled === 1);
  await editor.getByLabel('Format').selectOption('hex');
  await editor.getByLabel('Sent to turn it off').fill('AA 11 01');
  await editor.getByLabel('Sent to turn it off').press('Tab');
  await until(() => group()?.rs232_display_off === 'AA 11 01');
  expect(group()).toMatchObject({
    is_channel_logo_active: 1,
    channel_logo_position: 'bottom_left',
    rs232_baud: 9600,
    rs232_data_bits: 8,
    rs232_parity: 'none',
    rs232_stop_bits: 1,
    rs232_format: 'hex',
  });
  open.refuses();
  await editor.getByLabel('Opacity in %').fill('140');
  await editor.getByLabel('Opacity in %').press('Tab');
  await open.page.getByText('The opacity is a number from 0 to 100.').waitFor();
  expect(group()?.channel_logo_opacity).toBe(40);
});

test('a template and its thumbnail are made in the library, and commands are set for an entry', {
  tags: 'long',
}, async () => {
  const before = (await shown()).length;
  await open.page.getByLabel('Name of a template or content').fill('Menu of the day');
  await open.page.getByRole('button', { name: 'Add a template or content' }).click();
  await until(() => byName('Menu of the day') !== undefined);
  const made = byName('Menu of the day');
  expect(made).toMatchObject({ attachable_type: 'Template', attachable: null });
  expect(open.cms.content.thumbnails.get(made?.id ?? 0)?.size).toBeGreaterThan(2_000);
  await open.page.getByRole('button', { name: 'Add Menu of the day to the playlist' }).click();
  await until(() => entries().length === before + 1);
  await shown();
  expect(await row(before).textContent()).toContain('Template, shown as its thumbnail');
  await row(before).getByRole('button', { name: 'Edit' }).click();
  await row(before).getByLabel('Commands at its start').fill('lamp on');
  await row(before).getByLabel('Commands at its start').press('Tab');
  await until(() => entries()[before]?.commands_start[0] === 'lamp on');
});
