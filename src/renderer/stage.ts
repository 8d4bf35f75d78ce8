import type { Cue, ScreenSettings, Transition } from '../shared/programme.ts';
import { defaultScreenSettings } from '../shared/programme.ts';
import { after } from './clock.ts';
import type { Item, ItemEvents, ItemStage } from './item.ts';
import { Layer } from './layer.ts';
import { nextPaint, reasonOf, type Slot } from './slots/slot.ts';
import { animate } from './transition.ts';

/**
 * The double-buffered surface. From bottom to top: the layer that is made ready, the standby screen, the layer that
 * is shown, the layer that comes in. So nothing is seen before it is painted, and there is always something below.
 */
export class Stage implements ItemStage {
  readonly #layers: readonly [Layer, Layer] = [new Layer(), new Layer()];
  readonly #onCovered: (covered: boolean) => void;
  #shown: Layer | null = null;
  settings: ScreenSettings = defaultScreenSettings;

  constructor(surface: HTMLElement, onCovered: (covered: boolean) => void) {
    this.#onCovered = onCovered;
    surface.append(...this.#layers.map((layer) => layer.element));
  }

  prepare(cue: Cue, positionMs: number, events: ItemEvents): Item {
    const layer = this.#layers.find((one) => one !== this.#shown && one.free);
    let slot: Slot;
    try {
      if (layer === undefined) throw new Error('both layers are taken');
      slot = layer.take(cue, positionMs, this.settings, events);
    } catch (thrown) {
      queueMicrotask(() => events.failed(reasonOf(thrown)));
      return nothing;
    }
    let alive = true;
    const failed = (thrown: unknown): void => {
      if (alive) events.failed(reasonOf(thrown));
    };
    slot.load().then(() => {
      if (alive) events.ready();
    }, failed);
    return {
      get leadMs() {
        return slot.leadMs;
      },
      show: (atMono) => {
        this.#show(layer, slot, cue.transition, atMono, events, () => alive).catch(failed);
      },
      remainingMs: () => slot.remainingMs(),
      follow: (position) => slot.follow(position),
      release: () => {
        if (!alive) return;
        alive = false;
        if (this.#shown !== layer) layer.empty();
      },
    };
  }

  async #show(
    layer: Layer,
    slot: Slot,
    transition: Transition,
    atMono: number,
    events: ItemEvents,
    alive: () => boolean,
  ): Promise<void> {
    await slot.start();
    const early = atMono - performance.now();
    if (early > 4) await new Promise<void>((resolve) => after(early, resolve));
    if (!alive()) return;
    const outgoing = this.#shown;
    this.#shown = layer;
    layer.put('rising');
    events.shown(performance.now());
    if (outgoing !== null) await animate(layer.element, transition);
    if (this.#shown !== layer) return;
    layer.put('shown');
    await nextPaint();
    outgoing?.empty();
    this.#onCovered(true);
    events.settled();
  }

  get droppedFrames(): number {
    return this.#layers[0].droppedFrames + this.#layers[1].droppedFrames;
  }

  clear(): void {
    this.#onCovered(false);
    this.#shown = null;
    for (const layer of this.#layers) layer.empty();
  }
}

/** Stands for an item that could not even be begun; its failure is already on the way. */
const nothing: Item = {
  leadMs: 0,
  show: () => undefined,
  remainingMs: () => null,
  follow: () => undefined,
  release: () => undefined,
};
