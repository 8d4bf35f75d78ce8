import { element, icon } from './element.js';
import { kindOf } from './words.js';

/** A small picture of a media file or of a playlist, or a sign where there is none. */
export function thumbnail(media, nested, state) {
  if (nested) {
    const first = nested.entries
      .slice(0, 2)
      .map((entry) => state.media.find(({ id }) => id === entry.media_file_id))
      .filter((one) => one?.has_thumbnail);
    return element(
      'span',
      { className: 'thumbnail stack' },
      first.map((one) =>
        element('img', { src: `/console/media/${one.id}/thumbnail`, alt: '', draggable: false }),
      ),
      element('i', { className: 'sign' }, icon('list')),
    );
  }
  const kind = kindOf(media);
  const picture = media && (media.has_thumbnail || kind === 'picture');
  return element(
    'span',
    { className: `thumbnail ${kind}` },
    picture
      ? element('img', {
          src: `/console/media/${media.id}/thumbnail`,
          alt: '',
          loading: 'lazy',
          draggable: false,
        })
      : null,
    !picture || kind === 'film'
      ? element('i', { className: picture ? 'sign' : 'large sign' }, icon(kind))
      : null,
  );
}
