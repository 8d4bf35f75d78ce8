import type { Cue, ScreenSettings } from '../shared/programme.ts';
import { chooseSlot } from './slots/choose.ts';
import type { Slot, SlotEvents } from './slots/slot.ts';

/** One of the two surfaces of the stage. It is opaque: what lies under it is never seen through it. */
export class Layer {
  readonly element = document.createElement('div');
  readonly #video = document.createElement('video');
  #slot: Slot | null = null;
  #droppedBefore = 0;

  constructor() {
    this.element.className = 'layer';
    this.element.dataset['place'] = 'waiting';
    this.#video.playsInline = true;
    this.#video.disablePictureInPicture = true;
    this.#video.disableRemotePlayback = true;
  }

  get free(): boolean {
    return this.#slot === null;
  }

  /** Since the stage was loaded. */
  get droppedFrames(): number {
    // Its fields are getters of the prototype: a copy of the object would be empty.
    return this.#droppedBefore + this.#video.getVideoPlaybackQuality().droppedVideoFrames;
  }

  take(cue: Cue, positionMs: number, settings: ScreenSettings, events: SlotEvents): Slot {
    const slot = chooseSlot({ cue, positionMs, settings, video: this.#video, events });
    this.#slot = slot;
    this.element.style.backgroundColor = settings.background === 'blur' ? '#000000' : settings.background;
    this.element.append(slot.element);
    return slot;
  }

  /** `waiting`: under everything. `shown`: in sight. `rising`: above what is shown, while it comes in. */
  put(place: 'waiting' | 'shown' | 'rising'): void {
    this.element.dataset['place'] = place;
  }

  empty(): void {
    this.put('waiting');
    // A released video counts from zero again.
    this.#droppedBefore = this.droppedFrames;
    this.#slot?.release();
    this.#slot = null;
    this.element.replaceChildren();
  }
}
