import type { Edition } from '../../src/main/edition/edition.ts';
import { emptyHoldings, type HeldObject, type Holdings } from '../../src/main/edition/holdings.ts';
import type { ScheduleInput } from '../../src/main/schedule/scene.ts';

export function held(id: string, fields: Partial<HeldObject> = {}): HeldObject {
  return {
    kind: 'image',
    mimeType: 'image/png',
    extension: 'png',
    durationMs: null,
    width: 100,
    height: 100,
    sha256: `sha-of-${id}`,
    bytes: 1000,
    ...fields,
  };
}

/** The store holds every file of the edition, except those left out. */
export function holdings(from: Edition, missing: readonly string[] = []): Holdings {
  const ids = Object.keys(from.mediaFiles).filter((id) => !missing.includes(id));
  return { ...emptyHoldings, objects: new Map(ids.map((id) => [id, held(id)])) };
}

export function scheduleInput(from: Edition, fields: Partial<ScheduleInput> = {}): ScheduleInput {
  return {
    edition: from,
    screenId: '1',
    zone: 'UTC',
    holdings: holdings(from),
    clockTrusted: true,
    defaultTransition: { kind: 'cut', durationMs: 0 },
    ...fields,
  };
}
