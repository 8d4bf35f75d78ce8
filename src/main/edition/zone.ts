import { type Message, message } from '../../shared/languages/message.ts';

/**
 * Abbreviations that Node takes for zones and the calendar library does not. They are no names of the zone database, and
 * several of them mean different places to different people.
 */
const ambiguous =
  /^(ACT|AET|AGT|ART|AST|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|PNT|PRT|PST|SST|VST)$/i;

/** Whether there is a time zone of that name, as far as this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    return (
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' &&
      !ambiguous.test(name)
    );
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The first of these names that is a time zone's. */
export function firstTimeZone(...names: readonly (string | null)[]): string | null {
  return names.find((name) => name !== null && isTimeZone(name)) ?? null;
}

export interface ZoneChoice {
  readonly zone: string;
  readonly from: 'cms' | 'configuration' | 'system' | 'fallback';
  /** Names that no zone has, each as a sentence for a person. */
  readonly warnings: readonly Message[];
}

/** The zone whose wall clock decides: the device's or its group's, else the configured one, else the system's. */
export function chooseZone(names: {
  /** The device's, else its group's: an edition's settings have them merged. */
  readonly cms: string | null;
  readonly configuration: string | null;
  readonly system: string;
}): ZoneChoice {
  const warnings: Message[] = [];
  for (const from of ['cms', 'configuration', 'system'] as const) {
    const zone = names[from];
    if (zone === null || zone === '') continue;
    if (isTimeZone(zone)) return { zone, from, warnings };
    warnings.push(message(`unknown-zone.${from}`, { zone }));
  }
  return { zone: 'UTC', from: 'fallback', warnings };
}
