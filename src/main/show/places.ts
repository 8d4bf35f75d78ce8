import type { ScreenPlan } from '../config.ts';
import type { Display, ScreenPlace } from '../host/host.ts';

export interface Placing {
  readonly places: readonly ScreenPlace[];
  /** Screens that have no display now, each with the reason as one sentence. */
  readonly absent: readonly { readonly screenId: string; readonly why: string }[];
}

/** Decides which screen is on which display. Plain values in, plain values out, but for what it remembers. */
export class Places {
  readonly #plans: readonly ScreenPlan[] | 'all';
  /** Display id → screen id, with `all`: a display that was away gets its own screen back. */
  readonly #known = new Map<string, string>();

  constructor(plans: readonly ScreenPlan[] | 'all') {
    this.#plans = plans;
  }

  on(displays: readonly Display[]): Placing {
    const ordered = inOrder(displays);
    return this.#plans === 'all' ? this.#onAll(ordered) : planned(this.#plans, ordered);
  }

  #onAll(displays: readonly Display[]): Placing {
    const primaryFirst = [...displays].sort((a, b) => Number(b.primary) - Number(a.primary));
    for (const { id } of primaryFirst)
      if (!this.#known.has(id)) this.#known.set(id, String(this.#known.size + 1));
    const here = new Map(displays.map((display) => [display.id, display]));
    const placing = [...this.#known].map(([displayId, screenId]) => ({
      screenId,
      display: here.get(displayId),
    }));
    return {
      places: placing.flatMap(({ screenId, display }) => (display ? [{ screenId, display }] : [])),
      absent: placing.flatMap(({ screenId, display }) =>
        display ? [] : [{ screenId, why: `The display of screen ${screenId} is not connected.` }],
      ),
    };
  }
}

function planned(plans: readonly ScreenPlan[], displays: readonly Display[]): Placing {
  const takenBy = new Map<Display, string>();
  const absent: { screenId: string; why: string }[] = [];
  for (const { id, display: wanted } of plans) {
    const display = find(displays, wanted);
    const other = display && takenBy.get(display);
    if (display && other === undefined) takenBy.set(display, id);
    else
      absent.push({
        screenId: id,
        why: other === undefined ? away(id, wanted, displays) : shared(id, other),
      });
  }
  return { places: [...takenBy].map(([display, screenId]) => ({ screenId, display })), absent };
}

function find(displays: readonly Display[], wanted: ScreenPlan['display']): Display | undefined {
  if (typeof wanted === 'number') return displays[wanted];
  if (wanted === 'primary') return displays.find(({ primary }) => primary) ?? displays[0];
  return displays.find(({ id }) => id === wanted);
}

function away(id: string, wanted: ScreenPlan['display'], displays: readonly Display[]): string {
  const known = displays.map((display) => display.id).join(', ');
  return `Display ${wanted} of screen ${id} is not connected (connected: ${known}).`;
}

function shared(id: string, other: string): string {
  return `Screens ${other} and ${id} are set to the same display: it shows screen ${other}.`;
}

/** From the left, then from the top: the order in which a host names them may change from start to start. */
function inOrder(displays: readonly Display[]): readonly Display[] {
  return [...displays].sort((a, b) => a.left - b.left || a.top - b.top || (a.id < b.id ? -1 : 1));
}
