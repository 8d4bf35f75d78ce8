import { type Edition, mediaFileOf } from './edition.ts';
import type { InteractionRecord, WebPage } from './records.ts';

/** A page that a touch opens. */
export interface TouchPage extends WebPage {
  /** Without input, after which the show returns; null: not set. */
  readonly seconds: number | null;
}

/** What the CMS has a touch open. */
export interface TouchPages {
  /** Null: nothing, unless the entry that plays has a page. */
  readonly screen: TouchPage | null;
  /** By entry: its own page, instead of the screen's. */
  readonly entries: Readonly<Record<string, TouchPage>>;
}

export const noTouchPages: TouchPages = { screen: null, entries: {} };

export function touchPages(edition: Edition): TouchPages {
  const { interaction } = edition.settings;
  const entries = Object.values(edition.playlists)
    .flatMap((playlist) => playlist.entries)
    .flatMap((entry) => {
      const page = entry.interaction && touchPage(edition, entry.interaction, entry.mediaFileId);
      return page ? [[entry.id, page] as const] : [];
    });
  return {
    screen: (interaction && touchPage(edition, interaction)) ?? null,
    entries: Object.fromEntries(entries),
  };
}

/** An entry that names no page leads to the page that it shows. Null: there is none. */
export function touchPage(
  edition: Edition,
  { address, mediaFileId, seconds }: InteractionRecord,
  shown: string | null = null,
): TouchPage | null {
  const file = mediaFileOf(edition, mediaFileId ?? shown ?? '');
  const page = address === undefined ? (file?.page ?? null) : { address, headers: {} };
  return page && { ...page, seconds: seconds ?? null };
}
