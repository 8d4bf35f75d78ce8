import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startDemoCms } from '../../src/demo/cms.ts';
import { startMosquitto, watch } from '../fleet/mosquitto.ts';
import { startDisplay } from './support/display.ts';
import { picture } from './support/pictures.ts';
import { startPlayerProcess } from './support/player.ts';

// Commands of entries reach a real broker when the display shows the entries, in each zone.

interface Event {
  readonly at: string;
  readonly screenId: string;
  readonly entryId: string;
  readonly when: 'start' | 'end';
  readonly commands: readonly string[];
}

test('a player publishes the commands of the entries it shows, of nested playlists and zones too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-entry-events-'));
  const broker = await startMosquitto();
  const operator = await watch(broker);
  const display = await startDisplay(640, 360);
  const cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['events-token'] } });
  const { content } = cms;
  const media = (['red', 'green', 'blue'] as const).map(
    (name) => content.addFile({ name, fileName: `${name}.png`, mimeType: 'image/png' }, picture(name)).id,
  );
  const main = Number(cms.playlistId);
  const inner = content.addPlaylist({ name: 'Inner' }).id;
  const side = content.addPlaylist({ name: 'Side' }).id;
  const lamp = content.addEntry(main, {
    media_file_id: media[0] ?? 0,
    duration: 1,
    commands_start: ['lamp on', { socket: 2 }],
    commands_end: ['lamp off'],
  });
  content.addEntry(inner, { media_file_id: media[1] ?? 0, duration: 1 });
  const nested = content.addEntry(main, {
    playlist_id_as_nested_playlist: inner,
    duration: 0,
    commands_start: ['inner'],
  });
  const beside = content.addEntry(side, {
    media_file_id: media[2] ?? 0,
    duration: 2,
    commands_start: ['side'],
  });
  const half = { top: 0, width: '50%', height: '100%' };
  content.changeDeviceGroup(Number(cms.deviceGroupId), {
    multi_frame: [
      { ...half, name: 'main', left: 0 },
      { ...half, name: 'side', left: '50%', playlist_id: side },
    ],
  });
  const config = join(folder, 'config.json');
  const fleet = { url: broker.url, name: 'chain', device: 'shop-1' };
  writeFileSync(config, JSON.stringify({ adminPort: 0, fleet }), { mode: 0o600 });
  const player = startPlayerProcess({
    DISPLAY: display.name,
    VITRINE_DATA_DIR: join(folder, 'data'),
    VITRINE_CONFIG: config,
    VITRINE_CMS_URL: cms.baseUrl,
    VITRINE_CMS_TOKEN: 'events-token',
    VITRINE_DEVICE: 'Demo screen',
    XDG_CONFIG_HOME: folder,
  });
  onTestFinished(async () => {
    await player.stop();
    await cms.stop();
    await display.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const events = (): readonly Event[] =>
    operator.messages
      .filter(({ topic }) => topic.endsWith('/shop-1/entry'))
      .map(({ text }) => JSON.parse(text));
  const of = (id: number, when: Event['when']) =>
    events().filter((event) => event.entryId === String(id) && event.when === when);
  await expect.poll(() => of(lamp.id, 'end').length).toBeGreaterThanOrEqual(3);
  await expect.poll(() => of(beside.id, 'start').length).toBeGreaterThanOrEqual(3);
  expect(of(lamp.id, 'start')[0]).toMatchObject({
    screenId: '1/main',
    commands: ['lamp on', '{"socket":2}'],
  });
  expect(of(lamp.id, 'end')[0]).toMatchObject({ screenId: '1/main', commands: ['lamp off'] });
  expect(of(nested.id, 'start')[0]).toMatchObject({ screenId: '1/main', commands: ['inner'] });
  expect(of(beside.id, 'start')[0]).toMatchObject({ screenId: '1/side', commands: ['side'] });
  // Each entry begins before it ends, and ends before it begins again.
  const order = events()
    .filter(({ entryId }) => entryId === String(lamp.id))
    .map(({ when }) => when);
  // The broker connected in the middle of an item.
  if (order[0] === 'end') order.shift();
  expect(order).toEqual(order.map((_, index) => (index % 2 === 0 ? 'start' : 'end')));
  // Each zone reports for itself.
  for (const zone of ['1/main', '1/side']) {
    const times = events().flatMap(({ screenId, at }) => (screenId === zone ? [at] : []));
    expect(times).toEqual(times.toSorted());
  }
});
