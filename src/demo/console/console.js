import { arrange } from './element.js';
import { renderLibrary } from './library.js';
import { renderPlaylist } from './playlist.js';
import { edit, onState, refresh } from './server.js';
import { renderSidebar } from './sidebar.js';
import { rowOf } from './words.js';
import { showLive } from './zones.js';

/** The page's own selection; everything else is the server's state. */
const view = { playlistId: null, openEntryId: null, openGroupId: null };
let state = null;
let shown = '';

const at = (id) => document.getElementById(id);

onState((next, edited) => {
  state = next;
  if (!rowOf(state.playlists, view.playlistId)) {
    const assigned = state.devices[0]?.playlist_id ?? state.groups[0]?.playlist_id;
    view.playlistId = (rowOf(state.playlists, assigned) ?? state.playlists[0])?.id ?? null;
  }
  renderPower();
  // Draw this page's own edit at once. Changes by others wait while the user drags or types.
  if (edited || (shown !== state.version && !isBusy())) render();
  showLive(state);
});

function isBusy() {
  const { value, defaultValue } = document.activeElement ?? {};
  return (
    document.querySelector('.dragged') !== null || (defaultValue !== undefined && value !== defaultValue)
  );
}

function render() {
  shown = state.version;
  const focus = document.activeElement?.dataset.focus;
  const choose = (changes) => {
    Object.assign(view, changes);
    render();
  };
  arrange(at('sidebar'), renderSidebar(state, view, choose));
  at('playlist').replaceChildren(...renderPlaylist(state, view, choose));
  at('library').replaceChildren(...renderLibrary(state, view));
  if (focus) document.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus();
}

function renderPower() {
  at('power').checked = !state.offline;
  at('power-text').textContent = state.offline ? 'CMS is offline' : 'CMS is online';
  at('offline-note').hidden = !state.offline;
  document.body.classList.toggle('offline', state.offline);
  const ago =
    state.lastRequestAt === null ? null : Math.max(0, Math.round((state.now - state.lastRequestAt) / 1000));
  at('player').classList.toggle('live', ago !== null && ago < 120);
  at('player').textContent =
    ago === null
      ? 'No player has connected yet'
      : ago < 2
        ? 'A player connected just now'
        : `A player connected ${since(ago)} ago`;
}

function since(seconds) {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

at('power').addEventListener('change', ({ target }) => edit('PUT', 'offline', { offline: !target.checked }));

async function keepFresh() {
  // A hidden page does not poll.
  if (!document.hidden) {
    await refresh().then(
      () => document.body.classList.remove('lost'),
      () => document.body.classList.add('lost'),
    );
  }
  setTimeout(keepFresh, 2000);
}
void keepFresh();
