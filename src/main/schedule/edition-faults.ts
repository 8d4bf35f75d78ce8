import { type Message, message, withRemedy } from '../../shared/languages/message.ts';
import type { Edition } from '../edition/edition.ts';
import { judgeZones, type ScreenSize } from '../edition/zones.ts';
import { emptinessInWords } from './emptiness.ts';
import { nestingFaults } from './nesting-faults.ts';
import { touchFaults } from './touch-faults.ts';
import { unreadVisits } from './unread-visits.ts';

/** What an editor of the CMS, or of the configuration, has to mend: each costs a part of the show, and the rest plays. */
export function editionFaults(
  edition: Edition,
  sizeOf: (screenId: string) => ScreenSize | null = () => null,
): readonly Message[] {
  const zones = Object.entries(edition.zones ?? {});
  const seen = edition.settings.logo?.unreadable;
  return [
    ...emptinessInWords(edition),
    ...zones.flatMap(([screenId, records]) => judgeZones(records, sizeOf(screenId)).faults).map(withRemedy),
    ...(seen === undefined ? [] : [withRemedy(message('logo.opacity', { seen }))]),
    ...[...nestingFaults(edition), ...unreadVisits(edition), ...touchFaults(edition)].map(withRemedy),
  ];
}
