import { icon, make } from './element.js';
import { kindOf, rowOf } from './words.js';

const sign = (kind) => make('i.large.sign', icon(kind));

const picture = ({ id }) =>
  make('img', {
    src: `/console/media/${id}/thumbnail`,
    alt: '',
    loading: 'lazy',
    draggable: false,
    onerror: ({ target }) => target.replaceWith(sign('picture')),
  });

/** A thumbnail of a media file or playlist, or an icon. */
export function thumbnail(media, nested, state) {
  if (nested) {
    const first = nested.entries.slice(0, 2).map((entry) => rowOf(state.media, entry.media_file_id));
    const pictures = first.filter((one) => one?.has_thumbnail).map(picture);
    return make('span.thumbnail.stack', pictures, make('i.sign', icon('list')));
  }
  const kind = kindOf(media);
  const seen = media && (media.has_thumbnail || kind === 'picture');
  return make(
    `span.thumbnail.${kind}`,
    seen ? picture(media) : null,
    seen ? null : sign(kind),
    seen && kind === 'film' ? make('i.sign', icon(kind)) : null,
    media?.trouble ? make('i.sign.trouble', icon('broken')) : null,
  );
}
