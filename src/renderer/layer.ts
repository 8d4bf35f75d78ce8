import type { Cue, ScreenSettings } from '../shared/programme.ts';
import { Backdrop } from './backdrop.ts';
import { chooseSlot } from './slots/choose.ts';
import type { Slot, SlotEvents } from './slots/slot.ts';

/** One of the two surfaces of the stage. What is in it covers it whole: nothing is seen through it. */
export class Layer {
  readonly element = document.createElement('div');
  readonly #video = document.createElement('video');
  #slot: Slot | null = null;
  #backdrop: Backdrop | null = null;
  #droppedBefore = 0;

  constructor() {
    this.element.className = 'layer';
    this.put('waiting');
    this.#video.playsInline = true;
    this.#video.disablePictureInPicture = true;
    this.#video.disableRemotePlayback = true;
  }

  get free(): boolean {
    return this.#slot === null;
  }

  get slot(): Slot | null {
    return this.#slot;
  }

  /** Frames of video that were due but not shown, since the stage was loaded. */
  get droppedFrames(): number {
    // Its fields are getters of the prototype: a copy of the object would be empty.
    return this.#droppedBefore + this.#video.getVideoPlaybackQuality().droppedVideoFrames;
  }

  /** Makes a cue ready in this layer. */
  async load(cue: Cue, elapsedMs: number, settings: ScreenSettings, events: SlotEvents): Promise<Slot> {
    const slot = chooseSlot({ cue, elapsedMs, settings, video: this.#video, events });
    this.#slot = slot;
    if (!slot.loadsApart) this.element.append(slot.element);
    await slot.load();
    if (this.#slot !== slot) return slot;
    if (slot.loadsApart) this.element.append(slot.element);
    this.#surround(slot, settings);
    return slot;
  }

  /** The settings of the screen changed. */
  adjust(settings: ScreenSettings): void {
    if (this.#slot === null) return;
    this.#slot.adjust?.(settings);
    this.#surround(this.#slot, settings);
  }

  /** What is seen around an item that does not fill the layer. */
  #surround(slot: Slot, settings: ScreenSettings): void {
    this.#backdrop?.release();
    this.#backdrop = null;
    const { background } = settings;
    const plain = background === 'blur' ? '#000000' : (slot.background?.(settings) ?? background);
    this.element.style.background = plain;
    const picture = slot.picture?.() ?? null;
    if (background !== 'blur' || picture === null) return;
    this.#backdrop = new Backdrop();
    this.element.prepend(this.#backdrop.element);
    this.#backdrop.follow(picture);
  }

  /** From bottom to top: `waiting` under the standby screen, `leaving` over it, `shown` over all. */
  put(level: 'waiting' | 'leaving' | 'shown'): void {
    this.element.dataset.level = level;
  }

  empty(): void {
    this.put('waiting');
    // A released video counts from zero again.
    this.#droppedBefore = this.droppedFrames;
    this.#backdrop?.release();
    this.#backdrop = null;
    this.#slot?.release();
    this.#slot = null;
    this.element.replaceChildren();
  }
}
