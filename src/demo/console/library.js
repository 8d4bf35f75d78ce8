import { mediaType } from './drag.js';
import { element, icon } from './element.js';
import { edit, say } from './server.js';
import { thumbnail } from './thumbnail.js';
import { upload } from './upload.js';
import { describe } from './words.js';

/** Everything that can be put into a playlist, and the ways to bring in more. */
export function renderLibrary(state, view) {
  const media = state.media.filter((row) => row.attachable_type !== null).reverse();
  const lists = state.playlists.filter(({ id }) => id !== view.playlistId);
  return [
    element('h2', {}, 'Media library'),
    uploadBox(),
    addressForm(),
    element(
      'ul',
      { className: 'media' },
      media.map((row) => mediaItem(row, state, view)),
    ),
    lists.length > 0 ? element('h2', {}, 'Playlists inside this one') : null,
    element(
      'ul',
      { className: 'media' },
      lists.map((row) => listItem(row, state, view)),
    ),
  ].filter(Boolean);
}

function item({ content, name, detail, thing, view, focus, remove }) {
  const add = () => edit('POST', `playlists/${view.playlistId}/entries`, thing);
  return element(
    'li',
    {
      draggable: true,
      ondragend: ({ currentTarget }) => currentTarget.classList.remove('dragged'),
      ondragstart: ({ dataTransfer, currentTarget }) => {
        currentTarget.classList.add('dragged');
        dataTransfer.setData(mediaType, JSON.stringify(thing));
        dataTransfer.effectAllowed = 'copy';
      },
    },
    element(
      'button',
      {
        className: 'tile',
        disabled: view.playlistId === null,
        onclick: add,
        data: { focus },
        title: 'Add to the playlist',
        aria: { label: `Add ${name} to the playlist` },
      },
      content,
      element('i', { className: 'plus' }, icon('add')),
    ),
    element('b', { title: name }, name),
    element('small', { title: detail }, detail),
    remove,
  );
}

function mediaItem(row, state, view) {
  return item({
    content: thumbnail(row, null, state),
    name: row.name,
    detail: describe(row),
    thing: { media_file_id: row.id },
    view,
    focus: `media-${row.id}`,
    remove: element(
      'button',
      {
        className: 'round corner',
        title: 'Delete from the library and from every playlist',
        aria: { label: `Delete ${row.name}` },
        onclick: () => edit('DELETE', `media/${row.id}`),
      },
      icon('remove'),
    ),
  });
}

function listItem(row, state, view) {
  return item({
    content: thumbnail(null, row, state),
    name: row.name,
    detail: `${row.entries.length} entries`,
    thing: { playlist_id_as_nested_playlist: row.id },
    view,
    focus: `nested-${row.id}`,
    remove: null,
  });
}

function uploadBox() {
  const input = element('input', {
    type: 'file',
    multiple: true,
    accept: 'image/*,video/*,audio/*,application/pdf,text/plain',
    aria: { label: 'Upload files' },
    onchange: ({ target }) => take([...target.files]),
  });
  const box = element(
    'label',
    {
      className: 'upload',
      ondragover: (event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        box.classList.add('over');
      },
      ondragleave: () => box.classList.remove('over'),
      ondrop: (event) => {
        event.preventDefault();
        box.classList.remove('over');
        take([...event.dataTransfer.files]);
      },
    },
    input,
    icon('upload'),
    element('span', {}, 'Upload files, or drop them here'),
  );
  return box;
}

async function take(files) {
  for (const file of files) {
    say(`Uploading ${file.name} …`);
    if (await upload(file)) say(`${file.name} is in the library.`);
  }
}

function addressForm() {
  const address = element('input', {
    type: 'url',
    required: true,
    placeholder: 'https:// address of a web page',
    aria: { label: 'Address of a web page' },
  });
  return element(
    'form',
    {
      className: 'one-line',
      onsubmit: async (event) => {
        event.preventDefault();
        const url = address.value.trim();
        const { hostname, pathname } = new URL(url);
        const name = `${hostname}${pathname === '/' ? '' : pathname}`.slice(0, 255);
        if (await edit('POST', 'media', { name, url })) say('The web page is in the library.');
      },
    },
    address,
    element('button', { className: 'round', title: 'Add', aria: { label: 'Add the web page' } }, icon('add')),
  );
}
