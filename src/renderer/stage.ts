import { type Cue, defaultScreenSettings, type ScreenSettings } from '../shared/programme.ts';
import { pause } from './clock.ts';
import type { Item, ItemEvents, ItemStage } from './item.ts';
import type { Slot } from './slots/slot.ts';
import { type ItemSurface, raiseMs, StageItem, type StageLayer } from './stage-item.ts';
import { bringIn } from './transition.ts';

/** The previous item stays under the new one this long, in case its first picture is late. */
const keptUnderMs = 120;

export interface StageNeeds {
  readonly layers: readonly [StageLayer, StageLayer];
  /** An item now covers, or reveals, the standby screen. */
  covered(covered: boolean): void;
}

/**
 * The double-buffered surface. From bottom to top: the layer being made ready, the standby screen, the leaving layer,
 * the layer that comes in or is shown. Nothing is visible before it is painted, and there is always something below.
 */
export class Stage implements ItemStage, ItemSurface {
  readonly #needs: StageNeeds;
  #shown: StageLayer | null = null;
  #leaving: StageLayer | null = null;
  #settings: ScreenSettings = defaultScreenSettings;

  constructor(needs: StageNeeds) {
    this.#needs = needs;
  }

  get settings(): ScreenSettings {
    return this.#settings;
  }

  /** The shown item adopts new settings at once, because it may stay for hours. */
  adjust(settings: ScreenSettings): void {
    const isSame = JSON.stringify(settings) === JSON.stringify(this.#settings);
    this.#settings = settings;
    if (!isSame) for (const layer of this.#needs.layers) layer.adjust(settings);
  }

  get droppedFrames(): number {
    const [one, other] = this.#needs.layers;
    return one.droppedFrames + other.droppedFrames;
  }

  get shownSlot(): Slot | null {
    return this.#shown?.slot ?? null;
  }

  prepare(cue: Cue, elapsedMs: number, events: ItemEvents): Item {
    const layer = this.#needs.layers.find(({ free }) => free);
    return new StageItem(this, layer ?? null, cue, elapsedMs, events);
  }

  /** Raises a layer over the shown one, which is released once it is covered. */
  async raise(
    layer: StageLayer,
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
    this.#needs.covered(true);
    events.settled();
  }

  /** Raises a layer on a stage that shows nothing yet. */
  stand(layer: StageLayer): void {
    this.#shown = layer;
    layer.put('shown');
  }

  lower(layer: StageLayer): void {
    this.#shown = null;
    layer.empty();
  }

  release(layer: StageLayer): void {
    if (this.#shown !== layer) layer.empty();
  }

  clear(): void {
    this.#needs.covered(false);
    for (const layer of [this.#shown, this.#leaving]) layer?.empty();
    this.#shown = null;
    this.#leaving = null;
  }
}
