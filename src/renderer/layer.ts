import type { Cue, ScreenSettings } from '../shared/programme.ts';
import { Backdrop } from './backdrop.ts';
import { chooseSlot } from './slots/choose.ts';
import type { Slot, SlotEvents } from './slots/slot.ts';

/** One of the two surfaces of the stage. Its content is opaque and covers it completely. */
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

  /** Video frames dropped since the stage was loaded. */
  get droppedFrames(): number {
    // The fields are getters of the prototype, so copying the object would lose them.
    return this.#droppedBefore + this.#video.getVideoPlaybackQuality().droppedVideoFrames;
  }

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

  adjust(settings: ScreenSettings): void {
    if (this.#slot === null) return;
    this.#slot.adjust?.(settings);
    this.#surround(this.#slot, settings);
  }

  /** The edges around an item that does not fill the layer. */
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

  /** From bottom to top: `waiting` under the standby screen, `leaving` over it, `shown` above both. */
  put(level: 'waiting' | 'leaving' | 'shown'): void {
    this.element.dataset.level = level;
  }

  empty(): void {
    this.put('waiting');
    // Releasing a video resets its counter.
    this.#droppedBefore = this.droppedFrames;
    this.#backdrop?.release();
    this.#backdrop = null;
    this.#slot?.release();
    this.#slot = null;
    this.element.replaceChildren();
  }
}
