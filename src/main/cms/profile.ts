import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';

/**
 * What the interface document leaves open, as data. The defaults are the most likely reading, common variants are
 * detected, and everything else is set here: `cms.profile` in the configuration.
 */
export interface ApiProfile {
  /** Paths below the base address. */
  readonly endpoints: Readonly<Record<ResourceName, string>>;
  /** Dotted path to the list or record inside an answer, for an unknown wrapper. */
  readonly envelope: string | null;
  /** Added to the address of each list, for example `per_page=500`. */
  readonly listQuery: Readonly<Partial<Record<ResourceName, string>>>;
  /** Our name of a field → the server's, for each kind of record. */
  readonly fields: Readonly<Partial<Record<RecordName, Readonly<Record<string, string>>>>>;
  /** The address of entries that the playlist does not carry. */
  readonly entriesPath: string;
  /** The address of the bytes of a media file whose record names none. May be absolute. */
  readonly downloadPath: string;
  /** Hosts that get the token with a download, for example `cdn.example.com` or `10.0.0.5:8443`. */
  readonly tokenHosts: readonly string[];
  /** Values of `playback_order` that mean shuffled. */
  readonly shuffledOrders: readonly number[];
  /** Values of `playback_rule`: so many items in order, or so many at random, each time a nested playlist is reached. */
  readonly playbackRules: { readonly continuous: readonly number[]; readonly random: readonly number[] };
  readonly updateMethod: 'PUT' | 'POST' | 'PATCH';
}

export type ResourceName = 'playlist' | 'mediafile' | 'device' | 'devicegroup';
export type RecordName = 'playlist' | 'entry' | 'mediafile' | 'attachable' | 'device' | 'devicegroup';

const defaultProfile: ApiProfile = {
  endpoints: { playlist: 'playlist', mediafile: 'mediafile', device: 'device', devicegroup: 'devicegroup' },
  envelope: null,
  listQuery: {},
  fields: {},
  entriesPath: 'playlist/{id}/entries',
  downloadPath: 'mediafile/{id}/download',
  tokenHosts: [],
  shuffledOrders: [1],
  playbackRules: { continuous: [1], random: [2] },
  updateMethod: 'PUT',
};

const text = v.pipe(v.string('must be text'), v.trim(), v.nonEmpty('must not be empty'));
const relative = v.pipe(
  text,
  v.check((path) => !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(path), 'must be a path below the base address'),
);
const strict = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, (issue) => (issue.expected === 'never' ? 'is not a setting' : 'must be an object'));
const numbers = v.array(v.number('must be a number'), 'must be a list');
const names = v.optional(v.record(text, text, 'must be an object'));

const schema = strict({
  endpoints: v.optional(
    strict({
      playlist: v.optional(relative),
      mediafile: v.optional(relative),
      device: v.optional(relative),
      devicegroup: v.optional(relative),
    }),
  ),
  envelope: v.optional(v.nullable(text)),
  listQuery: v.optional(
    strict({
      playlist: v.optional(text),
      mediafile: v.optional(text),
      device: v.optional(text),
      devicegroup: v.optional(text),
    }),
  ),
  fields: v.optional(
    strict({
      playlist: names,
      entry: names,
      mediafile: names,
      attachable: names,
      device: names,
      devicegroup: names,
    }),
  ),
  entriesPath: v.optional(relative),
  downloadPath: v.optional(text),
  tokenHosts: v.optional(v.array(text, 'must be a list')),
  shuffledOrders: v.optional(numbers),
  playbackRules: v.optional(strict({ continuous: numbers, random: numbers })),
  updateMethod: v.optional(v.picklist(['PUT', 'POST', 'PATCH'], 'must be PUT, POST or PATCH')),
});

/** Names every mistake with its path in the configuration. */
export function parseProfile(value: unknown): ApiProfile {
  const parsed = v.safeParse(schema, value ?? {});
  if (!parsed.success) {
    const mistakes = parsed.issues.map(
      (issue) => `cms.profile.${v.getDotPath(issue) ?? ''} ${issue.message}`,
    );
    throw new VitrineError('usage', message('config-invalid.profile', { mistakes: mistakes.join('; ') }));
  }
  return completeProfile(withoutUndefined(parsed.output));
}

export function completeProfile(given: PartialProfile = {}): ApiProfile {
  return { ...defaultProfile, ...given, endpoints: { ...defaultProfile.endpoints, ...given.endpoints } };
}

export type PartialProfile = Partial<Omit<ApiProfile, 'endpoints'>> & {
  readonly endpoints?: Partial<ApiProfile['endpoints']>;
};

/** Parsed JSON holds no `undefined`, which the parser's types do not know. */
function withoutUndefined(value: v.InferOutput<typeof schema>): PartialProfile {
  return JSON.parse(JSON.stringify(value));
}
