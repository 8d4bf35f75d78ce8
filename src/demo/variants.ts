/**
 * Everything that the interface document leaves open, as plain data. The defaults are what `cms-api.md` assumes; each
 * other value is a form in which a live server may plausibly answer. All may be changed while the server runs.
 */
export interface Variants {
  /** What is around a list. `single` answers a list of one as that one object. */
  listEnvelope: 'bare' | 'data' | 'items' | 'resource' | 'single';
  recordEnvelope: 'bare' | 'data';
  /**
   * `paginator` carries `current_page`, `last_page` and `next_page_url` beside the data; `links` has `meta` and
   * `links.next`; `meta` has no address of the next page, only numbers; `link-header` keeps the envelope as it is.
   */
  paging: 'none' | 'paginator' | 'links' | 'meta' | 'link-header';
  pageSize: number;
  nextPageAddress: 'absolute' | 'relative' | 'other-origin';
  /** `own-path`: the playlist has no entries in it, they are a list at `entriesPath`. */
  entriesUnder: 'playlist_entries' | 'entries' | 'items' | 'own-path';
  entriesPath: string;
  /** Whether the list of playlists carries the entries too. */
  entriesInList: boolean;
  fieldNames: 'snake' | 'camel';
  ids: 'number' | 'text';
  flags: 'number' | 'boolean';
  /** `both` has the id beside the embedded record, `embedded` only the record. */
  entryMedia: 'id' | 'both' | 'embedded';
  /** A nested playlist as `playlist_id_as_nested_playlist`, or as what a media file is attached to. */
  nestedPlaylist: 'entry' | 'attachable';
  attachableType: 'plain' | 'namespaced';
  /** `none`: a player has to know `downloadPath`. */
  downloadField: 'none' | 'download_url' | 'file_url' | 'url';
  downloadFieldOn: 'record' | 'attachable';
  downloadAddress: 'absolute' | 'relative' | 'other-origin';
  /** Placeholders: {id} {attachable_id} {file_hash} {converted_file_hash} {extension}. */
  downloadPath: string;
  downloadNeedsToken: boolean;
  downloadRedirect: 'none' | 'own-origin' | 'other-origin';
  ranges: 'supported' | 'ignored';
  mediaValidator: 'etag' | 'weak-etag' | 'last-modified' | 'both' | 'none';
  hash: 'md5' | 'sha1' | 'sha256' | 'opaque' | 'none';
  hashCase: 'lower' | 'upper';
  /** Which of the two published hashes is the one of the bytes that are served. */
  hashOfBytes: 'both' | 'original' | 'converted' | 'neither';
  fileSize: 'exact' | 'original' | 'none';
  deviceGroup: 'device_group_id' | 'devicegroup_id' | 'device_group' | 'none';
  /** Whether a group carries its playlist as a record beside the id. */
  groupPlaylist: 'both' | 'id' | 'embedded';
  /** Conditional requests on the interface itself. */
  caching: 'none' | 'etag' | 'last-modified' | 'both';
  compression: 'none' | 'gzip';
  errorBody: 'json' | 'text' | 'html' | 'empty';
  /** The next `requests` calls are refused with it (-1 = all), downloads included. Counted down as they come. */
  refusal: Refusal | null;
  updateMethod: 'put' | 'post' | 'both';
  deleteAnswer: 'empty' | 'record' | 'message';
  /** Endpoints beyond the nine documented rows. */
  extraEndpoints: boolean;
  unknownFields: boolean;
  accessTokenSeconds: number;
  refreshRotation: boolean;
  refreshAnswer: 'full' | 'without-refresh-token';
  /** Login by a code on another device (RFC 8628), and the document that says so. */
  deviceGrant: boolean;
  /** The demo page sends X-Frame-Options and frame-ancestors. */
  pageForbidsFraming: boolean;
}

export interface Refusal {
  status: 429 | 503;
  retryAfter: 'seconds' | 'date' | 'garbage' | 'none';
  seconds: number;
  requests: number;
}

export const defaultVariants: Readonly<Variants> = {
  listEnvelope: 'bare',
  recordEnvelope: 'bare',
  paging: 'none',
  pageSize: 15,
  nextPageAddress: 'absolute',
  entriesUnder: 'playlist_entries',
  entriesPath: 'playlist/{id}/entries',
  entriesInList: false,
  fieldNames: 'snake',
  ids: 'number',
  flags: 'number',
  entryMedia: 'id',
  nestedPlaylist: 'entry',
  attachableType: 'plain',
  downloadField: 'none',
  downloadFieldOn: 'record',
  downloadAddress: 'absolute',
  downloadPath: 'mediafile/{id}/download',
  downloadNeedsToken: true,
  downloadRedirect: 'none',
  ranges: 'supported',
  mediaValidator: 'both',
  hash: 'md5',
  hashCase: 'lower',
  hashOfBytes: 'both',
  fileSize: 'exact',
  deviceGroup: 'device_group_id',
  groupPlaylist: 'both',
  caching: 'none',
  compression: 'none',
  errorBody: 'json',
  refusal: null,
  updateMethod: 'both',
  deleteAnswer: 'empty',
  extraEndpoints: true,
  unknownFields: false,
  accessTokenSeconds: 1_296_000,
  refreshRotation: true,
  refreshAnswer: 'full',
  deviceGrant: false,
  pageForbidsFraming: false,
};
