import { type Cue, defaultScreenSettings, type ScreenSettings } from '../shared/programme.ts';
import { after, pause } from './clock.ts';
import type { Item, ItemEvents, ItemStage } from './item.ts';
import { Layer } from './layer.ts';
import { reasonOf, type Slot } from './slots/slot.ts';
import { bringIn } from './transition.ts';

/** A layer that is raised is seen a frame or two later. */
const raiseMs = 20;
/** In step: what is later than this would not be made up by speed within a short clip. */
const smallLateMs = 100;
/** What went before is kept under the new item this long, should its first picture be late in spite of all. */
const keptUnderMs = 120;
/** From a frame's beginning until it is with the compositor. */
const pictureMs = 60;

/**
 * The double-buffered surface. From bottom to top: the layer that is made ready, the standby screen, the layer that
 * leaves, the layer that comes in or is shown. So nothing is seen before it is painted, and there is always something
 * below.
 */
export class Stage implements ItemStage {
  readonly #layers: readonly [Layer, Layer] = [new Layer(), new Layer()];
  readonly #onCovered: (covered: boolean) => void;
  #shown: Layer | null = null;
  #leaving: Layer | null = null;
  #settings: ScreenSettings = defaultScreenSettings;

  constructor(surface: HTMLElement, onCovered: (covered: boolean) => void) {
    this.#onCovered = onCovered;
    surface.append(...this.#layers.map((layer) => layer.element));
  }

  get settings(): ScreenSettings {
    return this.#settings;
  }

  /** What is shown follows at once, as it may stay for hours. */
  adjust(settings: ScreenSettings): void {
    const same = JSON.stringify(settings) === JSON.stringify(this.#settings);
    this.#settings = settings;
    if (!same) for (const layer of this.#layers) layer.adjust(settings);
  }

  get droppedFrames(): number {
    return this.#layers[0].droppedFrames + this.#layers[1].droppedFrames;
  }

  get shownSlot(): Slot | null {
    return this.#shown?.slot ?? null;
  }

  prepare(cue: Cue, elapsedMs: number, events: ItemEvents): Item {
    const layer = this.#layers.find((one) => one.free);
    return new StageItem(this, layer ?? null, cue, elapsedMs, events);
  }

  /** Raises a layer over what is shown, which is let go when it cannot be seen any more. */
  async raise(
    layer: Layer,
    cue: Cue,
    atMono: number,
    events: ItemEvents,
    mayRise: () => boolean,
  ): Promise<void> {
    const early = atMono - raiseMs - performance.now();
    if (early > 1) await pause(early);
    if (!mayRise()) return;
    const outgoing = this.#shown === layer ? null : this.#shown;
    this.#leaving = outgoing;
    this.#shown = layer;
    const complete = bringIn(layer.element, cue.transition, cue.durationMs / 2);
    outgoing?.put('leaving');
    layer.put('shown');
    layer.slot?.shown?.();
    events.shown(performance.now() + raiseMs);
    await complete();
    await Promise.all([layer.slot?.presented?.(), pause(keptUnderMs)]);
    if (this.#shown !== layer) return;
    outgoing?.empty();
    this.#leaving = null;
    this.#onCovered(true);
    events.settled();
  }

  /** Raises it before anything else is shown. */
  stand(layer: Layer): void {
    this.#shown = layer;
    layer.put('shown');
  }

  /** What stood is no longer what is to be shown first. */
  lower(layer: Layer): void {
    this.#shown = null;
    layer.empty();
  }

  release(layer: Layer): void {
    if (this.#shown !== layer) layer.empty();
  }

  clear(): void {
    this.#onCovered(false);
    for (const layer of [this.#shown, this.#leaving]) layer?.empty();
    this.#shown = null;
    this.#leaving = null;
  }
}

/** A frame that nobody sees is followed by the next one only a second later: so the way of this one is waited for. */
function firstPicture(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => after(pictureMs, resolve));
  });
}

class StageItem implements Item {
  readonly #stage: Stage;
  readonly #layer: Layer | null;
  readonly #cue: Cue;
  readonly #events: ItemEvents;
  #alive = true;
  /** Raised, and not shown yet. */
  #stands = false;

  constructor(stage: Stage, layer: Layer | null, cue: Cue, elapsedMs: number, events: ItemEvents) {
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
    if (this.#alive) this.#events.ready();
  }

  #fail(thrown: unknown): void {
    if (this.#alive) this.#events.failed(reasonOf(thrown));
  }

  get leadMs(): number {
    return Math.max(raiseMs, this.#layer?.slot?.leadMs ?? 0);
  }

  async stand(): Promise<void> {
    if (this.#layer === null) return;
    this.#stands = true;
    this.#stage.stand(this.#layer);
    await firstPicture();
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
    if (!this.#alive) return;
    slot?.start?.();
    await this.#stage.raise(this.#layer, this.#cue, at, this.#events, () => this.#alive);
  }

  remainingMs(): number | null {
    return this.#layer?.slot?.remainingMs?.() ?? null;
  }

  follow(elapsedMs: number): void {
    this.#layer?.slot?.follow?.(elapsedMs);
  }

  release(): void {
    if (!this.#alive) return;
    this.#alive = false;
    if (this.#layer === null) return;
    if (this.#stands) this.#stage.lower(this.#layer);
    else this.#stage.release(this.#layer);
  }
}
