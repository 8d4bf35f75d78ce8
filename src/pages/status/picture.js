import { make } from './element.js';
import { withoutCommands } from './plain-text.js';
import { screenName } from './sentences.js';
import { say } from './words.js';

const everyMs = 1_000;
const againMs = 4_000;

/** The live picture of one screen: fetched only while visible, one request at a time. */
export function livePicture(screenId) {
  const picture = make('img', { alt: say('page.now.picture', { screen: screenName(screenId) }) });
  const none = make('p', { class: 'no-picture soft' });
  const frame = make('div', { class: 'frame' }, none, picture);
  let timer = null;
  let isOver = false;
  const later = (ms) => {
    timer = setTimeout(next, ms);
  };
  const next = () => {
    if (isOver) return;
    if (document.visibilityState !== 'visible') return later(everyMs);
    picture.src = `api/screens/${encodeURIComponent(screenId)}/picture?size=small&at=${Date.now()}`;
  };
  picture.addEventListener('load', () => {
    frame.classList.add('is-there');
    later(everyMs);
  });
  picture.addEventListener('error', () => {
    frame.classList.remove('is-there');
    later(againMs);
  });
  next();
  return {
    element: frame,
    /** Shows a text in place of the picture. */
    say(why) {
      none.textContent = withoutCommands(why);
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
