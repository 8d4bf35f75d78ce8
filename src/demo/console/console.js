import { renderLibrary } from './library.js';
import { renderPlaylist } from './playlist.js';
import { edit, onState, refresh } from './server.js';
import { renderSidebar } from './sidebar.js';

/** What is chosen on this page; everything else is the server's state. */
const view = { playlistId: null, openEntryId: null };
let state = null;
let shown = '';

const at = (id) => document.getElementById(id);

onState((next) => {
  state = next;
  if (!state.playlists.some(({ id }) => id === view.playlistId)) {
    const assigned = state.devices[0]?.playlist_id ?? state.groups[0]?.playlist_id;
    view.playlistId = state.playlists.find(({ id }) => id === assigned)?.id ?? state.playlists[0]?.id ?? null;
  }
  renderPower();
  // The lists are only drawn anew when something in them changed, and never under a hand that is dragging.
  if (shown !== state.version && !document.querySelector('.dragged')) render();
});

function render() {
  shown = state.version;
  const focused = document.activeElement?.dataset?.focus;
  const choose = (changes) => {
    Object.assign(view, changes);
    render();
  };
  at('sidebar').replaceChildren(...renderSidebar(state, view, choose));
  at('playlist').replaceChildren(...renderPlaylist(state, view, choose));
  at('library').replaceChildren(...renderLibrary(state, view));
  if (focused) document.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
}

function renderPower() {
  at('power').checked = !state.offline;
  at('power-text').textContent = state.offline ? 'CMS is offline' : 'CMS is online';
  at('offline-note').hidden = !state.offline;
  document.body.classList.toggle('offline', state.offline);
  const ago = state.lastAsked === null ? null : Math.max(0, Math.round((state.now - state.lastAsked) / 1000));
  const heard = at('player');
  heard.classList.toggle('live', ago !== null && ago < 120);
  heard.textContent =
    ago === null
      ? 'No player has asked yet'
      : ago < 2
        ? 'A player asked just now'
        : `A player asked ${since(ago)} ago`;
}

function since(seconds) {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

at('power').addEventListener('change', ({ target }) => edit('PUT', 'offline', { offline: !target.checked }));

async function keepFresh() {
  // A page that nobody looks at need not ask.
  if (!document.hidden) await refresh().catch(() => document.body.classList.add('lost'));
  if (!document.hidden && state) document.body.classList.remove('lost');
  setTimeout(keepFresh, 2000);
}
keepFresh();
