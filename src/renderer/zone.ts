import type { FromScreen } from '../shared/messages.ts';
import type { Programme, ScreenSettings, Zone as ZonePlace } from '../shared/programme.ts';
import { type Length, percentOf } from '../shared/zones.ts';
import { emptied } from './blackout.ts';
import type { PlayerClock } from './clock.ts';
import { Layer } from './layer.ts';
import { Player } from './player.ts';
import { Stage } from './stage.ts';

export interface ZoneNeeds {
  readonly clock: PlayerClock;
  report(message: FromScreen): void;
  /** An item came to cover what is below, or left. */
  covered(): void;
}

/** A part of the screen that plays a programme of its own; the whole screen where it is not divided. */
export class Zone {
  readonly id: string;
  readonly stage: Stage;
  readonly player: Player;
  /** Null: the layers lie on the surface itself. */
  readonly #box: HTMLElement | null;
  readonly #layers = [new Layer(), new Layer()] as const;
  #isCovered = false;
  #programme: Programme | null = null;

  constructor(id: string, needs: ZoneNeeds) {
    this.id = id;
    this.stage = new Stage({
      layers: this.#layers,
      covered: (covered) => {
        this.#isCovered = covered;
        needs.covered();
      },
    });
    this.player = new Player({
      clock: needs.clock,
      stage: this.stage,
      report: needs.report,
      newId: () => crypto.randomUUID(),
      random: Math.random,
    });
    this.#box = id === '' ? null : boxWith(this.#layers.map(({ element }) => element));
  }

  get elements(): readonly HTMLElement[] {
    return this.#box === null ? this.#layers.map(({ element }) => element) : [this.#box];
  }

  get isCovered(): boolean {
    return this.#isCovered;
  }

  /** As it was scheduled, also while the screen is black. */
  get programme(): Programme | null {
    return this.#programme;
  }

  /** Nothing is due now. */
  get isIdle(): boolean {
    const { programmeId, upcoming } = this.player;
    return programmeId === null || upcoming === null || upcoming.inMs > 0;
  }

  play(programme: Programme, finishes: boolean, isBlack: boolean): void {
    this.#programme = programme;
    this.player.play(isBlack ? emptied(programme) : programme, finishes && !isBlack);
  }

  /** On a surface of that size, in pixels. */
  place(zone: ZonePlace, { width, height }: { readonly width: number; readonly height: number }): void {
    if (this.#box !== null) placeBox(this.#box, zone, { width, height });
  }

  adjust({ zones = [], ...whole }: ScreenSettings): void {
    const own = zones.find(({ id }) => id === this.id);
    this.stage.adjust(own ? { ...whole, fit: own.fit, volume: own.sounds ? whole.volume : 0 } : whole);
    if (this.#box) this.#box.style.background = plainBackground(whole);
  }

  /** It is no longer on the screen: its item ends, and none follows. */
  remove(): void {
    for (const element of this.elements) element.remove();
    if (this.#programme !== null) this.play(this.#programme, false, true);
    this.stage.clear();
  }
}

/** Places a box over a zone of a surface of that size, in pixels. */
export function placeBox(
  { style }: HTMLElement,
  zone: Pick<ZonePlace, 'left' | 'top' | 'width' | 'height'>,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const [left, right] = edges(zone.left, zone.width, width);
  const [top, bottom] = edges(zone.top, zone.height, height);
  style.left = `${left}px`;
  style.top = `${top}px`;
  style.width = `${right - left}px`;
  style.height = `${bottom - top}px`;
}

export function plainBackground({ background }: Pick<ScreenSettings, 'background'>): string {
  return background === 'blur' ? '#000000' : background;
}

/** An empty zone shows `rest`, which lies over the layer that is made ready. */
function boxWith(layers: readonly HTMLElement[]): HTMLElement {
  const box = document.createElement('section');
  box.className = 'zone';
  const rest = document.createElement('div');
  rest.className = 'rest';
  box.append(...layers, rest);
  return box;
}

/** In whole pixels of the display, so that neighbours meet and no edge is blurred. */
function edges(start: Length, length: Length, whole: number): readonly [number, number] {
  const from = inPixels(start, whole);
  return [snapped(from), snapped(from + inPixels(length, whole))];
}

function inPixels(length: Length, whole: number): number {
  const percent = percentOf(length);
  return percent === null ? Number.parseFloat(String(length)) / devicePixelRatio : (percent * whole) / 100;
}

function snapped(pixels: number): number {
  return Math.round(pixels * devicePixelRatio) / devicePixelRatio;
}
