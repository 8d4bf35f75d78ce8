import * as v from 'valibot';

/** What `doctor --measure` plays: a second of 30 frames in each codec and size. */
export interface Clip {
  readonly file: string;
  readonly codec: Codec;
  readonly size: Size;
  /** As the browser is asked for it. */
  readonly type: string;
  readonly width: number;
  readonly height: number;
  readonly bitrate: number;
}

export type Codec = 'h264' | 'hevc' | 'vp9' | 'av1';
export type Size = '1080p30' | '2160p30';

const types: Readonly<Record<Codec, readonly [ending: string, small: string, large: string]>> = {
  h264: ['mp4', 'avc1.640028', 'avc1.640033'],
  hevc: ['mp4', 'hvc1.1.6.L120.90', 'hvc1.1.6.L150.90'],
  vp9: ['webm', 'vp09.00.40.08', 'vp09.00.50.08'],
  av1: ['mp4', 'av01.0.08M.08', 'av01.0.12M.08'],
};

export const clips: readonly Clip[] = (['h264', 'hevc', 'vp9', 'av1'] as const).flatMap((codec) => {
  const [ending, small, large] = types[codec];
  const type = (codecs: string): string => `video/${ending}; codecs="${codecs}"`;
  return [
    {
      ...{ file: `${codec}-1080p.${ending}`, codec, size: '1080p30' as const, type: type(small) },
      ...{ width: 1920, height: 1080, bitrate: 4_000_000 },
    },
    {
      ...{ file: `${codec}-2160p.${ending}`, codec, size: '2160p30' as const, type: type(large) },
      ...{ width: 3840, height: 2160, bitrate: 12_000_000 },
    },
  ];
});

/** What the page tells of one clip. */
export const measured = v.object({
  type: v.literal('measured'),
  file: v.string(),
  supported: v.boolean(),
  powerEfficient: v.optional(v.boolean(), false),
  frames: v.optional(v.number(), 0),
  dropped: v.optional(v.number(), 0),
  ms: v.optional(v.number(), 0),
});
export type Measured = v.InferOutput<typeof measured>;

export interface ProfileRow {
  readonly codec: Codec;
  readonly size: Size;
  /** Null: the browser does not know the codec. */
  readonly decoder: 'hardware' | 'software' | null;
  /** Of 30. */
  readonly shownFrames: number;
  readonly droppedFrames: number;
  readonly framesPerSecond: number;
  /** Of the stage's renderer after it; null: not known. */
  readonly mebibytes: number | null;
  readonly plays: boolean;
}

export interface MachineProfile {
  readonly browser: string;
  readonly display: { readonly width: number; readonly height: number };
  /** Nobody sees it: the machine has no display, or none is connected. */
  readonly isVirtual: boolean;
  readonly memoryMiB: number;
  readonly processors: number;
  readonly rows: readonly ProfileRow[];
  /** Such as `video decoding: hardware h264, software vp9, av1, none hevc`. */
  readonly decoding: string;
  /** What to send this machine. */
  readonly advice: string;
}

/** A frame may fall between two pictures of a display that runs at a little more or less than 60. */
const mostLost = 2;
/** A clip that takes this much longer than its second stands still meanwhile. */
const longestMs = 1_250;

export function rowOf({ codec, size }: Clip, said: Measured, bytes: number | null): ProfileRow {
  const { supported, powerEfficient, frames, dropped, ms } = said;
  const decoder = powerEfficient ? 'hardware' : 'software';
  return {
    codec,
    size,
    decoder: supported ? decoder : null,
    shownFrames: frames,
    droppedFrames: dropped,
    framesPerSecond: ms > 0 ? Math.round(((frames - 1) / ms) * 10_000) / 10 : 0,
    mebibytes: bytes === null ? null : Math.round(bytes / 2 ** 20),
    plays: supported && frames >= 30 - mostLost && ms > 0 && ms <= longestMs,
  };
}

const names: Readonly<Record<Codec, string>> = { h264: 'H.264', hevc: 'HEVC', vp9: 'VP9', av1: 'AV1' };

export function decodingOf(rows: readonly ProfileRow[]): string {
  const kinds = ['hardware', 'software', null] as const;
  const said = kinds.flatMap((kind) => {
    const codecs = [...new Set(rows.filter(({ decoder }) => decoder === kind).map(({ codec }) => codec))];
    return codecs.length === 0 ? [] : [`${kind ?? 'none for'} ${codecs.join(', ')}`];
  });
  return `video decoding: ${said.join('; ')}`;
}

/** A codec that the card decodes costs the processor nothing, so it is named first. */
export function adviceOf(rows: readonly ProfileRow[]): string {
  const playing = (size: Size): readonly string[] =>
    rows
      .filter((row) => row.size === size && row.plays)
      .toSorted((one, other) => Number(other.decoder === 'hardware') - Number(one.decoder === 'hardware'))
      .map(({ codec }) => names[codec]);
  const [small, large] = [playing('1080p30'), playing('2160p30')];
  const known = rows.filter(({ size, decoder }) => size === '1080p30' && decoder !== null);
  const stuttering = known.filter(({ plays }) => !plays).map(({ codec }) => names[codec]);
  const unknown = rows.filter(({ size, decoder }) => size === '1080p30' && decoder === null);
  return [
    small.length === 0
      ? 'Send pictures, and videos of 1280×720 at most: 1920×1080 stutters in each codec.'
      : `Send videos of up to 1920×1080 at 30 frames a second in ${list(small)}.`,
    large.length === 0
      ? small.length === 0
        ? ''
        : '3840×2160 stutters in each codec.'
      : `3840×2160 plays too in ${list(large)}.`,
    small.length > 0 && stuttering.length > 0 ? `${list(stuttering, 'and')} stutters.` : '',
    unknown.length > 0 ? `${list(unknown.map(({ codec }) => names[codec]))} cannot be played.` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function list(words: readonly string[], last = 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
