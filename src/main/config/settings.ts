import { resolve } from 'node:path';
import * as v from 'valibot';
import { languages } from '../../shared/languages/language.ts';
import { message } from '../../shared/languages/message.ts';
import { alertSettings } from './alert-settings.ts';
import { fleetSettings } from './fleet-settings.ts';
import { interactionSettings } from './interaction-settings.ts';
import { interruptSettings } from './interrupt-settings.ts';
import { look, lookSchema } from './look.ts';
import { asIssue } from './mistake.ts';
import { serviceSettings } from './service-settings.ts';
import { required, setting, settingWith } from './setting.ts';
import * as a from './values.ts';

// Every setting is declared once, here or in the file of its group: values, default, environment variable and help text.

const screenPlans = v.pipe(
  v.array(
    a.object({
      id: required(a.screenId, 'its ID in status, schedule and proof of play'),
      display: settingWith(
        v.union([a.text, a.whole(0, 63)], asIssue(message('config.must.be-display'))),
        'primary',
        "primary, a display's id, or its number from the left, starting at 0; if a display may be missing after a restart, use ids",
      ),
      playlist: setting(a.reference, 'what it plays', { otherwise: 'what is assigned' }),
      ...look,
    }),
    asIssue(message('config.must.be-screens')),
  ),
  v.minLength(1, asIssue(message('config.must.name-screen'))),
  v.check(
    (plans) => new Set(plans.map(({ id }) => id)).size === plans.length,
    asIssue(message('config.must.be-distinct')),
  ),
  v.readonly(),
);

/** SQLite takes paths of up to 511 bytes, with the names of its own files. */
const longestDataDir = 450;

/** The schema of the configuration file. */
export const settingsSchema = a.object({
  cms: v.nullish(
    a.object({
      url: setting(a.cmsAddress, 'address of the CMS API, ending in /api/v1.0/; the host name is enough', {
        variable: 'VITRINE_CMS_URL',
      }),
      token: setting(a.text, 'a personal access token', { variable: 'VITRINE_CMS_TOKEN' }),
      tokenFile: setting(
        a.secretFile,
        'a file with the token; a name without a folder is a systemd credential',
        { variable: 'VITRINE_CMS_TOKEN_FILE' },
      ),
      oauth: setting(
        a.object({
          clientId: required(a.text, 'ID of a client that was created in the API settings of the CMS'),
          clientSecret: setting(a.text, 'its secret'),
          clientSecretFile: setting(
            a.secretFile,
            'a file with its secret; a name without a folder is a systemd credential',
          ),
          authUrl: setting(a.address, 'login address, if it is not on the CMS'),
          redirectPort: settingWith(
            a.whole(1, 65_535),
            8787,
            'PORT of the redirect address http://127.0.0.1:PORT/callback that is registered in the CMS',
          ),
        }),
        'instead of a token: an OAuth client for logging in once (vitrine cms login)',
      ),
      proxy: setting(a.address, 'proxy for the CMS and for web pages in playlists', {
        otherwise: 'HTTPS_PROXY, HTTP_PROXY, NO_PROXY; address ranges in NO_PROXY apply to the CMS only',
      }),
      caFile: setting(
        a.file,
        'certificate file of a private CA, for the CMS and, with Chromium, for web pages',
      ),
      httpsOnly: settingWith(
        a.yesNo,
        false,
        'refuse a CMS, downloads, feeds and pages of interrupts with addresses that begin with http://',
      ),
      // Parsed by `cms/profile.ts`.
      profile: settingWith(
        v.pipe(
          v.record(v.string(), v.unknown(), asIssue(message('config.must.be-object'))),
          v.title('an object'),
        ),
        {},
        'differences of your CMS: paths, names, download address',
      ),
    }),
    {},
  ),
  playlist: setting(a.reference, 'the playlist that this player plays', { variable: 'VITRINE_PLAYLIST' }),
  device: setting(a.reference, 'or the CMS device whose assignment it plays', { variable: 'VITRINE_DEVICE' }),
  deviceGroup: setting(a.reference, 'or the CMS device group whose assignment it plays', {
    variable: 'VITRINE_DEVICE_GROUP',
  }),
  dataDir: required(
    v.pipe(
      a.file,
      v.transform((path) => resolve(path)),
      v.check(
        (path) => Buffer.byteLength(path) <= longestDataDir,
        asIssue(message('config.must.be-short-path', { most: longestDataDir })),
      ),
    ),
    'folder for media, database and state',
    { variable: 'VITRINE_DATA_DIR', otherwise: '~/.local/share/vitrine, on Windows %LOCALAPPDATA%\\Vitrine' },
  ),
  name: setting(a.title, 'name of this player on its screens, its page and its login', {
    variable: 'VITRINE_NAME',
    otherwise: "the machine's",
  }),
  timeZone: setting(a.timeZone, 'time zone of the site, if the CMS does not give one', {
    variable: 'VITRINE_TIME_ZONE',
    otherwise: "the system's",
  }),
  language: setting(a.oneOf(languages), 'language of screens, status page and setup', {
    variable: 'VITRINE_LANGUAGE',
    otherwise: "the machine's",
  }),
  host: settingWith(
    a.oneOf(['auto', 'electron', 'chromium']),
    'auto',
    "the browser that plays; auto uses Electron if it is installed, otherwise the system's Chromium",
    { variable: 'VITRINE_HOST' },
  ),
  chromium: v.nullish(
    a.object({
      executable: setting(a.text, 'program of the browser', {
        variable: 'VITRINE_CHROMIUM',
        otherwise: 'the first one found',
      }),
      user: setting(a.text, 'account that runs the browser when the player is started by root', {
        variable: 'VITRINE_CHROMIUM_USER',
        otherwise: 'vitrine',
      }),
    }),
    {},
  ),
  syncSeconds: settingWith(a.whole(1, 86_400), 60, 'interval between syncs, if the CMS does not give one', {
    variable: 'VITRINE_SYNC_SECONDS',
  }),
  downloads: v.nullish(
    a.object({
      concurrency: settingWith(a.whole(1, 32), 6, 'number of parallel downloads'),
      bytesPerSecond: setting(a.whole(1024), 'bandwidth limit for all downloads together'),
      hours: setting(
        v.pipe(a.object({ from: a.clockTime, to: a.clockTime }), v.title('{"from": "22:00", "to": "06:00"}')),
        'local time in which downloads are allowed, as long as there is something to play',
      ),
    }),
    {},
  ),
  network: v.nullish(
    a.object({
      allow: settingWith(
        v.pipe(v.array(a.networkRange, asIssue(message('config.must.be-list'))), v.readonly()),
        [],
        'hosts, addresses and networks such as 10.1.0.0/16 in the local network that media, feeds and web pages may come from',
      ),
    }),
    {},
  ),
  storage: v.nullish(
    a.object({
      freeBytes: settingWith(a.whole(0), 200 * 1024 * 1024, 'disk space to leave free'),
      quotaBytes: setting(a.whole(1), 'limit for all media files'),
    }),
    {},
  ),
  update: v.nullish(
    a.object({
      url: setting(a.address, 'address of signed releases of this player; without it there are no updates', {
        variable: 'VITRINE_UPDATE_URL',
      }),
      channel: settingWith(a.name, 'stable', 'release channel'),
      window: settingWith(
        v.pipe(a.object({ from: a.clockTime, to: a.clockTime }), v.title('{"from": "02:00", "to": "05:00"}')),
        { from: '02:00', to: '05:00' },
        'local time in which the player switches to another release (default 02:00 to 05:00)',
      ),
      root: setting(a.file, 'folder of the installed releases', {
        variable: 'VITRINE_UPDATE_ROOT',
        otherwise: 'the folder of the launcher; without a launcher updates are off',
      }),
    }),
    {},
  ),
  alerts: v.nullish(alertSettings, {}),
  interrupts: v.nullish(interruptSettings, {}),
  fleet: v.nullish(fleetSettings, {}),
  transition: settingWith(a.oneOf(['cut', 'fade', 'slide']), 'cut', 'transition between two items', {
    variable: 'VITRINE_TRANSITION',
  }),
  transitionSeconds: settingWith(a.number(0.1, 10), 0.8, 'length of a fade or slide'),
  adminPort: settingWith(
    a.whole(0, 65_535),
    8780,
    'port of the status page, on this machine only; 0 turns it off',
    {
      variable: 'VITRINE_ADMIN_PORT',
    },
  ),
  service: v.nullish(serviceSettings, {}),
  interaction: v.nullish(interactionSettings, {}),
  setup: v.nullish(
    a.object({
      phone: settingWith(a.yesNo, true, 'an unconfigured player can be set up with a phone in its network'),
      keyboard: settingWith(
        a.yesNo,
        true,
        'an unconfigured player can be set up with a keyboard at the screen (X server only)',
      ),
      again: settingWith(
        a.yesNo,
        true,
        'a player that plays can be set up again by F9 held at the screen for 5 seconds, and by a new vitrine.json',
      ),
      address: setting(a.text, 'address at which a phone reaches this machine', {
        variable: 'VITRINE_SETUP_ADDRESS',
        otherwise: 'the address in the local network',
      }),
      folder: setting(
        a.file,
        'folder to search for vitrine.json, besides USB sticks and the boot partition',
        {
          variable: 'VITRINE_SETUP_FOLDER',
        },
      ),
      port: settingWith(
        a.whole(0, 65_535),
        8790,
        'port of the setup page; if it is in use, another port is chosen',
        {
          variable: 'VITRINE_SETUP_PORT',
        },
      ),
    }),
    {},
  ),
  overlayKey: settingWith(a.yesNo, true, 'Ctrl+Alt+O on a keyboard toggles the overlay (Electron only)'),
  player: v.nullish(
    a.object({
      sync: settingWith(
        a.oneOf(['free', 'wallclock']),
        'free',
        'wallclock keeps several players in step by their clocks',
      ),
      atBoundary: settingWith(
        a.oneOf(['cut', 'finish']),
        'cut',
        'cut or finish an item when the schedule removes it',
      ),
      restartAt: setting(
        a.clockTime,
        'local time at which the browser restarts every day, between two items; normally not needed',
      ),
      restartMachine: setting(
        a.program,
        'program that restarts the machine when safe mode shows nothing either, at most once in 6 hours and twice a day',
        { otherwise: 'the machine is never restarted' },
      ),
      memoryMiB: setting(
        a.whole(64, 1_048_576),
        'memory of one screen above which its renderer is replaced, between two items',
        { otherwise: "a quarter of the machine's memory, from 512 to 1536" },
      ),
    }),
    {},
  ),
  screen: v.nullish(lookSchema, {}),
  // Not a union: its issues would not name the faulty element.
  screens: settingWith(
    v.lazy((given) => (given === 'all' ? v.literal('all') : screenPlans)),
    [{ id: '1' }],
    'several displays: "all" shows the same on each; in a list each screen has an ID and may override every setting of screen',
  ),
});

/** At most one setting of a group may be set. One from the environment replaces those in the file. */
export const choices = [
  ['playlist', 'device', 'deviceGroup'],
  ['cms.token', 'cms.tokenFile'],
] as const;

export type Settings = v.InferOutput<typeof settingsSchema>;
