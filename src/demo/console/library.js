import { carries } from './drag.js';
import { icon, make, signButton } from './element.js';
import { playlistsWith, remove } from './removal.js';
import { announce, edit } from './server.js';
import { thumbnail } from './thumbnail.js';
import { drawing, upload } from './upload.js';
import { counted, describe } from './words.js';

/** Everything that can be added to a playlist, and ways to upload more. */
export function renderLibrary(state, view) {
  const media = state.media.filter((row) => row.attachable_type !== null).reverse();
  const lists = state.playlists.filter(({ id }) => id !== view.playlistId);
  return [
    make('h2', 'Media library'),
    uploadBox(),
    addressForm(),
    drawnForm(),
    make(
      'ul.media',
      media.map((row) => mediaTile(row, state, view)),
    ),
    ...(lists.length > 0 ? [make('h2', 'Playlists to nest')] : []),
    make(
      'ul.media',
      lists.map((row) => listTile(row, state, view)),
    ),
  ];
}

function tile({ picture, name, details, adds, view, focus }, ...more) {
  const add = (values) => edit('POST', `playlists/${view.playlistId}/entries`, { ...adds, ...values });
  const button = make(
    'button.tile',
    {
      disabled: view.playlistId === null,
      title: 'Add to the playlist',
      data: { focus },
      aria: { label: `Add ${name} to the playlist` },
      onclick: () => add({}),
    },
    picture,
    make('i.plus', icon('add')),
  );
  const onpointerdown = carries(name, (position) => add({ at: position }));
  return make('li', { onpointerdown }, button, make('b', { title: name }, name), details, more);
}

function mediaTile(row, state, view) {
  const { id, name, trouble } = row;
  const fits = (entry) => entry.media_file_id === id;
  const onclick = () => remove(`media/${id}`, name, playlistsWith(fits, state));
  const detail = describe(row);
  return tile(
    {
      picture: thumbnail(row, null, state),
      name,
      details: [
        make('small', { title: detail }, detail),
        trouble ? make('small.trouble', `The player: ${trouble}`) : null,
      ],
      adds: { media_file_id: id },
      view,
      focus: `media-${id}`,
    },
    signButton('remove', 'Delete', { label: `Delete ${name}`, onclick, className: 'round corner' }),
  );
}

function listTile(row, state, view) {
  const { id, name, entries } = row;
  return tile({
    picture: thumbnail(null, row, state),
    name,
    details: make('small', counted(entries.length, 'entry', 'entries')),
    adds: { playlist_id_as_nested_playlist: id },
    view,
    focus: `nested-${id}`,
  });
}

function uploadBox() {
  const over = (is) => box.classList.toggle('over', is);
  const input = make('input', {
    type: 'file',
    multiple: true,
    accept: 'image/*,video/*,audio/*,application/pdf,text/plain',
    aria: { label: 'Upload files' },
    onchange: ({ target }) => take([...target.files]),
  });
  const box = make(
    'label.upload',
    {
      ondragover: (event) => {
        event.preventDefault();
        over(event.dataTransfer.types.includes('Files'));
      },
      ondragleave: () => over(false),
      ondrop: (event) => {
        event.preventDefault();
        over(false);
        void take([...event.dataTransfer.files]);
      },
    },
    input,
    icon('upload'),
    make('span', 'Upload files, or drop them here'),
  );
  return box;
}

async function take(files) {
  for (const file of files) {
    announce(`Uploading ${file.name} …`);
    if (await upload(file)) announce(`${file.name} is in the library.`);
  }
}

function addressForm() {
  const address = make('input', {
    type: 'url',
    required: true,
    placeholder: 'https:// address of a web page',
    aria: { label: 'Address of a web page' },
  });
  const onsubmit = async (event) => {
    event.preventDefault();
    const url = address.value.trim();
    const { hostname, pathname } = new URL(url);
    const name = `${hostname}${pathname === '/' ? '' : pathname}`.slice(0, 255);
    if (await edit('POST', 'media', { name, url })) announce('The web page is in the library.');
  };
  return make(
    'form.one-line',
    { onsubmit },
    address,
    signButton('add', 'Add', { label: 'Add the web page' }),
  );
}

/** Media that only the service draws; a player shows their thumbnail. */
function drawnForm() {
  const name = make('input', {
    required: true,
    maxLength: 255,
    placeholder: 'New template',
    aria: { label: 'Name of a template or content' },
  });
  const kind = make(
    'select',
    { aria: { label: 'Rendered by the CMS as' } },
    ['Template', 'Content'].map((value) => make('option', { value }, value)),
  );
  const onsubmit = async (event) => {
    event.preventDefault();
    const text = name.value.trim();
    const drawn = { name: text, kind: kind.value, thumbnail: await drawing(text, kind.value) };
    if (await edit('POST', 'drawn', drawn))
      announce(`${text} is in the library. Players show its thumbnail.`);
  };
  return make(
    'form.one-line',
    { onsubmit },
    name,
    kind,
    signButton('add', 'Add', { label: 'Add a template or content' }),
  );
}
