import { carries } from './drag.js';
import { icon, make, signButton } from './element.js';
import { entryEditor } from './entry-editor.js';
import { playlistsWith, remove } from './removal.js';
import { edit } from './server.js';
import { thumbnail } from './thumbnail.js';
import { counted, describe, lengthOf, rowOf, runs, scheduleOf } from './words.js';

/** Duration in seconds for media without a length. */
const restingSeconds = 10;

/** The entries of the chosen playlist: reorder, open, remove. */
export function renderPlaylist(state, view, choose) {
  const playlist = rowOf(state.playlists, view.playlistId);
  if (!playlist)
    return [make('div.nothing', make('p', 'There is no playlist yet: create one under Playlists.'))];
  const rows = playlist.entries.map((entry, place) =>
    entryRow({ state, view, choose, playlist, entry, place }),
  );
  const nothing = make(
    'div.nothing',
    make('p', 'Nothing in it yet.'),
    make('p', 'Choose something from the media library.'),
  );
  return [heading(playlist, state), ...(rows.length === 0 ? [nothing] : []), make('ol.entries', rows)];
}

function heading(playlist, state) {
  const { id, name, comment, entries } = playlist;
  const change = (values) => edit('PATCH', `playlists/${id}`, values);
  const shownBy = (row) => row.playlist_id === id;
  const uses = [
    ...state.devices.filter(shownBy).map((row) => `the screen “${row.name}”`),
    ...state.groups.filter(shownBy).map((row) => `the group “${row.name}”`),
    ...playlistsWith((entry) => entry.playlist_id_as_nested_playlist === id, state),
  ];
  return make(
    'div.heading',
    make(
      'div.names',
      make('input.name', {
        defaultValue: name,
        maxLength: 255,
        data: { focus: 'playlist-name' },
        aria: { label: 'Name of the playlist' },
        onchange: ({ target }) => change({ name: target.value }),
      }),
      make('input.comment', {
        defaultValue: comment ?? '',
        placeholder: 'Comment',
        data: { focus: 'playlist-comment' },
        aria: { label: 'Comment' },
        onchange: ({ target }) => change({ comment: target.value }),
      }),
    ),
    make(
      'div.facts',
      make('b', counted(entries.length, 'entry', 'entries')),
      make('span', `about ${lengthOf(passOf(playlist, state))} per pass`),
    ),
    signButton('remove', 'Delete this playlist', { onclick: () => remove(`playlists/${id}`, name, uses) }),
  );
}

/** The part of a nested playlist that plays each time. */
function playedOf(entry, { entries, playback_rule, playback_entry_count }) {
  const rule = entry.playback_rule ?? playback_rule;
  const count = entry.playback_entry_count ?? playback_entry_count;
  const playing = entries.filter((inner) => inner.play_rule !== 2).length;
  return rule && count && playing > count ? count / playing : 1;
}

/** Length of one pass in seconds. */
function passOf({ entries }, state, depth = 0) {
  const playing = entries.filter((entry) => entry.play_rule !== 2);
  return playing.reduce((sum, entry) => sum + secondsOf(entry, state, depth), 0);
}

function secondsOf(entry, state, depth = 0) {
  if (entry.playlist_id_as_nested_playlist !== null) {
    const inner = rowOf(state.playlists, entry.playlist_id_as_nested_playlist);
    return inner && depth < 8 ? passOf(inner, state, depth + 1) * playedOf(entry, inner) : 0;
  }
  if (entry.duration > 0) return entry.duration;
  return rowOf(state.media, entry.media_file_id)?.attachable?.duration ?? restingSeconds;
}

function entryRow({ state, view, choose, playlist, entry, place }) {
  const { id } = entry;
  const media = rowOf(state.media, entry.media_file_id);
  const nested = rowOf(state.playlists, entry.playlist_id_as_nested_playlist);
  const name = nested?.name ?? media?.name ?? 'Missing';
  const open = view.openEntryId === id;
  const moveTo = (position) => {
    const ids = playlist.entries.map((one) => one.id);
    ids.splice(position, 0, ...ids.splice(place, 1));
    return edit('PUT', `playlists/${playlist.id}/order`, { ids });
  };
  const toggle = () => choose({ openEntryId: open ? null : id });
  const button = (sign, title, onclick, disabled = false) =>
    signButton(sign, title, { focus: `${sign}-${id}`, of: name, onclick, disabled });
  // Counted without itself, because it is taken out first.
  const onpointerdown = carries(name, (position) => moveTo(position > place ? position - 1 : position));
  const line = make(
    'div.line',
    { onpointerdown },
    make('span.grip', { title: 'Drag to move' }, icon('grip')),
    make('span.place', String(place + 1)),
    thumbnail(media, nested, state),
    make(
      'button.what',
      { onclick: toggle, data: { focus: `what-${id}` }, aria: { expanded: String(open) } },
      make('b', name),
      make(
        'small',
        nested ? `playlist with ${counted(nested.entries.length, 'entry', 'entries')}` : describe(media),
      ),
      media?.trouble ? make('small.trouble', `The player: ${media.trouble}`) : null,
    ),
    chips(entry, media, nested, state),
    make(
      'span.buttons',
      button('up', 'Move up', () => moveTo(place - 1), place === 0),
      button('down', 'Move down', () => moveTo(place + 1), place === playlist.entries.length - 1),
      button('edit', open ? 'Close' : 'Edit', toggle),
      button('remove', 'Remove', () => remove(`entries/${id}`, name, [], 'was removed from the playlist')),
    ),
  );
  const row = make('li.entry', { data: { entry: String(id) } }, line);
  row.classList.toggle('open', open);
  row.classList.toggle('never', entry.play_rule === 2);
  if (open) row.append(entryEditor(entry, media, nested, state.media));
  return row;
}

function chips(entry, media, nested, state) {
  const never = entry.play_rule === 2;
  const chip = (kind, sign, text) => make(`span.chip.${kind}`, sign ? icon(sign) : null, text);
  const schedule = scheduleOf(entry);
  const own = !nested && entry.duration === 0 && runs(media);
  return make(
    'span.chips',
    schedule ? chip(never ? 'off' : 'when', never ? 'never' : 'calendar', schedule) : null,
    chip('length', 'clock', own ? 'own length' : lengthOf(secondsOf(entry, state))),
    entry.is_sound_played ? chip('sounds', 'sound', 'sound') : null,
    entry.transition && entry.transition !== 'cut' && !nested ? chip('change', null, entry.transition) : null,
  );
}
