import type { Cue, ScreenSettings } from '../shared/programme.ts';
import { after, pause } from './clock.ts';
import type { Item, ItemEvents } from './item.ts';
import type { Layer } from './layer.ts';
import { reasonOf } from './slots/slot.ts';

/** A raised layer appears a frame or two later. */
export const raiseMs = 20;
/** In step: within a short clip, speed alone cannot make up a larger delay. */
const smallLateMs = 100;
/** From the start of a frame until the compositor has it. */
const pictureMs = 60;

export type StageLayer = Pick<
  Layer,
  'element' | 'free' | 'slot' | 'droppedFrames' | 'load' | 'adjust' | 'put' | 'empty'
>;

/** The stage, as its items use it. */
export interface ItemSurface {
  readonly settings: ScreenSettings;
  raise(
    layer: StageLayer,
    cue: Cue,
    atMono: number,
    events: ItemEvents,
    mayRise: () => boolean,
  ): Promise<void>;
  stand(layer: StageLayer): void;
  /** Lowers a raised layer that will not be shown first. */
  lower(layer: StageLayer): void;
  release(layer: StageLayer): void;
}

/** A cue in one of the stage's layers. */
export class StageItem implements Item {
  readonly #stage: ItemSurface;
  readonly #layer: StageLayer | null;
  readonly #cue: Cue;
  readonly #events: ItemEvents;
  #isAlive = true;
  /** Raised on a hidden stage, and not shown yet. */
  #stands = false;

  constructor(stage: ItemSurface, layer: StageLayer | null, cue: Cue, elapsedMs: number, events: ItemEvents) {
    this.#stage = stage;
    this.#layer = layer;
    this.#cue = cue;
    this.#events = events;
    this.#load(elapsedMs).catch((thrown: unknown) => this.#fail(thrown));
  }

  async #load(elapsedMs: number): Promise<void> {
    if (this.#layer === null) throw new Error('stage: both layers are taken');
    await this.#layer.load(this.#cue, elapsedMs, this.#stage.settings, {
      ended: () => this.#events.ended(),
      failed: (reason) => this.#events.failed(reason),
    });
    if (this.#isAlive) this.#events.ready();
  }

  #fail(thrown: unknown): void {
    if (this.#isAlive) this.#events.failed(reasonOf(thrown));
  }

  get leadMs(): number {
    return Math.max(raiseMs, this.#layer?.slot?.leadMs ?? 0);
  }

  async stand(): Promise<void> {
    if (this.#layer === null) return;
    this.#stands = true;
    this.#stage.stand(this.#layer);
    await firstPicture();
    const paintMs = this.#layer.slot?.paintMs;
    // Else the stage might come into sight with a white page.
    if (paintMs !== undefined) await pause(paintMs);
  }

  show(atMono: number, joins: boolean): void {
    this.#stands = false;
    this.#show(atMono, joins).catch((thrown: unknown) => this.#fail(thrown));
  }

  async #show(atMono: number, joins: boolean): Promise<void> {
    if (this.#layer === null) return;
    const { slot } = this.#layer;
    const late = performance.now() + this.leadMs - atMono;
    const at = joins && late > smallLateMs ? ((await slot?.join?.(atMono)) ?? atMono) : atMono;
    if (joins) {
      slot?.wake?.();
      await pause(at - this.leadMs - performance.now());
    }
    if (!this.#isAlive) return;
    slot?.start?.();
    await this.#stage.raise(this.#layer, this.#cue, at, this.#events, () => this.#isAlive);
  }

  remainingMs(): number | null {
    return this.#layer?.slot?.remainingMs?.() ?? null;
  }

  follow(elapsedMs: number): void {
    this.#layer?.slot?.follow?.(elapsedMs);
  }

  release(): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    if (this.#layer === null) return;
    if (this.#stands) this.#stage.lower(this.#layer);
    else this.#stage.release(this.#layer);
  }
}

/** On a hidden stage the next frame comes only a second later, so a timer covers the way of this one. */
function firstPicture(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => after(pictureMs, resolve));
  });
}
