import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import { defaultScreenSettings } from '../../shared/programme.ts';
import { asIssue } from './mistake.ts';
import { required, setting, settingWith } from './setting.ts';
import * as a from './values.ts';

const ticker = v.pipe(
  a.object({
    text: setting(a.text, 'its text'),
    feed: setting(a.address, 'address of a news feed (RSS or Atom)'),
    position: setting(a.oneOf(['top', 'bottom']), 'position'),
    direction: setting(a.oneOf(['left', 'right']), 'direction'),
    speed: setting(a.whole(1, 2000), 'pixels per second'),
    color: setting(a.colour, 'text colour'),
    backgroundColor: setting(a.colour, 'background colour'),
    clock: setting(
      v.pipe(
        a.object({
          format: v.nullish(a.text, null),
          position: v.nullish(a.oneOf(['left', 'right']), null),
        }),
        v.title('{"format": "HH:mm", "position": "left"}'),
      ),
      'a clock beside the text, on the left or right',
    ),
  }),
  v.check(
    ({ text, feed, clock }) => text !== null || feed !== null || clock !== null,
    asIssue(message('config.must.have-ticker')),
  ),
);

const fits = ['contain', 'cover', 'stretch'] as const;

const zones = v.pipe(
  v.array(
    a.object({
      id: required(a.screenId, 'its ID in status, schedule and proof of play'),
      left: settingWith(a.length, 0, 'its left edge'),
      top: settingWith(a.length, 0, 'its upper edge'),
      width: required(a.length, 'its width'),
      height: required(a.length, 'its height'),
      playlist: setting(a.reference, 'what it plays', { otherwise: 'what is assigned' }),
      fit: setting(a.oneOf(fits), 'how items fill it', { otherwise: 'as the screen' }),
      sound: setting(a.yesNo, 'whether it plays sound; one zone at most', {
        otherwise: 'the first zone does',
      }),
    }),
    asIssue(message('config.must.be-list')),
  ),
  v.check(
    (all) => new Set(all.map(({ id }) => id)).size === all.length,
    asIssue(message('config.must.be-distinct-zones')),
  ),
  v.readonly(),
);

/** Display settings that depend on the place of the screen. They override the CMS. */
export const look = {
  rotation: setting(a.oneOf([0, 90, 180, 270]), 'degrees clockwise by which the display is turned'),
  fit: setting(a.oneOf(fits), 'how items fill the screen', {
    otherwise: defaultScreenSettings.fit,
  }),
  background: setting(a.text, 'colour around items', { otherwise: defaultScreenSettings.background }),
  volume: setting(a.number(0, 100), 'volume limit in percent'),
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
    'part of the display to use, in pixels',
  ),
  scale: setting(a.number(0.1, 4), 'scale of the show; 1 fills the region'),
  zones: setting(
    zones,
    'parts of the screen, each with its own playlist, in place of those of the CMS; [] turns those off',
  ),
  ticker: setting(ticker, "a ticker that replaces the CMS's, with text, feed, clock, or several of them"),
  hours: setting(
    a.hours,
    'opening hours in local time; outside them the screen is black and the display sleeps',
    { otherwise: 'always' },
  ),
  hook: setting(
    a.program,
    'program that switches the display on and off, and receives the commands of entries',
  ),
  cec: setting(a.text, 'HDMI-CEC device such as /dev/cec0; cec-ctl switches the display'),
  serial: setting(
    a.text,
    'serial port of the display such as /dev/ttyUSB0; the player sends it what the CMS sets for on and off',
  ),
  ddc: setting(a.whole(1, 16), 'DDC display number; ddcutil switches the display'),
  pageZoom: setting(a.number(0.25, 5), 'zoom of web pages', {
    variable: 'VITRINE_PAGE_ZOOM',
    otherwise: `${defaultScreenSettings.pageZoom}`,
  }),
  pageReloadSeconds: setting(a.whole(5, 86_400), 'interval at which a web page on screen reloads', {
    variable: 'VITRINE_PAGE_RELOAD_SECONDS',
    otherwise: `${defaultScreenSettings.pageReloadMs / 1000}`,
  }),
};

export const lookSchema = a.object(look);

export type Look = v.InferOutput<typeof lookSchema>;
