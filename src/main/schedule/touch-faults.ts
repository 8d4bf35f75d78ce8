import { type Message, message } from '../../shared/languages/message.ts';
import type { Edition } from '../edition/edition.ts';
import type { InteractionRecord } from '../edition/records.ts';
import { touchPage } from '../edition/touch-pages.ts';
import { entryNames } from './names.ts';

const mostNamed = 20;

/** The CMS has a touch open something that the player cannot open, or cannot read. */
export function touchFaults(edition: Edition): readonly Message[] {
  const names = entryNames(edition);
  const entries = Object.values(edition.playlists)
    .flatMap((playlist) => playlist.entries)
    .flatMap(({ id, interaction, mediaFileId }) =>
      interaction ? faultsOf(edition, interaction, names.get(id) ?? id, mediaFileId) : [],
    );
  const { interaction } = edition.settings;
  return [...(interaction ? faultsOf(edition, interaction, null, null) : []), ...entries].slice(0, mostNamed);
}

function faultsOf(
  edition: Edition,
  interaction: InteractionRecord,
  name: string | null,
  shown: string | null,
): readonly Message[] {
  const { unreadable: seen } = interaction;
  if (seen !== undefined)
    return [
      name === null
        ? message('touch.unreadable', { seen })
        : message('touch.unreadable.entry', { seen, name }),
    ];
  if (touchPage(edition, interaction, shown) !== null) return [];
  return [name === null ? message('touch.no-page') : message('touch.no-page.entry', { name })];
}
