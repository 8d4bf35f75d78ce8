import { make } from './element.js';
import { announce, edit } from './server.js';

/** Deletes unused things at once, confirms otherwise, and offers to undo. */
export async function remove(path, name, uses = [], done = 'was deleted') {
  if (uses.length > 0 && !(await agreed(name, uses))) return;
  const answer = await edit('DELETE', path);
  if (answer) announce(`“${name}” ${done}.`, () => edit('POST', `undo/${answer.undo}`));
}

function agreed(name, uses) {
  const { promise, resolve } = Promise.withResolvers();
  const onclose = () => {
    dialog.remove();
    resolve(dialog.returnValue === 'delete');
  };
  const dialog = make(
    'dialog',
    { aria: { label: `Delete ${name}?` }, onclose },
    make('p', `“${name}” is used by ${listed(uses)}. Delete it there as well?`),
    make(
      'form',
      { method: 'dialog' },
      make('button', { value: 'keep', autofocus: true }, 'Keep it'),
      make('button.danger', { value: 'delete' }, 'Delete it'),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return promise;
}

function listed(uses) {
  return uses.length === 1 ? uses[0] : `${uses.slice(0, -1).join(', ')} and ${uses.at(-1)}`;
}

/** The playlists with entries that match `fits`, as text. */
export function playlistsWith(fits, { playlists }) {
  return playlists.filter(({ entries }) => entries.some(fits)).map(({ name }) => `the playlist “${name}”`);
}
