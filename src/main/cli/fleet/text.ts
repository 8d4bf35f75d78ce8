import type { FleetScreen } from '../../operator/screens.ts';
import { table } from '../text/table.ts';

/** The worst first, then by name. */
const rank = { dark: 0, attention: 1, well: 2 } as const;

export function fleetTable(screens: readonly FleetScreen[], columns: number): string {
  if (screens.length === 0) return 'No player of the fleet is known to the broker.\n';
  const sorted = [...screens].sort((one, other) => rankOf(one) - rankOf(other));
  const rows = sorted.map(({ device, online, state }) => [
    device,
    linkWord(online),
    state?.verdict ?? '–',
    state?.sentence ?? 'nothing that can be read',
    state?.edition?.id.slice(0, 8) ?? '–',
    state?.version ?? '–',
  ]);
  const count = (holds: (screen: FleetScreen) => boolean): number => screens.filter(holds).length;
  const summary = [
    playerCount(screens.length),
    `${count(({ state }) => state?.verdict === 'dark')} dark`,
    `${count(({ state }) => state?.verdict === 'attention')} to look at`,
    `${count(({ online }) => online !== true)} without a link`,
  ].join(', ');
  const head = ['player', 'link', 'verdict', 'how it is', 'content', 'version'];
  return `${table(head, rows, { columns })}\n${summary}\n`;
}

export function linkWord(online: boolean | null): string {
  return online === null ? '–' : online ? 'up' : 'down';
}

function rankOf({ state }: FleetScreen): number {
  return state === null ? 1 : rank[state.verdict];
}

export const playerCount = (count: number): string => (count === 1 ? '1 player' : `${count} players`);
