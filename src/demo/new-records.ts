import type { Device, DeviceGroup, MediaFile, Playlist, PlaylistEntry } from './records.ts';

/** Everything that is kept, as plain data. */
export interface ContentRecords {
  readonly nextId: number;
  readonly playlists: readonly Playlist[];
  readonly entries: readonly PlaylistEntry[];
  readonly mediaFiles: readonly MediaFile[];
  readonly devices: readonly Device[];
  readonly deviceGroups: readonly DeviceGroup[];
}

export function emptyRecords(): ContentRecords {
  return { nextId: 1, playlists: [], entries: [], mediaFiles: [], devices: [], deviceGroups: [] };
}

const company = 1;

function stamped(at: string): {
  company_id: number;
  created_at: string;
  updated_at: string;
  deleted_at: null;
} {
  return { company_id: company, created_at: at, updated_at: at, deleted_at: null };
}

export function newPlaylist(id: number, at: string): Playlist {
  return {
    id,
    name: '',
    comment: '',
    type: 0,
    label: null,
    is_default: 0,
    is_demo: 0,
    is_shared: 0,
    is_advertised: 0,
    events_count: 0,
    playback_order: 0,
    playback_rule: 0,
    playback_entry_count: 0,
    ...stamped(at),
  };
}

export function newEntry(id: number, at: string, playlistId: number, index: number): PlaylistEntry {
  return {
    id,
    playlist_id: playlistId,
    index,
    duration: 10,
    is_sound_played: 0,
    play_rule: 1,
    start_date: null,
    end_date: null,
    start_time: null,
    end_time: null,
    weekdays: null,
    remove_playlist_entry_after_end_date: 0,
    media_file_id: null,
    playlist_id_as_nested_playlist: null,
    commands_start: [],
    commands_end: [],
    transition: null,
    transition_duration: null,
    ...stamped(at),
  };
}

export function newMediaFile(id: number, at: string, name: string): MediaFile {
  return {
    id,
    name,
    status: 3,
    type: null,
    attachable_type: null,
    attachable_id: null,
    attachable: null,
    media_file_id_as_parent_directory: null,
    thumbnail_hash: null,
    thumbnail_extension: null,
    thumbnail_mime_type: null,
    is_hidden: 0,
    is_locked: 0,
    is_shared: 0,
    is_default: 0,
    is_demo: 0,
    ...stamped(at),
  };
}

export function newDeviceGroup(id: number, at: string): DeviceGroup {
  return {
    id,
    name: '',
    comment: '',
    playlist_id: null,
    timezone: null,
    rotation: null,
    volume: null,
    screen_scale: null,
    update_interval: null,
    update_interval_setting: null,
    live_ticker: null,
    is_rs232_enabled: 0,
    rs232_baud: null,
    rs232_data_bits: null,
    rs232_parity: null,
    rs232_stop_bits: null,
    rs232_format: null,
    rs232_display_on: null,
    rs232_display_off: null,
    interaction_enabled: 0,
    pin: null,
    is_pin_enabled: 0,
    channel_logo_media_file_id: null,
    channel_logo_position: null,
    is_channel_logo_active: 0,
    left: null,
    top: null,
    width: null,
    height: null,
    multi_frame: null,
    ...stamped(at),
  };
}
