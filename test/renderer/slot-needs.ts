import type { SlotNeeds } from '../../src/renderer/slots/slot.ts';
import { type Cue, defaultScreenSettings } from '../../src/shared/programme.ts';
import { FakeMedia } from './fake-document.ts';

/** What a slot is made with, and what it told. */
export interface ToldNeeds extends SlotNeeds {
  readonly reported: string[];
  readonly media: FakeMedia;
}

export function slotNeeds(cue: Cue, more: Partial<SlotNeeds> = {}): ToldNeeds {
  const reported: string[] = [];
  const media = new FakeMedia('video');
  return {
    cue,
    elapsedMs: 0,
    settings: defaultScreenSettings,
    video: media as unknown as HTMLVideoElement,
    events: { ended: () => reported.push('ended'), failed: (reason) => reported.push(reason) },
    ...more,
    reported,
    media,
  };
}

/** What became of work that is not over yet, or is: `waiting`, `done`, or why it failed. */
export function fateOf(work: Promise<unknown>): { readonly is: string } {
  const fate = { is: 'waiting' };
  work.then(
    () => {
      fate.is = 'done';
    },
    (thrown: unknown) => {
      fate.is = thrown instanceof Error ? thrown.message : String(thrown);
    },
  );
  return fate;
}
