import { icon, make, signButton } from './element.js';
import { groupEditor } from './group-editor.js';
import { announce, edit } from './server.js';
import { rowOf } from './words.js';
import { zoneEditor } from './zones.js';

/** The playlists, each screen's assignment, and the connection data for a player. */
export function renderSidebar(state, view, choose) {
  const { playlists, groups, devices } = state;
  return [
    make('h2', 'Playlists'),
    make(
      'ul.playlists',
      playlists.map((playlist) => playlistItem(playlist, view, choose)),
    ),
    newPlaylist(playlists, choose),
    make('h2', 'Screens'),
    ...groups.flatMap((group) => [
      groupLine(group, view, choose, playlists),
      ...(view.openGroupId === group.id ? [groupEditor(group, state.media)] : []),
      zoneEditor(group, playlists),
    ]),
    ...devices.map((device) => {
      const group = rowOf(groups, device.device_group_id);
      return assignment(device, 'devices', group ? `same as ${group.name}` : 'nothing', playlists);
    }),
    make('h2', 'Connect a player'),
    connectBox(state),
  ];
}

function playlistItem({ id, name, entries }, view, choose) {
  const current = id === view.playlistId;
  const button = make(
    'button',
    {
      className: current ? 'current' : '',
      aria: { current: String(current) },
      data: { focus: `playlist-${id}` },
      onclick: () => choose({ playlistId: id, openEntryId: null }),
    },
    icon('list'),
    make('span', name),
    make('small', String(entries.length)),
  );
  return make('li', button);
}

function newPlaylist(playlists, choose) {
  const label = 'Name of the new playlist';
  const name = make('input', { placeholder: 'New playlist', maxLength: 255, aria: { label } });
  const onsubmit = async (event) => {
    event.preventDefault();
    const before = new Set(playlists.map(({ id }) => id));
    const answer = await edit('POST', 'playlists', { name: name.value });
    const made = answer?.playlists.find(({ id }) => !before.has(id));
    if (made) choose({ playlistId: made.id, openEntryId: null });
  };
  return make('form.one-line', { onsubmit }, name, signButton('add', 'Create', { label: 'Create playlist' }));
}

function groupLine(group, view, choose, playlists) {
  const open = view.openGroupId === group.id;
  const toggle = () => choose({ openGroupId: open ? null : group.id });
  const title = open ? 'Close' : 'Settings';
  return make(
    'div.group-line',
    assignment(group, 'groups', 'nothing', playlists),
    signButton('edit', title, { focus: `settings-${group.id}`, of: group.name, onclick: toggle }),
  );
}

/** The assignment of a screen or group. */
function assignment({ id, name, playlist_id: assigned }, kind, nothing, playlists) {
  const options = [{ id: '', name: nothing }, ...playlists].map((playlist) =>
    make('option', { value: String(playlist.id), selected: playlist.id === (assigned ?? '') }, playlist.name),
  );
  const onchange = ({ target: { value } }) =>
    edit('PATCH', `${kind}/${id}`, { playlist_id: value === '' ? null : Number(value) });
  const data = { focus: `${kind}-${id}` };
  return make(
    'label.assignment',
    make('span', icon(kind === 'groups' ? 'list' : 'screen'), name),
    make('select', { data, aria: { label: `What ${name} shows` }, onchange }, options),
  );
}

function connectBox({ connect, devices }) {
  const line = (name, value) => {
    const onclick = async () => {
      await navigator.clipboard.writeText(value);
      announce(`${name} copied.`);
    };
    const copy = signButton('copy', 'Copy', { label: `Copy ${name}`, onclick });
    return make('div.value', make('small', name), make('code', value), copy);
  };
  return make(
    'div.connect',
    make(
      'div.phone-setup',
      make('b', 'By phone'),
      make(
        'ol',
        make('li', 'Scan the code on the screen of a new player on this machine: its setup opens.'),
        make(
          'li',
          'In the first step of the setup, take a photo of this code: it contains the address and the token.',
        ),
      ),
      make('img', { src: '/console/connect.svg', alt: 'Code with the address and the token of this CMS' }),
      make(
        'a',
        { href: '/console/vitrine.json', download: 'vitrine.json' },
        'Save as vitrine.json for a USB stick',
      ),
    ),
    make('p', 'Or set these three values in the player’s configuration or environment.'),
    line('VITRINE_CMS_URL', connect.baseUrl),
    line('VITRINE_CMS_TOKEN', connect.token),
    devices[0] ? line('VITRINE_DEVICE', devices[0].name) : null,
  );
}
