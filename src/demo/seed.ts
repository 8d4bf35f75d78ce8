import { type DemoContent, extensionOf } from './content.ts';
import { demoBytes, demoMedia, mimeTypeOf } from './demo-media.ts';
import { demoPageAddress } from './demo-page.ts';
import type { MediaFile, Playlist, PlaylistEntry } from './records.ts';

/** One device in one group with one playlist: the base of every seed. */
export function seedEmpty(content: DemoContent): Playlist {
  const playlist = content.addPlaylist({ name: 'Welcome', comment: 'What the demo screen shows' });
  const group = content.addDeviceGroup({
    name: 'Demo group',
    comment: 'The screens of this demonstration',
    playlist_id: playlist.id,
    volume: 100,
    rotation: 0,
  });
  content.addDevice({ name: 'Demo screen', device_group_id: group.id });
  return playlist;
}

type Show = (playlist: Playlist, row: MediaFile, duration: number, transition: 'cut' | 'fade') => void;

/** The gallery, and a screen that shows four playlists at once. */
export function seedZones(content: DemoContent): void {
  const { media, show } = seedGallery(content);
  addZones(content, media, show);
}

function addZones(
  content: DemoContent,
  media: {
    readonly films: readonly MediaFile[];
    readonly pictures: readonly MediaFile[];
    readonly hours: MediaFile;
    readonly board: MediaFile;
  },
  show: Show,
): void {
  const lists = {
    Films: content.addPlaylist({ name: 'Films', comment: 'The large zone' }),
    Pictures: content.addPlaylist({ name: 'Pictures', comment: 'A zone on the side' }),
    'Opening hours': content.addPlaylist({ name: 'Opening hours', comment: 'A zone that stays' }),
    Board: content.addPlaylist({ name: 'Board', comment: 'A zone with a web page' }),
  };
  for (const film of media.films) show(lists.Films, film, 0, 'fade');
  for (const picture of media.pictures) show(lists.Pictures, picture, 6, 'fade');
  show(lists['Opening hours'], media.hours, 3600, 'cut');
  show(lists.Board, media.board, 3600, 'cut');
  const zone = (playlist: Playlist, left: number, top: number, width: number, height: number) => ({
    name: playlist.name,
    left: `${left}%`,
    top: `${top}%`,
    width: `${width}%`,
    height: `${height}%`,
    playlist_id: playlist.id,
    fit: 'cover',
  });
  const group = content.addDeviceGroup({
    name: 'Zones group',
    comment: 'Four playlists at once',
    playlist_id: lists.Films.id,
    multi_frame: [
      zone(lists.Films, 0, 0, 68, 68),
      zone(lists.Pictures, 68, 0, 32, 68),
      { ...zone(lists['Opening hours'], 0, 68, 50, 32), fit: 'contain' },
      zone(lists.Board, 50, 68, 50, 32),
    ],
  });
  content.addDevice({ name: 'Zones screen', device_group_id: group.id });
}

/** A small shop's programme with one of everything that a player must handle. */
export function seedGallery(content: DemoContent) {
  const welcome = seedEmpty(content);
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
  const transitions = { cut: null, fade: 1, slide: 0.8 };
  const show = (
    playlist: Playlist,
    row: MediaFile,
    duration: number,
    transition: 'cut' | 'fade' | 'slide',
    rules: Partial<PlaylistEntry> = {},
  ): void => {
    const transition_duration = transitions[transition];
    const how = { media_file_id: row.id, duration, transition, transition_duration };
    content.addEntry(playlist.id, { ...how, ...rules });
  };
  show(offers, coffee, 6, 'fade');
  show(offers, tower, 6, 'slide');
  show(welcome, hills, 7, 'fade');
  show(welcome, tide, 0, 'cut', { is_sound_played: 1 });
  show(welcome, hours, 8, 'fade');
  content.addEntry(welcome.id, { playlist_id_as_nested_playlist: offers.id, duration: 0 });
  show(welcome, aurora, 0, 'fade');
  show(welcome, board, 8, 'slide');
  const workdays = { play_rule: 0, start_time: '09:00:00', end_time: '17:30:00', weekdays: 62 } as const;
  show(welcome, harbour, 6, 'fade', workdays);
  show(welcome, coffee, 5, 'cut', { play_rule: 2 });
  return { media: { films: [tide, aurora], pictures: [hills, harbour, tower], hours, board }, show };
}
