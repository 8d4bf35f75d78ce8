import { edit } from './server.js';

const entryType = 'application/x-vitrine-entry';
export const mediaType = 'application/x-vitrine-media';

/** What an entry needs so that it can be taken by hand. */
export function dragSource(entry) {
  return {
    ondragstart: ({ dataTransfer, currentTarget }) => {
      dataTransfer.setData(entryType, String(entry.id));
      dataTransfer.effectAllowed = 'move';
      currentTarget.parentElement.classList.add('dragged');
    },
    ondragend: ({ currentTarget }) => currentTarget.parentElement.classList.remove('dragged'),
  };
}

/** Entries are moved within the list; things of the library are put in where they are dropped. */
export function dropTarget(playlist) {
  const placeAt = (list, y) => {
    const rows = [...list.children];
    const below = rows.findIndex((row) => {
      const box = row.getBoundingClientRect();
      return y < box.top + box.height / 2;
    });
    return below < 0 ? rows.length : below;
  };
  const mark = (list, place) => {
    for (const [index, row] of [...list.children].entries()) {
      row.classList.toggle('drop-before', index === place);
      row.classList.toggle(
        'drop-after',
        index === list.children.length - 1 && place === list.children.length,
      );
    }
  };
  return {
    ondragover: (event) => {
      const { types } = event.dataTransfer;
      if (!types.includes(entryType) && !types.includes(mediaType)) return;
      event.preventDefault();
      mark(event.currentTarget, placeAt(event.currentTarget, event.clientY));
    },
    ondragleave: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget)) mark(currentTarget, -1);
    },
    ondrop: (event) => {
      const list = event.currentTarget;
      const place = placeAt(list, event.clientY);
      mark(list, -1);
      const moved = event.dataTransfer.getData(entryType);
      const added = event.dataTransfer.getData(mediaType);
      if (!moved && !added) return;
      event.preventDefault();
      if (added) {
        edit('POST', `playlists/${playlist.id}/entries`, { ...JSON.parse(added), at: place });
        return;
      }
      const ids = playlist.entries.map(({ id }) => id);
      const from = ids.indexOf(Number(moved));
      if (from < 0) return;
      ids.splice(from, 1);
      ids.splice(place > from ? place - 1 : place, 0, Number(moved));
      edit('PUT', `playlists/${playlist.id}/order`, { ids });
    },
  };
}
