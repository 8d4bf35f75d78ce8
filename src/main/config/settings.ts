import { resolve } from 'node:path';
import * as v from 'valibot';
import { languages } from '../../shared/languages/language.ts';
import { message } from '../../shared/languages/message.ts';
import { fleetCommands } from './fleet-commands.ts';
import { look, lookSchema } from './look.ts';
import { asIssue } from './mistake.ts';
import { required, setting, settingWith } from './setting.ts';
import * as a from './values.ts';

// Every setting is declared once, here or in look.ts: its values, its default, its environment variable, and what help
// and README say of it.

const screenPlans = v.pipe(
  v.array(
    a.object({
      id: required(a.screenId, 'its name in status, schedule and proof of play'),
      display: settingWith(
        v.union([a.text, a.whole(0, 63)], asIssue(message('config.must.be-display'))),
        'primary',
        "primary, a display's id, or its number from the left, 0 first; over a restart with a display missing only ids are sure",
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

const mostGroups = 20;

/** The configuration as it is written in the file. */
export const settingsSchema = a.object({
  cms: v.nullish(
    a.object({
      url: setting(a.cmsAddress, 'address of the interface, ending in /api/v1.0/; its host alone will do', {
        variable: 'VITRINE_CMS_URL',
      }),
      token: setting(a.text, 'a personal access token', { variable: 'VITRINE_CMS_TOKEN' }),
      tokenFile: setting(
        a.secretFile,
        'a file with the token; a bare name is looked up among the credentials that systemd hands to a service',
        { variable: 'VITRINE_CMS_TOKEN_FILE' },
      ),
      oauth: setting(
        a.object({
          clientId: required(a.text, 'of a client that was made in the API settings of the CMS'),
          clientSecret: setting(a.text, 'its secret'),
          clientSecretFile: setting(a.secretFile, 'a file with its secret'),
          authUrl: setting(a.address, 'where to log in, if that is not the CMS'),
          redirectPort: settingWith(
            a.whole(1, 65_535),
            8787,
            'the PORT of the redirect address http://127.0.0.1:PORT/callback, which is registered at the CMS',
          ),
        }),
        'instead of a token: a client with which to log in once (vitrine cms login)',
      ),
      proxy: setting(a.address, 'for the CMS and for the web pages of a playlist', {
        otherwise: 'HTTPS_PROXY, HTTP_PROXY, NO_PROXY, whose ranges of addresses count for the CMS alone',
      }),
      caFile: setting(a.file, 'a certificate authority of your own, for the CMS'),
      httpsOnly: settingWith(
        a.yesNo,
        false,
        'refuses a CMS, downloads and feeds whose address begins with http://',
      ),
      // Parsed by `cms/profile.ts`.
      profile: settingWith(
        v.pipe(
          v.record(v.string(), v.unknown(), asIssue(message('config.must.be-object'))),
          v.title('an object'),
        ),
        {},
        'what your CMS does differently: paths, names, download address',
      ),
    }),
    {},
  ),
  playlist: setting(a.reference, 'what this player follows: a playlist', { variable: 'VITRINE_PLAYLIST' }),
  device: setting(a.reference, 'or what a device of the CMS is assigned', { variable: 'VITRINE_DEVICE' }),
  deviceGroup: setting(a.reference, 'or what a group of devices is assigned', {
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
    'where the show is kept',
    { variable: 'VITRINE_DATA_DIR', otherwise: '~/.local/share/vitrine, on Windows %LOCALAPPDATA%\\Vitrine' },
  ),
  timeZone: setting(a.timeZone, "the shop's zone, where the CMS does not say it", {
    variable: 'VITRINE_TIME_ZONE',
    otherwise: "the system's",
  }),
  language: setting(a.oneOf(languages), 'what people read on screens, page and phone', {
    variable: 'VITRINE_LANGUAGE',
    otherwise: "the machine's",
  }),
  host: settingWith(
    a.oneOf(['auto', 'electron', 'chromium']),
    'auto',
    "what shows the pictures; auto takes Electron where it is there, else the system's Chromium",
    { variable: 'VITRINE_HOST' },
  ),
  chromium: v.nullish(
    a.object({
      executable: setting(a.text, 'which browser is started', {
        variable: 'VITRINE_CHROMIUM',
        otherwise: 'the first that is found',
      }),
      user: setting(a.text, 'as whom the browser runs when the player is root', {
        variable: 'VITRINE_CHROMIUM_USER',
        otherwise: 'vitrine',
      }),
    }),
    {},
  ),
  syncSeconds: settingWith(
    a.whole(1, 86_400),
    60,
    'how often the CMS is asked, where it does not say so itself',
    { variable: 'VITRINE_SYNC_SECONDS' },
  ),
  downloads: v.nullish(
    a.object({
      concurrency: settingWith(a.whole(1, 32), 6, 'how many files come in at the same time'),
      bytesPerSecond: setting(a.whole(1024), 'the most that all of them take together'),
      hours: setting(
        v.pipe(a.object({ from: a.clockTime, to: a.clockTime }), v.title('{"from": "22:00", "to": "06:00"}')),
        "the only time of the shop's day for downloads, while there is something to play",
      ),
    }),
    {},
  ),
  network: v.nullish(
    a.object({
      allow: settingWith(
        v.pipe(v.array(a.networkRange, asIssue(message('config.must.be-list'))), v.readonly()),
        [],
        'hosts, addresses and networks such as 10.1.0.0/16 that may be asked for media, feeds and web pages though they are in a local network where the CMS is not',
      ),
    }),
    {},
  ),
  storage: v.nullish(
    a.object({
      freeBytes: settingWith(a.whole(0), 200 * 1024 * 1024, 'to leave free on the disk'),
      quotaBytes: setting(a.whole(1), 'the most that media files take'),
    }),
    {},
  ),
  update: v.nullish(
    a.object({
      url: setting(
        a.address,
        'where signed releases of this player are published; without it nothing is looked for',
        {
          variable: 'VITRINE_UPDATE_URL',
        },
      ),
      channel: settingWith(a.name, 'stable', 'which of them'),
      window: settingWith(
        v.pipe(a.object({ from: a.clockTime, to: a.clockTime }), v.title('{"from": "02:00", "to": "05:00"}')),
        { from: '02:00', to: '05:00' },
        "the time of the shop's day in which the player goes over to another release (default from 02:00 to 05:00)",
      ),
      root: setting(a.file, 'the folder in which releases lie side by side', {
        variable: 'VITRINE_UPDATE_ROOT',
        otherwise: 'the one of the launcher that started the player; without a launcher updates are off',
      }),
    }),
    {},
  ),
  fleet: v.nullish(
    a.object({
      url: setting(
        a.brokerAddress,
        'the broker (MQTT 5) to which the player tells how it is, and from which it takes commands',
        { variable: 'VITRINE_FLEET_URL' },
      ),
      name: settingWith(a.topicWord, 'vitrine', 'which fleet this player belongs to'),
      device: setting(a.topicWord, 'how this player is called in the fleet', {
        variable: 'VITRINE_FLEET_DEVICE',
        otherwise: "the user of the credentials, else the machine's name",
      }),
      groups: settingWith(
        v.pipe(
          v.array(a.topicWord, asIssue(message('config.must.be-list'))),
          v.maxLength(mostGroups, asIssue(message('config.must.be-groups', { count: mostGroups }))),
          v.readonly(),
        ),
        [],
        'which commands to many are for it too',
      ),
      commands: setting(
        v.pipe(
          v.array(a.oneOf(fleetCommands), asIssue(message('config.must.be-list'))),
          v.readonly(),
          v.title(fleetCommands.join(', ')),
        ),
        'which commands of the fleet are done',
        { otherwise: 'all of them' },
      ),
      commandKey: setting(
        a.publicKey,
        'the public key of whoever may send commands; others, and those that are not signed, are refused',
        { otherwise: 'commands need no signature' },
      ),
      credentialsFile: setting(
        a.secretFile,
        'a JSON file with user and password; a bare name is looked up among the credentials that systemd hands to a service',
      ),
      enrolmentFile: setting(
        a.secretFile,
        'a file for many screens (vitrine fleet enrol group) with which this one gets credentials of its own at its first connect; broker, fleet and groups are those of the file',
        { variable: 'VITRINE_FLEET_ENROLMENT' },
      ),
      caFile: setting(a.file, 'a certificate authority of your own, for the broker'),
      certificateFile: setting(a.file, 'a certificate by which the broker knows this player'),
      keyFile: setting(a.secretFile, 'its key'),
      homeAssistant: setting(
        a.topicWord,
        "Home Assistant's prefix of discovery, homeassistant as a rule: the player shows up there as a device",
        { otherwise: 'it does not' },
      ),
      spreadSeconds: settingWith(
        a.whole(10, 3600),
        300,
        'over how long the players of a fleet come back to a broker that was away; each within it, at random',
      ),
    }),
    {},
  ),
  transition: settingWith(a.oneOf(['cut', 'fade', 'slide']), 'cut', 'between two items', {
    variable: 'VITRINE_TRANSITION',
  }),
  transitionSeconds: settingWith(a.number(0.1, 10), 0.8, 'how long a fade or slide takes'),
  adminPort: settingWith(a.whole(0, 65_535), 8780, 'the status page, on this machine alone; 0 turns it off', {
    variable: 'VITRINE_ADMIN_PORT',
  }),
  setup: v.nullish(
    a.object({
      phone: settingWith(
        a.yesNo,
        true,
        'whether a player that is not set up yet can be set up by a phone in its network',
      ),
      keyboard: settingWith(
        a.yesNo,
        true,
        'whether that can be done with a keyboard at the screen, where an X server draws it',
      ),
      address: setting(a.text, 'the address of this machine at which a phone reaches it', {
        variable: 'VITRINE_SETUP_ADDRESS',
        otherwise: 'that of the local network',
      }),
      folder: setting(
        a.file,
        'a folder that is looked into for vitrine.json, beside sticks and the boot partition',
        {
          variable: 'VITRINE_SETUP_FOLDER',
        },
      ),
      port: settingWith(a.whole(0, 65_535), 8790, 'the port for that; another one where it is taken', {
        variable: 'VITRINE_SETUP_PORT',
      }),
    }),
    {},
  ),
  overlayKey: settingWith(
    a.yesNo,
    true,
    'whether Ctrl+Alt+O on a keyboard at a screen shows the overlay, where Electron is the host; Chromium hears no key',
  ),
  player: v.nullish(
    a.object({
      sync: settingWith(
        a.oneOf(['free', 'wallclock']),
        'free',
        'wallclock keeps several screens in step by the clock alone',
      ),
      atBoundary: settingWith(
        a.oneOf(['cut', 'finish']),
        'cut',
        'whether an item that the schedule takes out is cut, or may finish',
      ),
      restartAt: setting(
        a.clockTime,
        "when, in the shop's day, the browser is replaced between two items; it is not needed",
      ),
      restartMachine: setting(
        a.program,
        'how the machine is restarted when safe mode paints nothing either, once in 6 hours and twice a day at most',
        { otherwise: 'it never is' },
      ),
      memoryMiB: setting(
        a.whole(64, 1_048_576),
        'what the renderer of one screen may hold before a fresh one takes its place between two items',
        { otherwise: "a quarter of the machine's memory, from 512 to 1536" },
      ),
    }),
    {},
  ),
  screen: v.nullish(lookSchema, {}),
  // Not a union: it would say that something in the list is wrong, but not where.
  screens: settingWith(
    v.lazy((given) => (given === 'all' ? v.literal('all') : screenPlans)),
    [{ id: '1' }],
    'for several displays: "all" shows the same on each; in a list each screen has an id, and may have its own of all that screen has',
  ),
});

/** Only one of the settings in a group can be set. One that comes from the environment replaces those in the file. */
export const choices = [
  ['playlist', 'device', 'deviceGroup'],
  ['cms.token', 'cms.tokenFile'],
] as const;

export type Settings = v.InferOutput<typeof settingsSchema>;
