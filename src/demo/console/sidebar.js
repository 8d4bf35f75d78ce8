import { element, icon } from './element.js';
import { edit, say } from './server.js';

/** The playlists, what each screen shows, and how a player is connected. */
export function renderSidebar(state, view, choose) {
  return [
    element('h2', {}, 'Playlists'),
    element(
      'ul',
      { className: 'playlists' },
      state.playlists.map((playlist) => playlistItem(playlist, view, choose)),
    ),
    newPlaylist(state, choose),
    element('h2', {}, 'Screens'),
    ...state.groups.map((group) => assignment(state, group, 'groups', 'nothing')),
    ...state.devices.map((device) => assignment(state, device, 'devices', deviceDefault(state, device))),
    element('h2', {}, 'Connect a player'),
    connectBox(state),
  ];
}

function playlistItem(playlist, view, choose) {
  const current = playlist.id === view.playlistId;
  return element(
    'li',
    {},
    element(
      'button',
      {
        className: current ? 'current' : '',
        aria: { current: String(current) },
        data: { focus: `playlist-${playlist.id}` },
        onclick: () => choose({ playlistId: playlist.id, openEntryId: null }),
      },
      icon('list'),
      element('span', {}, playlist.name),
      element('small', {}, String(playlist.entries.length)),
    ),
  );
}

function newPlaylist(state, choose) {
  const name = element('input', {
    placeholder: 'New playlist',
    maxLength: 255,
    aria: { label: 'Name of the new playlist' },
  });
  return element(
    'form',
    {
      className: 'one-line',
      onsubmit: async (event) => {
        event.preventDefault();
        const before = new Set(state.playlists.map(({ id }) => id));
        if (!(await edit('POST', 'playlists', { name: name.value }))) return;
        const made = [...document.querySelectorAll('[data-focus^="playlist-"]')]
          .map((button) => Number(button.dataset.focus.slice('playlist-'.length)))
          .find((id) => !before.has(id));
        if (made !== undefined) choose({ playlistId: made, openEntryId: null });
      },
    },
    name,
    element(
      'button',
      { className: 'round', title: 'Create', aria: { label: 'Create playlist' } },
      icon('add'),
    ),
  );
}

function deviceDefault(state, device) {
  const group = state.groups.find(({ id }) => id === device.device_group_id);
  return group ? `as ${group.name}` : 'nothing';
}

function assignment(state, row, kind, nothing) {
  const options = [
    element('option', { value: '', selected: row.playlist_id === null }, nothing),
    ...state.playlists.map(({ id, name }) =>
      element('option', { value: String(id), selected: id === row.playlist_id }, name),
    ),
  ];
  return element(
    'label',
    { className: 'assignment' },
    element('span', {}, icon(kind === 'groups' ? 'list' : 'screen'), row.name),
    element(
      'select',
      {
        data: { focus: `${kind}-${row.id}` },
        aria: { label: `What ${row.name} shows` },
        onchange: ({ target }) =>
          edit('PATCH', `${kind}/${row.id}`, {
            playlist_id: target.value === '' ? null : Number(target.value),
          }),
      },
      options,
    ),
  );
}

function connectBox({ connect, devices }) {
  const line = (label, value) =>
    element(
      'div',
      { className: 'value' },
      element('small', {}, label),
      element('code', {}, value),
      element(
        'button',
        {
          className: 'round',
          title: 'Copy',
          aria: { label: `Copy ${label}` },
          onclick: async () => {
            await navigator.clipboard.writeText(value);
            say(`${label} copied.`);
          },
        },
        icon('copy'),
      ),
    );
  return element(
    'div',
    { className: 'connect' },
    element(
      'p',
      {},
      'Give a player on this machine these three values, in its configuration or its environment.',
    ),
    line('VITRINE_CMS_URL', connect.baseUrl),
    line('VITRINE_CMS_TOKEN', connect.token),
    devices[0] ? line('VITRINE_DEVICE', devices[0].name) : null,
  );
}
