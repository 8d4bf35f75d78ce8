import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import { defaultScreenSettings } from '../../shared/programme.ts';
import { asIssue } from './mistake.ts';
import { setting } from './setting.ts';
import * as a from './values.ts';

const ticker = v.pipe(
  a.object({
    text: setting(a.text, 'what it says'),
    feed: setting(a.address, 'address of news (RSS or Atom) that it says too'),
    position: setting(a.oneOf(['top', 'bottom']), 'where it runs'),
    direction: setting(a.oneOf(['left', 'right']), 'to which side it runs'),
    speed: setting(a.whole(1, 2000), 'in pixels a second'),
    color: setting(a.colour, 'colour of its letters'),
    backgroundColor: setting(a.colour, 'colour behind them'),
    clock: setting(
      v.pipe(
        a.object({
          format: v.nullish(a.text, null),
          position: v.nullish(a.oneOf(['left', 'right']), null),
        }),
        v.title('{"format": "HH:mm", "position": "left"}'),
      ),
      'the time beside it, on the left or right',
    ),
  }),
  v.check(
    ({ text, feed, clock }) => text !== null || feed !== null || clock !== null,
    asIssue(message('config.must.have-ticker')),
  ),
);

/** How a screen shows: what only the spot where it hangs can settle. It beats what the CMS says. */
export const look = {
  rotation: setting(a.oneOf([0, 90, 180, 270]), 'degrees clockwise by which the display is turned'),
  fit: setting(a.oneOf(['contain', 'cover', 'stretch']), 'how an item fills the screen', {
    otherwise: defaultScreenSettings.fit,
  }),
  background: setting(a.text, 'colour around items', { otherwise: defaultScreenSettings.background }),
  volume: setting(a.number(0, 100), 'percent; the most that the CMS may ask for'),
  region: setting(
    v.pipe(
      a.object({
        left: a.whole(0, 65_535),
        top: a.whole(0, 65_535),
        width: a.whole(1, 65_535),
        height: a.whole(1, 65_535),
      }),
      v.title('{"left", "top", "width", "height"}'),
    ),
    'the part of the display that is used, in pixels',
  ),
  scale: setting(a.number(0.1, 4), 'size of the show; 1 is as large as the region'),
  ticker: setting(
    ticker,
    "a live ticker instead of the CMS's, with a text, a feed or a clock, or several of them",
  ),
  hours: setting(
    a.hours,
    "when the display is on, in the shop's time; outside of it the screen is black and the display sleeps",
    { otherwise: 'always' },
  ),
  hook: setting(a.program, 'what is told that the display is to be on or off, and the commands of entries'),
  cec: setting(a.text, 'the device, such as /dev/cec0, by which cec-ctl switches the display'),
  ddc: setting(a.whole(1, 16), 'the number by which ddcutil knows the display, to switch it'),
  pageZoom: setting(a.number(0.25, 5), 'how large web pages are shown', {
    variable: 'VITRINE_PAGE_ZOOM',
    otherwise: `${defaultScreenSettings.pageZoom}`,
  }),
  pageReloadSeconds: setting(a.whole(5, 86_400), 'how often a web page that stays on screen is loaded anew', {
    variable: 'VITRINE_PAGE_RELOAD_SECONDS',
    otherwise: `${defaultScreenSettings.pageReloadMs / 1000}`,
  }),
};

export const lookSchema = a.object(look);

export type Look = v.InferOutput<typeof lookSchema>;
