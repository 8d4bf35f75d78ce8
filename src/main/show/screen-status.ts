import type { ContentKind } from '../../shared/programme.ts';
import type { VideoDecoder } from '../../shared/video-decoder.ts';
import type { OpenShowing } from './showings.ts';
import type { Sight } from './watchdog.ts';

export interface NowPlaying {
  /** With the zone where the screen has zones: `1/side`. */
  readonly screenId: string;
  readonly cueId: string;
  readonly entryId: string;
  readonly mediaFileId: string;
  readonly name: string;
  readonly kind: ContentKind;
  readonly startedAt: string;
  /** What decodes the video; left out: no video, not known yet, or the browser does not say it. */
  readonly decoder?: VideoDecoder;
}

export interface ScreenStatus {
  readonly id: string;
  readonly alive: boolean;
  readonly lastFrameAt: string | null;
  readonly restarts: number;
  /** How often its renderer was replaced because of the memory it held, and what it holds now. */
  readonly recycles: number;
  readonly memoryBytes: number | null;
  /** Percent; null: it has no programme yet. */
  readonly volume: number | null;
  /** Of a screen with zones: what the first zone plays that plays something. */
  readonly nowPlaying: NowPlaying | null;
  /** Left out: the screen is not divided. */
  readonly zones?: readonly { readonly id: string; readonly nowPlaying: NowPlaying | null }[];
}

/** What health and supervision judge a screen by. */
export interface ScreenSight extends Sight {
  readonly id: string;
  /** Whether an item is in sight, and not the standby screen. */
  readonly plays: boolean;
  /** The edition of the item that was started last; null: none was. */
  readonly edition: string | null;
  /** The screen was switched to black. */
  readonly isBlack: boolean;
  readonly restarts: number;
}

/** `decoders`: by the source of the video. */
export function nowPlaying(
  open: OpenShowing | undefined,
  decoders: Pick<ReadonlyMap<string, VideoDecoder>, 'get'>,
): NowPlaying | null {
  if (!open) return null;
  const { key, cue, startedAt } = open;
  const decoder = cue.content.kind === 'video' ? decoders.get(cue.content.source) : undefined;
  return {
    screenId: key.screenId,
    cueId: cue.id,
    entryId: cue.entryId,
    mediaFileId: cue.mediaFileId,
    name: cue.name,
    kind: cue.content.kind,
    startedAt: new Date(startedAt).toISOString(),
    ...(decoder ? { decoder } : {}),
  };
}
