import { type Message, message } from '../../shared/languages/message.ts';
import type { ScreenPlan } from '../config/config.ts';
import type { Display, Placement } from '../host/host.ts';

export interface Placed {
  readonly placements: readonly Placement[];
  /** Screens without a display now, each with the reason. */
  readonly absent: readonly { readonly screenId: string; readonly why: Message }[];
}

/** Decides which screen is on which display. It remembers earlier placements and does no I/O. */
export class Placements {
  readonly #plans: readonly ScreenPlan[] | 'all';
  /** Display id → screen id, with `all`: a display that returns gets its own screen back. */
  readonly #known = new Map<string, string>();
  /** Display ids by number, with a list: a display that is unplugged must not pass its number to another one. */
  #numbered: string[] = [];
  /** Screen id → id of its display, with a list. */
  #last: ReadonlyMap<string, string> = new Map();

  constructor(plans: readonly ScreenPlan[] | 'all') {
    this.#plans = plans;
  }

  on(displays: readonly Display[]): Placed {
    const ordered = inOrder(displays);
    return this.#plans === 'all' ? this.#onAll(ordered) : this.#onPlanned(this.#plans, ordered);
  }

  #onPlanned(plans: readonly ScreenPlan[], displays: readonly Display[]): Placed {
    this.#number(plans, displays);
    const wishes = plans.map(({ id, display: wanted }) => ({
      id,
      wanted,
      display: find(displays, wanted, this.#numbered),
    }));
    // Screens that stay choose first: unplugging the primary display makes another one primary.
    const stays = (wish: (typeof wishes)[number]): boolean =>
      wish.display !== undefined && wish.display.id === this.#last.get(wish.id);
    const takenBy = new Map<Display, string>();
    for (const { id, display } of [...wishes].sort((a, b) => Number(stays(b)) - Number(stays(a))))
      if (display && !takenBy.has(display)) takenBy.set(display, id);
    const placements = [...takenBy].map(([display, screenId]) => ({ screenId, display }));
    this.#last = new Map(placements.map(({ screenId, display }) => [screenId, display.id]));
    const absent = wishes.flatMap(({ id, wanted, display }) => {
      const other = display && takenBy.get(display);
      if (other === id) return [];
      return [{ screenId: id, why: other === undefined ? away(id, wanted, displays) : shared(id, other) }];
    });
    return { placements, absent };
  }

  /**
   * Numbers count from the left until as many displays have been connected as the plans name. From then on each display
   * keeps its number, and a new one gets the number of a display that is gone, or the next one.
   */
  #number(plans: readonly ScreenPlan[], displays: readonly Display[]): void {
    const here = new Set(displays.map(({ id }) => id));
    const highest = Math.max(...plans.map(({ display }) => (typeof display === 'number' ? display : -1)));
    if (this.#numbered.length <= highest && this.#numbered.every((id) => here.has(id))) {
      this.#numbered = [...here];
      return;
    }
    for (const id of here) {
      if (this.#numbered.includes(id)) continue;
      const vacant = this.#numbered.findIndex((known) => !here.has(known));
      this.#numbered.splice(vacant === -1 ? this.#numbered.length : vacant, 1, id);
    }
  }

  #onAll(displays: readonly Display[]): Placed {
    const primaryFirst = [...displays].sort((a, b) => Number(b.primary) - Number(a.primary));
    for (const { id } of primaryFirst)
      if (!this.#known.has(id)) this.#known.set(id, String(this.#known.size + 1));
    const here = new Map(displays.map((display) => [display.id, display]));
    const wishes = [...this.#known].map(([displayId, screenId]) => ({
      screenId,
      display: here.get(displayId),
    }));
    return {
      placements: wishes.flatMap(({ screenId, display }) => (display ? [{ screenId, display }] : [])),
      absent: wishes.flatMap(({ screenId, display }) =>
        display ? [] : [{ screenId, why: message('no-display.screen', { screen: screenId }) }],
      ),
    };
  }
}

function find(
  displays: readonly Display[],
  wanted: ScreenPlan['display'],
  numbered: readonly string[],
): Display | undefined {
  if (wanted === 'primary') return displays.find(({ primary }) => primary) ?? displays[0];
  const id = typeof wanted === 'number' ? numbered[wanted] : wanted;
  return displays.find((display) => display.id === id);
}

function away(id: string, wanted: ScreenPlan['display'], displays: readonly Display[]): Message {
  const known = displays.map((display) => `${display.id} (${display.width} × ${display.height})`);
  return message('no-display.named', { display: String(wanted), screen: id, known });
}

function shared(id: string, other: string): Message {
  return message('no-display.shared', { screen: id, other });
}

/** From the left, then from the top: a host may list them in another order at each start. */
function inOrder(displays: readonly Display[]): readonly Display[] {
  return [...displays].sort((a, b) => a.left - b.left || a.top - b.top || (a.id < b.id ? -1 : 1));
}
