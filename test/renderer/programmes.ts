import type { ToScreen } from '../../src/shared/messages.ts';
import { type Content, type Cue, defaultScreenSettings, type Programme } from '../../src/shared/programme.ts';

export function cue(id: string, content: Content, durationMs = 1_000, more: Partial<Cue> = {}): Cue {
  return {
    id,
    entryId: `entry-${id}`,
    path: [`entry-${id}`],
    mediaFileId: `file-${id}`,
    name: id,
    content,
    durationMs,
    toOwnEnd: false,
    sound: false,
    transition: { kind: 'cut', durationMs: 0 },
    ...more,
  };
}

export const image = (source: string): Content => ({ kind: 'image', source, mimeType: 'image/png' });
export const video = (source: string, mimeType = 'video/mp4'): Content => ({
  kind: 'video',
  source,
  mimeType,
});
export const page = (address: string): Content => ({ kind: 'page', address });

/** A programme that plays these cues in order, over and over, from now on. */
export function looping(id: string, cues: readonly Cue[], more: Partial<Programme> = {}): Programme {
  const sequence = { seed: null, members: cues.map((_, index) => index) };
  return {
    id,
    editionId: 'edition-1',
    screenId: '1',
    cues,
    segments: [{ from: 0, anchor: 0, sequence }],
    inStep: false,
    ...more,
  };
}

export function programmeMessage(
  programme: Programme,
  settings: Partial<typeof defaultScreenSettings> = {},
): ToScreen {
  return { type: 'programme', programme, settings: { ...defaultScreenSettings, ...settings } };
}
