import { isZone } from './wall.ts';

export interface ZoneChoice {
  readonly zone: string;
  readonly from: 'cms' | 'configuration' | 'system' | 'fallback';
  /** Names that no zone has, each as a sentence for a person. */
  readonly warnings: readonly string[];
}

/** The zone whose wall clock decides: the device's or its group's, else the configured one, else the system's. */
export function chooseZone(names: {
  /** The device's, else its group's: an edition's settings have them merged. */
  readonly cms: string | null;
  readonly configuration: string | null;
  readonly system: string;
}): ZoneChoice {
  const warnings: string[] = [];
  for (const from of ['cms', 'configuration', 'system'] as const) {
    const zone = names[from];
    if (zone === null || zone === '') continue;
    if (isZone(zone)) return { zone, from, warnings };
    warnings.push(`${source[from]} names the time zone ${JSON.stringify(zone)}, which does not exist.`);
  }
  return { zone: 'UTC', from: 'fallback', warnings };
}

const source = { cms: 'The CMS', configuration: 'The configuration', system: 'The system' };
