import { type Message, message } from '../../shared/languages/message.ts';

/** Abbreviations that Node accepts as zones and the calendar library does not. Several of them are ambiguous. */
const ambiguous =
  /^(ACT|AET|AGT|ART|AST|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|PNT|PRT|PST|SST|VST)$/i;

/** Whether this machine knows a time zone of that name. */
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

/** The first of these names that is a time zone. */
export function firstTimeZone(...names: readonly (string | null)[]): string | null {
  return names.find((name) => name !== null && isTimeZone(name)) ?? null;
}

export interface ZoneChoice {
  readonly zone: string;
  readonly from: 'cms' | 'configuration' | 'system' | 'fallback';
  /** One for each unknown name. */
  readonly warnings: readonly Message[];
}

/** The zone of the schedule: the device's or its group's, else the configured one, else the system's. */
export function chooseZone(names: {
  /** The device's, else its group's, as merged in the edition's settings. */
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
