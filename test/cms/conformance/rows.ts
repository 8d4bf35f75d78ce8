import type { Variants } from '../../../src/demo/variants.ts';
import type { PartialProfile } from '../../../src/main/cms/profile.ts';

/** One line of the table: a row of the interface document, one shape of it, and the required outcome. */
export interface Row {
  readonly row: string;
  readonly variant: string;
  readonly variants?: Partial<Variants>;
  readonly profile?: PartialProfile;
  /** Replaces the demo's answer for a list or the playlist, raw. */
  readonly raw?: {
    readonly path: RegExp;
    readonly status?: number;
    readonly headers?: Record<string, string>;
    readonly body: string;
  };
  /** The error code of the required refusal; absent: it must be read like the default. */
  readonly refusedAs?: string;
  /** Parts that this shape cannot carry. */
  readonly without?: readonly (
    | 'devices'
    | 'entries'
    | 'deviceGroups'
    | 'playlists'
    | 'mediaFiles'
    | 'bytes'
  )[];
}

const each = <Key extends keyof Variants>(
  row: string,
  key: Key,
  values: readonly Variants[Key][],
  more: Partial<Row> = {},
): readonly Row[] =>
  values.map((value) => ({
    row,
    variant: `${key}: ${String(value)}`,
    ...more,
    variants: { ...more.variants, [key]: value },
  }));

const lists = /\/(playlist|mediafile|device|devicegroup)(\?.*)?$/;
const json = { 'content-type': 'application/json' };
const raw = (
  row: string,
  variant: string,
  body: string,
  refusedAs: string,
  more: Partial<NonNullable<Row['raw']>> = {},
): Row => ({
  row,
  variant,
  raw: { path: lists, headers: json, body, ...more },
  refusedAs,
});

const downloads = ['{id}', '{attachable_id}', '{file_hash}', '{converted_file_hash}', '{extension}'];

export const rows: readonly Row[] = [
  { row: 'documented', variant: 'defaults' },
  { row: 'documented', variant: 'gzip', variants: { compression: 'gzip' } },
  { row: 'records', variant: 'unknown fields everywhere', variants: { unknownFields: true } },
  ...each('records', 'fieldNames', ['snake', 'camel']),
  ...each('records', 'ids', ['number', 'text']),
  ...each('records', 'flags', ['number', 'boolean']),
  ...each('records', 'attachableType', ['plain', 'namespaced']),
  ...each('records', 'nestedPlaylist', ['entry', 'attachable']),
  {
    row: 'records',
    variant: 'camel, text, boolean, unknown fields',
    variants: { fieldNames: 'camel', ids: 'text', flags: 'boolean', unknownFields: true },
  },

  ...each('list envelope', 'listEnvelope', ['bare', 'data', 'items', 'resource', 'single']),
  ...each('list envelope', 'recordEnvelope', ['bare', 'data']),
  raw('list envelope', 'an object without a list', '{"success":true}', 'cms-bad-answer'),
  raw('list envelope', 'null', 'null', 'cms-bad-answer'),
  raw('list envelope', 'text', '"[]"', 'cms-bad-answer'),
  raw('list envelope', 'an error with 200', '{"error":"Unauthenticated"}', 'cms-bad-answer'),

  ...(['paginator', 'links', 'meta', 'link-header'] as const).flatMap((paging) =>
    each('paging', 'nextPageAddress', ['absolute', 'relative'], { variants: { paging, pageSize: 2 } }).map(
      (row) => ({
        ...row,
        variant: `${paging}, ${row.variant}`,
      }),
    ),
  ),
  ...(['data', 'items', 'resource'] as const).map((listEnvelope) => ({
    row: 'paging',
    variant: `paginator around ${listEnvelope}`,
    variants: { paging: 'paginator', pageSize: 2, listEnvelope } as const,
  })),
  ...(['paginator', 'links', 'link-header'] as const).map((paging) => ({
    row: 'paging',
    variant: `${paging}, next page on another origin`,
    variants: { paging, pageSize: 2, nextPageAddress: 'other-origin' } as const,
  })),
  raw(
    'paging',
    'next page on another host',
    '{"data":[{"id":1,"name":"a"}],"next_page_url":"https://elsewhere.example/api/v1.0/playlist?page=2"}',
    'cms-bad-paging',
  ),
  raw(
    'paging',
    'pages in a circle',
    '{"data":[{"id":1,"name":"a"}],"next_page_url":"?page=2"}',
    'cms-bad-paging',
  ),

  ...each('where entries are', 'entriesUnder', ['playlist_entries', 'entries', 'items', 'own-path']),
  {
    row: 'where entries are',
    variant: 'own-path, paged',
    variants: { entriesUnder: 'own-path', paging: 'links', pageSize: 3 },
  },
  {
    row: 'where entries are',
    variant: 'another path, named by the profile',
    variants: { entriesUnder: 'own-path', entriesPath: 'playlist/{id}/contents' },
    profile: { entriesPath: 'playlist/{id}/contents' },
  },
  {
    row: 'where entries are',
    variant: 'another path, not named',
    variants: { entriesUnder: 'own-path', entriesPath: 'playlist/{id}/contents' },
    refusedAs: 'cms-bad-record',
  },
  { row: 'where entries are', variant: 'in the list too', variants: { entriesInList: true } },

  ...each('media file of an entry', 'entryMedia', ['id', 'both', 'embedded']),

  ...(['download_url', 'file_url', 'url'] as const).flatMap((downloadField) =>
    (['record', 'attachable'] as const).flatMap((downloadFieldOn) =>
      (['absolute', 'relative', 'other-origin'] as const).map((downloadAddress) => ({
        row: 'download address',
        variant: `${downloadField} on the ${downloadFieldOn}, ${downloadAddress}`,
        variants: { downloadField, downloadFieldOn, downloadAddress },
      })),
    ),
  ),
  ...downloads.map((placeholder) => ({
    row: 'download address',
    variant: `profile with ${placeholder}`,
    variants: { downloadPath: `files/${placeholder}/${placeholder === '{id}' ? 'file' : '{id}'}` },
    profile: { downloadPath: `files/${placeholder}/${placeholder === '{id}' ? 'file' : '{id}'}` },
  })),
  ...each('download address', 'downloadRedirect', ['none', 'own-origin', 'other-origin']),
  ...each('download address', 'downloadNeedsToken', [true, false]),

  ...each('hashes', 'hash', ['md5', 'sha1', 'sha256', 'opaque', 'none']),
  ...each('hashes', 'hashCase', ['lower', 'upper']),
  ...each('hashes', 'hashOfBytes', ['both', 'original', 'converted']),
  {
    row: 'hashes',
    variant: 'hashOfBytes: neither',
    variants: { hashOfBytes: 'neither' },
    refusedAs: 'the bytes match none of the hashes',
  },
  ...each('hashes', 'fileSize', ['exact', 'original', 'none']),

  ...each('device → group', 'deviceGroup', ['device_group_id', 'devicegroup_id', 'device_group']),
  {
    row: 'device → group',
    variant: 'deviceGroup: none',
    variants: { deviceGroup: 'none' },
    without: ['devices'],
  },
  ...each('device → group', 'groupPlaylist', ['both', 'id', 'embedded']),

  ...each('caching', 'caching', ['none', 'etag', 'last-modified', 'both']),

  ...(['json', 'text', 'html', 'empty'] as const).flatMap((errorBody) =>
    ([429, 503] as const).map((status) => ({
      row: 'errors',
      variant: `${status} with an error as ${errorBody}`,
      variants: { errorBody, refusal: { status, retryAfter: 'none', seconds: 0, requests: -1 } as const },
      refusedAs: status === 429 ? 'cms-rate-limited' : 'cms-server-error',
    })),
  ),
  ...(
    [
      [400, 'cms-invalid'],
      [401, 'cms-unauthorised'],
      [403, 'cms-forbidden'],
      [404, 'cms-not-found'],
      [405, 'cms-not-offered'],
      [409, 'cms-conflict'],
      [410, 'cms-not-found'],
      [422, 'cms-invalid'],
      [500, 'cms-server-error'],
    ] as const
  ).map(([status, code]) => raw('errors', `status ${status}`, '{"message":"no"}', code, { status })),
  raw('errors', 'a web page with 200', '<!doctype html><h1>Log in</h1>', 'cms-not-json', {
    headers: { 'content-type': 'text/html' },
  }),
  raw('errors', 'JSON cut off', '[{"id":1,"na', 'cms-not-json'),
  raw('errors', 'empty body with 200', '', 'cms-not-json'),
  raw('errors', '65 levels', `${'['.repeat(65)}${']'.repeat(65)}`, 'cms-too-deep'),

  ...(['seconds', 'date'] as const).flatMap((retryAfter) =>
    ([429, 503] as const).map((status) => ({
      row: 'rate limits',
      variant: `${status}, Retry-After in ${retryAfter}, waited out`,
      variants: { refusal: { status, retryAfter, seconds: 1, requests: 1 } as const },
    })),
  ),
  ...([429, 503] as const).map((status) => ({
    row: 'rate limits',
    variant: `${status}, Retry-After of nonsense`,
    variants: { refusal: { status, retryAfter: 'garbage', seconds: 1, requests: 1 } as const },
  })),
  {
    row: 'rate limits',
    variant: '429, Retry-After 3600',
    variants: { refusal: { status: 429, retryAfter: 'seconds', seconds: 3600, requests: 1 } },
    refusedAs: 'cms-rate-limited',
  },
  {
    row: 'beyond',
    variant: 'no endpoint beyond the nine rows',
    variants: { extraEndpoints: false, entriesUnder: 'playlist_entries' },
  },
];
