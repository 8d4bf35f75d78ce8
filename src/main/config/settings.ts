import { resolve } from 'node:path';
import * as v from 'valibot';
import { defaultScreenSettings } from '../../shared/programme.ts';
import { required, setting, settingWith } from './setting.ts';
import * as a from './values.ts';

// Every setting stands here once: what it may hold, what holds without it, its environment variable, and what help and
// README say of it.

const ticker = v.pipe(
  a.object({
    text: setting(a.text, { help: 'what it says' }),
    feed: setting(a.address, { help: 'address of news (RSS or Atom) that it says too' }),
    position: setting(a.oneOf(['top', 'bottom']), { help: 'where it runs' }),
    direction: setting(a.oneOf(['left', 'right']), { help: 'to which side it runs' }),
    speed: setting(a.whole(1, 2000), { help: 'in pixels a second' }),
    color: setting(a.colour, { help: 'colour of its letters' }),
    backgroundColor: setting(a.colour, { help: 'colour behind them' }),
    clock: setting(
      v.pipe(
        a.object({
          format: v.nullish(a.text, null),
          position: v.nullish(a.oneOf(['left', 'right']), null),
        }),
        v.title('{"format": "HH:mm", "position": "left"}'),
      ),
      { help: 'the time beside it, on the left or right' },
    ),
  }),
  v.check(
    ({ text, feed, clock }) => text !== null || feed !== null || clock !== null,
    'must have a text, a feed or a clock',
  ),
);

/** How a screen shows, where that is settled by the spot where it hangs. It beats the CMS. */
const look = {
  rotation: setting(a.oneOf([0, 90, 180, 270]), { help: 'degrees clockwise by which the display is turned' }),
  fit: setting(a.oneOf(['contain', 'cover', 'stretch']), {
    help: 'how an item fills the screen',
    otherwise: defaultScreenSettings.fit,
  }),
  background: setting(a.text, {
    help: 'colour around items',
    otherwise: defaultScreenSettings.background,
  }),
  volume: setting(a.number(0, 100), { help: 'percent; the most that the CMS may ask for' }),
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
    { help: 'the part of the display that is used, in pixels' },
  ),
  scale: setting(a.number(0.1, 4), { help: 'size of the show; 1 is as large as the region' }),
  ticker: setting(ticker, {
    help: "a live ticker instead of the CMS's, with a text, a feed or a clock, or several of them",
  }),
  pageZoom: setting(a.number(0.25, 5), {
    variable: 'VITRINE_PAGE_ZOOM',
    help: 'how large web pages are shown',
    otherwise: `${defaultScreenSettings.pageZoom}`,
  }),
  pageReloadSeconds: setting(a.whole(5, 86_400), {
    variable: 'VITRINE_PAGE_RELOAD_SECONDS',
    help: 'how often a web page that stays on screen is loaded anew',
    otherwise: `${defaultScreenSettings.pageReloadMs / 1000}`,
  }),
};

export const lookSchema = a.object(look);

const screenPlans = v.pipe(
  v.array(
    a.object({
      id: required(a.screenId, { help: 'its name in status, schedule and proof of play' }),
      display: settingWith(
        v.union([a.text, a.whole(0, 63)], 'must be “primary”, a display id or a number from 0'),
        'primary',
        {
          help: "primary, a display's id, or its number from the left, 0 first; over a restart with a display missing only ids are sure",
        },
      ),
      playlist: setting(a.reference, { help: 'what it plays', otherwise: 'what is assigned' }),
      ...look,
    }),
    'must be “all” or a list of screens',
  ),
  v.minLength(1, 'must name at least one screen'),
  v.check((plans) => new Set(plans.map(({ id }) => id)).size === plans.length, 'names a screen twice'),
  v.readonly(),
);

/** SQLite takes paths of up to 511 bytes, with the names of its own files. */
const longestDataDir = 450;

/** The configuration as it is written in the file. */
export const settingsSchema = a.object({
  cms: v.nullish(
    a.object({
      url: setting(a.cmsAddress, {
        variable: 'VITRINE_CMS_URL',
        help: 'address of the interface, ending in /api/v1.0/; its host alone will do',
      }),
      token: setting(a.text, { variable: 'VITRINE_CMS_TOKEN', help: 'a personal access token' }),
      tokenFile: setting(a.secretFile, {
        variable: 'VITRINE_CMS_TOKEN_FILE',
        help: 'a file with the token; a bare name is looked up among the credentials that systemd hands to a service',
      }),
      oauth: setting(
        a.object({
          clientId: required(a.text, { help: 'of a client that was made in the API settings of the CMS' }),
          clientSecret: setting(a.text, { help: 'its secret' }),
          clientSecretFile: setting(a.secretFile, { help: 'a file with its secret' }),
          authUrl: setting(a.address, { help: 'where to log in, if that is not the CMS' }),
          redirectPort: settingWith(a.whole(1, 65_535), 8787, {
            help: 'the PORT of the redirect address http://127.0.0.1:PORT/callback, which is registered at the CMS',
          }),
        }),
        { help: 'instead of a token: a client with which to log in once (vitrine cms login)' },
      ),
      proxy: setting(a.address, {
        help: 'for the CMS and for the web pages of a playlist',
        otherwise: 'HTTPS_PROXY, HTTP_PROXY, NO_PROXY, whose ranges of addresses count for the CMS alone',
      }),
      caFile: setting(a.file, { help: 'a certificate authority of your own, for the CMS' }),
      // Parsed by `cms/profile.ts`.
      profile: settingWith(
        v.pipe(v.record(v.string(), v.unknown(), 'must be an object'), v.title('an object')),
        {},
        { help: 'what your CMS does differently: paths, names, download address' },
      ),
    }),
    {},
  ),
  playlist: setting(a.reference, {
    variable: 'VITRINE_PLAYLIST',
    help: 'what this player follows: a playlist',
  }),
  device: setting(a.reference, {
    variable: 'VITRINE_DEVICE',
    help: 'or what a device of the CMS is assigned',
  }),
  deviceGroup: setting(a.reference, {
    variable: 'VITRINE_DEVICE_GROUP',
    help: 'or what a group of devices is assigned',
  }),
  dataDir: required(
    v.pipe(
      a.file,
      v.transform((path) => resolve(path)),
      v.check(
        (path) => Buffer.byteLength(path) <= longestDataDir,
        `is too long for the files of a database: it may have ${longestDataDir} bytes`,
      ),
    ),
    {
      variable: 'VITRINE_DATA_DIR',
      help: 'where the show is kept',
      otherwise: '~/.local/share/vitrine, on Windows %LOCALAPPDATA%\\Vitrine',
    },
  ),
  timeZone: setting(a.timeZone, {
    variable: 'VITRINE_TIME_ZONE',
    help: "the shop's zone, where the CMS does not say it",
    otherwise: "the system's",
  }),
  host: settingWith(a.oneOf(['auto', 'electron', 'chromium']), 'auto', {
    variable: 'VITRINE_HOST',
    help: "what shows the pictures; auto takes Electron where it is there, else the system's Chromium",
  }),
  chromium: v.nullish(
    a.object({
      executable: setting(a.text, {
        variable: 'VITRINE_CHROMIUM',
        help: 'which browser is started',
        otherwise: 'the first that is found',
      }),
      user: setting(a.text, {
        help: 'as whom the browser runs when the player is root',
        otherwise: 'vitrine, else nobody',
      }),
    }),
    {},
  ),
  syncSeconds: settingWith(a.whole(1, 86_400), 60, {
    variable: 'VITRINE_SYNC_SECONDS',
    help: 'how often the CMS is asked, where it does not say so itself',
  }),
  downloads: v.nullish(
    a.object({
      concurrency: settingWith(a.whole(1, 32), 6, { help: 'how many files come in at the same time' }),
      bytesPerSecond: setting(a.whole(1024), { help: 'the most that all of them take together' }),
      hours: setting(
        v.pipe(a.object({ from: a.clockTime, to: a.clockTime }), v.title('{"from": "22:00", "to": "06:00"}')),
        { help: "the only time of the shop's day for downloads, while there is something to play" },
      ),
    }),
    {},
  ),
  storage: v.nullish(
    a.object({
      freeBytes: settingWith(a.whole(0), 200 * 1024 * 1024, { help: 'to leave free on the disk' }),
      quotaBytes: setting(a.whole(1), { help: 'the most that media files take' }),
    }),
    {},
  ),
  transition: settingWith(a.oneOf(['cut', 'fade', 'slide']), 'cut', {
    variable: 'VITRINE_TRANSITION',
    help: 'between two items',
  }),
  transitionSeconds: settingWith(a.number(0.1, 10), 0.8, { help: 'how long a fade or slide takes' }),
  adminPort: settingWith(a.whole(0, 65_535), 8780, {
    variable: 'VITRINE_ADMIN_PORT',
    help: 'the status page, on this machine alone; 0 turns it off',
  }),
  player: v.nullish(
    a.object({
      sync: settingWith(a.oneOf(['free', 'wallclock']), 'free', {
        help: 'wallclock keeps several screens in step by the clock alone',
      }),
      atBoundary: settingWith(a.oneOf(['cut', 'finish']), 'cut', {
        help: 'whether an item that the schedule takes out is cut, or may finish',
      }),
      memoryMiB: setting(a.whole(64, 1_048_576), {
        help: 'what the renderer of one screen may hold before a fresh one takes its place between two items',
        otherwise: "a quarter of the machine's memory, from 512 to 1536",
      }),
    }),
    {},
  ),
  screen: v.nullish(lookSchema, {}),
  // Not a union: it would say that something in the list is wrong, but not where.
  screens: settingWith(
    v.lazy((given) => (given === 'all' ? v.literal('all') : screenPlans)),
    [{ id: '1' }],
    {
      help: 'for several displays: "all" shows the same on each; in a list each screen has an id, and may have its own of all that screen has',
    },
  ),
});

/** Settings of which only one can hold. To name one of them in the environment undoes the others of the file. */
export const choices = [
  ['playlist', 'device', 'deviceGroup'],
  ['cms.token', 'cms.tokenFile'],
] as const;

export type Settings = v.InferOutput<typeof settingsSchema>;
export type Look = v.InferOutput<typeof lookSchema>;
