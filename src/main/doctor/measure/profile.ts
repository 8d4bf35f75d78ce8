import * as v from 'valibot';
import { type Message, message } from '../../../shared/languages/message.ts';
import type { VideoDecoder } from '../../../shared/video-decoder.ts';

/** A clip of `doctor --measure`: a second of 30 frames in each codec and size. */
export interface Clip {
  readonly file: string;
  readonly codec: Codec;
  readonly size: Size;
  /** The MIME type for the browser's support query. */
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
      file: `${codec}-1080p.${ending}`,
      codec,
      size: '1080p30' as const,
      type: type(small),
      width: 1920,
      height: 1080,
      bitrate: 4_000_000,
    },
    {
      file: `${codec}-2160p.${ending}`,
      codec,
      size: '2160p30' as const,
      type: type(large),
      width: 3840,
      height: 2160,
      bitrate: 12_000_000,
    },
  ];
});

/** The page's report on one clip. */
export const measured = v.object({
  type: v.literal('measured'),
  file: v.string(),
  supported: v.boolean(),
  powerEfficient: v.optional(v.boolean(), false),
  /** Of the video: the browser names its decoder by this. */
  address: v.optional(v.string(), ''),
  frames: v.optional(v.number(), 0),
  dropped: v.optional(v.number(), 0),
  ms: v.optional(v.number(), 0),
});
export type Measured = v.InferOutput<typeof measured>;

export interface ProfileRow {
  readonly codec: Codec;
  readonly size: Size;
  /** Null: the browser does not support the codec. */
  readonly decoder: 'hardware' | 'software' | null;
  /** The browser's name for the decoder that worked; null: not reported, as by Electron. */
  readonly decoderName: string | null;
  /** Of 30. */
  readonly shownFrames: number;
  readonly droppedFrames: number;
  readonly framesPerSecond: number;
  /** Memory of the stage's renderer after the clip; null: unknown. */
  readonly mebibytes: number | null;
  readonly plays: boolean;
}

export interface MachineProfile {
  readonly browser: string;
  readonly display: { readonly width: number; readonly height: number };
  /** The machine has no display, or none is connected. */
  readonly isVirtual: boolean;
  readonly memoryMiB: number;
  readonly processors: number;
  readonly rows: readonly ProfileRow[];
  /** Codecs by decoder: graphics card or CPU. */
  readonly decoding: Message;
  /** Recommended formats for this machine. */
  readonly advice: Message;
}

/** A frame may be missed on a display that runs slightly off 60 Hz. */
const mostLost = 2;
/** A clip that takes this long for its second stutters. */
const longestMs = 1_250;

/** `used`: reported by the browser while it played. Without it, what the browser promises of the codec counts. */
export function rowOf(
  { codec, size }: Clip,
  result: Measured,
  bytes: number | null,
  used?: VideoDecoder,
): ProfileRow {
  const { supported, powerEfficient, frames, dropped, ms } = result;
  const decoder = (used?.isHardware ?? powerEfficient) ? 'hardware' : 'software';
  return {
    codec,
    size,
    decoder: supported ? decoder : null,
    decoderName: supported ? (used?.name ?? null) : null,
    shownFrames: frames,
    droppedFrames: dropped,
    framesPerSecond: ms > 0 ? Math.round(((frames - 1) / ms) * 10_000) / 10 : 0,
    mebibytes: bytes === null ? null : Math.round(bytes / 2 ** 20),
    plays: supported && frames >= 30 - mostLost && ms > 0 && ms <= longestMs,
  };
}

const names: Readonly<Record<Codec, string>> = { h264: 'H.264', hevc: 'HEVC', vp9: 'VP9', av1: 'AV1' };

/** Which codecs the graphics card decodes, which the CPU, and which none. */
export function decodingOf(rows: readonly ProfileRow[]): Message {
  const kinds = [
    ['hardware', 'doctor.measure.hardware'],
    ['software', 'doctor.measure.software'],
    [null, 'doctor.measure.none'],
  ] as const;
  return together(
    kinds.flatMap(([kind, code]) => {
      const codecs = namesOf(rows.filter(({ decoder }) => decoder === kind));
      return codecs.length === 0 ? [] : [message(code, { codecs })];
    }),
  );
}

/** Codecs of the graphics card come first: they cost no CPU time. */
export function adviceOf(rows: readonly ProfileRow[]): Message {
  const playing = (size: Size): readonly string[] =>
    namesOf(
      rows
        .filter((row) => row.size === size && row.plays)
        .toSorted((one, other) => Number(other.decoder === 'hardware') - Number(one.decoder === 'hardware')),
    );
  const [hd, uhd] = [playing('1080p30'), playing('2160p30')];
  const small = rows.filter(({ size }) => size === '1080p30');
  const stuttering = namesOf(small.filter(({ decoder, plays }) => decoder !== null && !plays));
  const unknown = namesOf(small.filter(({ decoder }) => decoder === null));
  const isSlow = hd.length === 0;
  return together([
    message(isSlow ? 'doctor.measure.advice.small' : 'doctor.measure.advice.hd', { codecs: hd }),
    ...(uhd.length > 0 ? [message('doctor.measure.advice.uhd', { codecs: uhd })] : []),
    ...(uhd.length === 0 && !isSlow ? [message('doctor.measure.advice.no-uhd')] : []),
    ...(stuttering.length > 0 && !isSlow
      ? [message('doctor.measure.advice.stutters', { codecs: stuttering })]
      : []),
    ...(unknown.length > 0 ? [message('doctor.measure.advice.unknown', { codecs: unknown })] : []),
  ]);
}

const namesOf = (rows: readonly ProfileRow[]): readonly string[] => [
  ...new Set(rows.map(({ codec }) => names[codec])),
];

/** Never called with an empty list: each row has a name. */
const together = (sentences: readonly Message[]): Message =>
  sentences.reduce((first, next) => message('sentences', { first, next }));
