/**
 * The records as the service publishes them: flags are 0 or 1, what is not set is null. The server keeps them in
 * just this form, so that an answer without any variant is the record itself.
 */
export type Flag = 0 | 1;

interface Stamped {
  company_id: number;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

export interface Playlist extends Stamped {
  readonly id: number;
  name: string;
  comment: string | null;
  type: number;
  label: string | null;
  is_default: Flag;
  is_demo: Flag;
  is_shared: Flag;
  is_advertised: Flag;
  events_count: number;
  playback_order: number;
  playback_rule: number;
  playback_entry_count: number;
}

export interface PlaylistEntry extends Stamped {
  readonly id: number;
  playlist_id: number;
  index: number;
  duration: number;
  is_sound_played: Flag;
  play_rule: 0 | 1 | 2;
  start_date: string | null;
  end_date: string | null;
  start_time: string | null;
  end_time: string | null;
  weekdays: number | null;
  remove_playlist_entry_after_end_date: Flag;
  media_file_id: number | null;
  playlist_id_as_nested_playlist: number | null;
  commands_start: readonly unknown[];
  commands_end: readonly unknown[];
  /** Ours, not published: how this entry takes the place of the one before it, and in how many seconds. */
  transition: 'cut' | 'fade' | 'slide' | null;
  transition_duration: number | null;
}

export type AttachableType = 'PhysicalFile' | 'Website' | 'Template' | 'Content' | 'Playlist';

export interface MediaFile extends Stamped {
  readonly id: number;
  name: string;
  status: 0 | 1 | 2 | 3;
  type: number | null;
  attachable_type: AttachableType | null;
  attachable_id: number | null;
  attachable: PhysicalFile | Website | Playlist | null;
  media_file_id_as_parent_directory: number | null;
  thumbnail_hash: string | null;
  thumbnail_extension: string | null;
  thumbnail_mime_type: string | null;
  is_hidden: Flag;
  is_locked: Flag;
  is_shared: Flag;
  is_default: Flag;
  is_demo: Flag;
}

export interface PhysicalFile {
  readonly id: number;
  status: 0 | 1 | 2 | 3;
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
  company_id: number;
  created_at: string;
  updated_at: string;
}

export interface Website {
  readonly id: number;
  url: string;
  /** JSON text. */
  header: string;
  company_id: number;
  created_at: string;
  updated_at: string;
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

export interface DeviceGroup extends Stamped {
  readonly id: number;
  name: string;
  comment: string;
  playlist_id: number | null;
  timezone: string | null;
  rotation: number | null;
  volume: number | null;
  screen_scale: number | null;
  update_interval: number | null;
  update_interval_setting: number | null;
  live_ticker: LiveTicker | null;
  is_rs232_enabled: Flag;
  rs232_baud: number | null;
  rs232_data_bits: number | null;
  rs232_parity: string | null;
  rs232_stop_bits: number | null;
  rs232_format: string | null;
  rs232_display_on: string | null;
  rs232_display_off: string | null;
  interaction_enabled: Flag;
  pin: string | null;
  is_pin_enabled: Flag;
  channel_logo_media_file_id: number | null;
  channel_logo_position: string | null;
  is_channel_logo_active: Flag;
  left: number | null;
  top: number | null;
  width: number | null;
  height: number | null;
  multi_frame: unknown;
}

/** Not published: the group's fields and a reference to its group. Null: as the group says. */
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
