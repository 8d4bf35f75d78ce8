import type { DemoContent } from './content.ts';
import { extensionOf } from './content.ts';
import { demoBytes, demoMedia, mimeTypeOf } from './demo-media.ts';
import { demoPageAddress } from './demo-page.ts';
import type { MediaFile } from './records.ts';

/** One device in one group: what every seed has. */
export function seedEmpty(content: DemoContent): void {
  const playlist = content.addPlaylist({ name: 'Welcome', comment: 'What the demo screen shows' });
  const group = content.addDeviceGroup({
    name: 'Demo group',
    comment: 'The screens of this demonstration',
    playlist_id: playlist.id,
    volume: 100,
    rotation: 0,
  });
  content.addDevice({ name: 'Demo screen', device_group_id: group.id });
}

/** A small shop's programme that has one of everything a player must handle. */
export function seedGallery(content: DemoContent): void {
  seedEmpty(content);
  const welcome = [...content.playlists.values()].find((row) => row.name === 'Welcome');
  if (!welcome) return;
  const folder = content.addFolder('Demo media');
  const media = demoMedia();
  const add = (key: string): MediaFile => {
    const medium = media[key];
    if (!medium) throw new Error(`The demo media have no ${key}.`);
    const row = content.addStoredFile(
      {
        name: medium.name,
        fileName: medium.file,
        mimeType: mimeTypeOf(extensionOf(medium.file)) ?? 'application/octet-stream',
        values: { media_file_id_as_parent_directory: folder.id, is_demo: 1 },
        file: { width: medium.width, height: medium.height, duration: medium.duration },
      },
      demoBytes(medium.file),
    );
    content.thumbnails.set(row.id, demoBytes(medium.thumbnail));
    return row;
  };
  const [hills, hours, coffee, harbour] = [add('hills'), add('hours'), add('coffee'), add('harbour')];
  const [tower, tide, aurora] = [add('tower'), add('tide'), add('aurora')];
  const board = content.addWebPage('Town board', demoPageAddress, '{}', {
    media_file_id_as_parent_directory: folder.id,
    is_demo: 1,
  });

  const offers = content.addPlaylist({ name: 'Offers', comment: 'Played inside Welcome' });
  content.addEntry(offers.id, {
    media_file_id: coffee.id,
    duration: 6,
    transition: 'fade',
    transition_duration: 0.8,
  });
  content.addEntry(offers.id, {
    media_file_id: tower.id,
    duration: 6,
    transition: 'slide',
    transition_duration: 0.8,
  });

  content.addEntry(welcome.id, {
    media_file_id: hills.id,
    duration: 7,
    transition: 'fade',
    transition_duration: 1.2,
  });
  content.addEntry(welcome.id, {
    media_file_id: tide.id,
    duration: 0,
    is_sound_played: 1,
    transition: 'cut',
  });
  content.addEntry(welcome.id, {
    media_file_id: hours.id,
    duration: 8,
    transition: 'fade',
    transition_duration: 1,
  });
  content.addEntry(welcome.id, { playlist_id_as_nested_playlist: offers.id, duration: 0 });
  content.addEntry(welcome.id, {
    media_file_id: aurora.id,
    duration: 0,
    transition: 'fade',
    transition_duration: 1,
  });
  content.addEntry(welcome.id, {
    media_file_id: board.id,
    duration: 8,
    transition: 'slide',
    transition_duration: 0.8,
  });
  content.addEntry(welcome.id, {
    media_file_id: harbour.id,
    duration: 6,
    play_rule: 0,
    start_time: '09:00:00',
    end_time: '17:30:00',
    weekdays: 62,
    transition: 'fade',
    transition_duration: 1,
  });
  content.addEntry(welcome.id, { media_file_id: coffee.id, duration: 5, play_rule: 2 });
}
