/**
 * The records as the service publishes them: flags are 0 or 1, unset fields are null. The server stores them in this
 * form, so that an answer without variants is the record itself.
 */
export type Flag = 0 | 1;

// Initial values; without the wider type each would have a literal type.
const off = 0 as Flag;
const noText = null as string | null;
const noNumber = null as number | null;

function stamped(at: string) {
  return { company_id: 1, created_at: at, updated_at: at, deleted_at: noText };
}

export type Playlist = ReturnType<typeof newPlaylist>;

export function newPlaylist(id: number, at: string) {
  return {
    id,
    name: '',
    comment: '' as string | null,
    type: 0,
    label: noText,
    is_default: off,
    is_demo: off,
    is_shared: off,
    is_advertised: off,
    events_count: 0,
    playback_order: 0,
    playback_rule: 0,
    playback_entry_count: 0,
    ...stamped(at),
  };
}

export type PlaylistEntry = ReturnType<typeof newEntry>;

export function newEntry(id: number, at: string, playlistId: number, index: number) {
  return {
    id,
    playlist_id: playlistId,
    index,
    duration: 10,
    is_sound_played: off,
    play_rule: 1 as 0 | 1 | 2,
    start_date: noText,
    end_date: noText,
    start_time: noText,
    end_time: noText,
    weekdays: noNumber,
    remove_playlist_entry_after_end_date: off,
    media_file_id: noNumber,
    playlist_id_as_nested_playlist: noNumber,
    // How it plays its nested playlist; null: as the playlist says.
    playback_rule: noNumber,
    playback_entry_count: noNumber,
    commands_start: [] as readonly unknown[],
    commands_end: [] as readonly unknown[],
    // Assumed: the fields of a group, for what a touch opens while the entry plays.
    interaction_enabled: off,
    interaction_timeout: noNumber,
    interactive_website: noText,
    mediafile_id_as_interaction_website: noNumber,
    // These two are extensions: the transition to this entry, and its duration in seconds.
    transition: null as 'cut' | 'fade' | 'slide' | null,
    transition_duration: noNumber,
    ...stamped(at),
  };
}

type Status = 0 | 1 | 2 | 3;

export type MediaFile = ReturnType<typeof newMediaFile>;

export function newMediaFile(id: number, at: string, name: string) {
  return {
    id,
    name,
    status: 3 as Status,
    type: noNumber,
    attachable_type: null as 'PhysicalFile' | 'Website' | 'Template' | 'Content' | 'Playlist' | null,
    attachable_id: noNumber,
    attachable: null as PhysicalFile | Website | Playlist | null,
    media_file_id_as_parent_directory: noNumber,
    thumbnail_hash: noText,
    thumbnail_extension: noText,
    thumbnail_mime_type: noText,
    is_hidden: off,
    is_locked: off,
    is_shared: off,
    is_default: off,
    is_demo: off,
    ...stamped(at),
  };
}

interface Attachable {
  readonly id: number;
  company_id: number;
  created_at: string;
  updated_at: string;
}

export interface PhysicalFile extends Attachable {
  status: Status;
  original_name: string;
  original_extension: string;
  file_hash: string | null;
  converted_file_hash: string | null;
  extension: string;
  mime_type: string;
  file_size: number | null;
  duration: number | null;
  width: number | null;
  height: number | null;
  color_mode: string | null;
}

export interface Website extends Attachable {
  url: string;
  /** JSON text. */
  header: string;
}

export interface LiveTicker {
  text: string;
  rss_feed: string | null;
  is_active: Flag;
  color: string;
  background_color: string;
  speed: number;
  direction: string;
  display_position: string;
  is_clock_active: Flag;
  clock_format: string;
  clock_position: string;
}

export type DeviceGroup = ReturnType<typeof newDeviceGroup>;

export function newDeviceGroup(id: number, at: string) {
  return {
    id,
    name: '',
    comment: '',
    playlist_id: noNumber,
    timezone: noText,
    rotation: noNumber,
    volume: noNumber,
    screen_scale: noNumber,
    update_interval: noNumber,
    update_interval_setting: noNumber,
    live_ticker: null as LiveTicker | null,
    is_rs232_enabled: off,
    rs232_baud: noNumber,
    rs232_data_bits: noNumber,
    rs232_parity: noText,
    rs232_stop_bits: noNumber,
    rs232_format: noText,
    rs232_display_on: noText,
    rs232_display_off: noText,
    interaction_enabled: off,
    interaction_timeout: noNumber,
    interactive_website: noText,
    mediafile_id_as_interaction_website: noNumber,
    pin: noText,
    is_pin_enabled: off,
    channel_logo_media_file_id: noNumber,
    channel_logo_position: noText,
    channel_logo_opacity: noNumber,
    is_channel_logo_active: off,
    left: noNumber,
    top: noNumber,
    width: noNumber,
    height: noNumber,
    multi_frame: null as unknown,
    ...stamped(at),
  };
}

/** Extension: the group's fields and a reference to the group. Null: as the group says. */
export interface Device extends DeviceGroup {
  device_group_id: number | null;
}

/** `YYYY-MM-DD HH:MM:SS`, without a zone, as documented. */
export function stamp(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ');
}

export function isFile(row: MediaFile): row is MediaFile & { attachable: PhysicalFile } {
  return row.attachable !== null && 'mime_type' in row.attachable;
}
