import { dragSource, dropTarget } from './drag.js';
import { element, icon } from './element.js';
import { entryEditor } from './entry-editor.js';
import { edit } from './server.js';
import { thumbnail } from './thumbnail.js';
import { describe, kindOf, lengthOf, scheduleOf } from './words.js';

/** The entries of the chosen playlist: reorder, open, remove. */
export function renderPlaylist(state, view, choose) {
  const playlist = state.playlists.find(({ id }) => id === view.playlistId);
  if (!playlist) {
    return [
      element(
        'div',
        { className: 'nothing' },
        element('p', {}, 'There is no playlist yet. Create one on the left.'),
      ),
    ];
  }
  const { entries } = playlist;
  return [
    heading(playlist, state),
    entries.length === 0
      ? element(
          'div',
          { className: 'nothing' },
          element('p', {}, 'Nothing in it yet.'),
          element('p', {}, 'Add something from the media library on the right, or drag it here.'),
        )
      : null,
    element(
      'ol',
      { className: 'entries', ...dropTarget(playlist) },
      entries.map((entry, place) => entryRow({ state, view, choose, playlist, entry, place })),
    ),
  ].filter(Boolean);
}

function heading(playlist, state) {
  const inUse = [...state.groups, ...state.devices].filter(({ playlist_id: id }) => id === playlist.id);
  const playing = playlist.entries.filter((entry) => entry.play_rule !== 2);
  const seconds = playing.reduce((sum, entry) => sum + secondsOf(entry, state), 0);
  return element(
    'div',
    { className: 'heading' },
    element(
      'div',
      { className: 'names' },
      element('input', {
        className: 'name',
        value: playlist.name,
        maxLength: 255,
        data: { focus: 'playlist-name' },
        aria: { label: 'Name of the playlist' },
        onchange: ({ target }) => edit('PATCH', `playlists/${playlist.id}`, { name: target.value }),
      }),
      element('input', {
        className: 'comment',
        value: playlist.comment ?? '',
        placeholder: 'Comment',
        data: { focus: 'playlist-comment' },
        aria: { label: 'Comment' },
        onchange: ({ target }) => edit('PATCH', `playlists/${playlist.id}`, { comment: target.value }),
      }),
    ),
    element(
      'div',
      { className: 'facts' },
      element('b', {}, playlist.entries.length === 1 ? '1 entry' : `${playlist.entries.length} entries`),
      element('span', {}, `about ${lengthOf(seconds)} a pass`),
    ),
    element(
      'button',
      {
        className: 'round',
        title: inUse.length > 0 ? `${inUse[0].name} shows it` : 'Remove this playlist',
        aria: { label: 'Remove this playlist' },
        disabled: inUse.length > 0,
        onclick: () => edit('DELETE', `playlists/${playlist.id}`),
      },
      icon('remove'),
    ),
  );
}

function secondsOf(entry, state, depth = 0) {
  if (entry.playlist_id_as_nested_playlist !== null) {
    const inner = state.playlists.find(({ id }) => id === entry.playlist_id_as_nested_playlist);
    if (!inner || depth > 8) return 0;
    return inner.entries
      .filter((one) => one.play_rule !== 2)
      .reduce((sum, one) => sum + secondsOf(one, state, depth + 1), 0);
  }
  if (entry.duration > 0) return entry.duration;
  const media = state.media.find(({ id }) => id === entry.media_file_id);
  return media?.attachable?.duration ?? 10;
}

function entryRow({ state, view, choose, playlist, entry, place }) {
  const media = state.media.find(({ id }) => id === entry.media_file_id);
  const nested = state.playlists.find(({ id }) => id === entry.playlist_id_as_nested_playlist);
  const name = nested?.name ?? media?.name ?? 'Missing';
  const open = view.openEntryId === entry.id;
  const last = playlist.entries.length - 1;
  const move = (to) => {
    const ids = playlist.entries.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(place, 1));
    return edit('PUT', `playlists/${playlist.id}/order`, { ids });
  };
  const toggle = () => choose({ openEntryId: open ? null : entry.id });
  const button = (sign, label, onclick, disabled = false) =>
    element(
      'button',
      {
        className: 'round',
        title: label,
        disabled,
        onclick,
        data: { focus: `${sign}-${entry.id}` },
        aria: { label: `${label}: ${name}` },
      },
      icon(sign),
    );
  const row = element(
    'li',
    {
      className: `entry${open ? ' open' : ''}${entry.play_rule === 2 ? ' never' : ''}`,
      data: { entry: String(entry.id) },
    },
    element(
      'div',
      { className: 'line', draggable: true, ...dragSource(entry) },
      element('span', { className: 'grip', title: 'Drag to move' }, icon('grip')),
      element('span', { className: 'place' }, String(place + 1)),
      thumbnail(media, nested, state),
      element(
        'button',
        {
          className: 'what',
          onclick: toggle,
          data: { focus: `what-${entry.id}` },
          aria: { expanded: String(open) },
        },
        element('b', {}, name),
        element('small', {}, nested ? `playlist with ${nested.entries.length} entries` : describe(media)),
      ),
      chips(entry, nested, state),
      element(
        'span',
        { className: 'buttons' },
        button('up', 'Move up', () => move(place - 1), place === 0),
        button('down', 'Move down', () => move(place + 1), place === last),
        button('edit', open ? 'Close' : 'Edit', toggle),
        button('remove', 'Remove', () => edit('DELETE', `entries/${entry.id}`)),
      ),
    ),
  );
  if (open) row.append(entryEditor(entry, nested ? 'list' : kindOf(media)));
  return row;
}

function chips(entry, nested, state) {
  const schedule = scheduleOf(entry);
  const chip = (sign, text, look = '') =>
    element('span', { className: `chip ${look}` }, sign ? icon(sign) : null, text);
  return element(
    'span',
    { className: 'chips' },
    schedule
      ? chip(entry.play_rule === 2 ? 'never' : 'calendar', schedule, entry.play_rule === 2 ? 'off' : 'when')
      : null,
    chip(
      'clock',
      nested
        ? lengthOf(secondsOf(entry, state))
        : entry.duration > 0
          ? lengthOf(entry.duration)
          : 'own length',
    ),
    entry.is_sound_played ? chip('sound', 'sound') : null,
    entry.transition && entry.transition !== 'cut' && !nested ? chip(null, entry.transition) : null,
  );
}
