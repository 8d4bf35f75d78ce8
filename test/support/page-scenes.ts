import { readFile } from 'node:fs/promises';
import type { AdminPort } from '../../src/main/admin/port.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { fail, ok, warn } from '../../src/main/ground/finding.ts';
import { judge } from '../../src/main/health/health.ts';
import type { FileReport } from '../../src/main/report/files-report.ts';
import type { Status } from '../../src/main/report/status.ts';
import type { DayPeriod, EntryRule, WhyNot } from '../../src/main/schedule/day-plan.ts';
import type { ScheduleReport } from '../../src/main/schedule/explain.ts';
import type { Reason } from '../../src/main/schedule/reason.ts';
import type { NowPlaying } from '../../src/main/show/screen-status.ts';
import { updateOff } from '../../src/main/update/update-status.ts';
import { type Message, message, withRemedy } from '../../src/shared/languages/message.ts';
import { calmPlayer, calmFacts as usualFacts } from './calm-player.ts';
import { calmFacts, calmVitals, painting } from './health.ts';

/** The instant of every scene: a Sunday, a quarter to one. */
export const sceneNow = Date.parse('2026-11-22T12:45:20.000Z');
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const midnight = Date.parse('2026-11-22T00:00:00.000Z');
const at = (instant: number): string => new Date(instant).toISOString();
const today = (hours: number): string => at(midnight + hours * hour);

const media = new URL('../../src/demo/media/', import.meta.url);
const names = [
  'harbour.jpg',
  'coffee.webp',
  'hours.png',
  'tower.jpg',
  'hills.jpg',
  'tide.mp4',
  'aurora.webm',
];
const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  webp: 'image/webp',
  png: 'image/png',
  mp4: 'video/mp4',
  webm: 'video/webm',
};

const titles = [
  'Harbour at dawn',
  'Coffee of the week',
  'When we open',
  'Christmas market: from Friday on at the town hall',
  'Hills',
  'Tide, the new collection',
  'Aurora',
];
const file = (index: number, more: Partial<FileReport> = {}): FileReport => ({
  mediaFileId: String(100 + index),
  name: titles[index] ?? '',
  kind: index > 4 ? 'video' : 'image',
  state: 'here',
  detail: null,
  bytes: 120_000 * (index + 1),
  width: 1920,
  height: 1080,
  durationMs: index > 4 ? 12_000 : null,
  updatedAt: at(sceneNow - (index + 1) * 3 * day),
  entries: 1 + (index % 3),
  media: `media/${String(index).padStart(64, '0')}.${names[index]?.split('.')[1]}`,
  ...more,
});
const files: readonly FileReport[] = titles.map((_, index) => file(index));
const page = {
  name: 'Departures',
  kind: 'page',
  state: 'page',
  bytes: null,
  media: null,
  width: null,
} as const;

const playing = (screenId: string, index: number): NowPlaying => ({
  screenId,
  cueId: `c${index}`,
  entryId: String(10 + index),
  mediaFileId: String(100 + index),
  name: titles[index] ?? '',
  kind: index > 4 ? 'video' : 'image',
  startedAt: at(sceneNow - 4_000),
});

const calm: Status = {
  version: '0.2.0',
  name: 'Window 1',
  host: 'Chromium 156.0.8078.73',
  startedAt: at(sceneNow - 9 * day),
  health: { verdict: 'well', sentence: message('health.well'), since: at(sceneNow - 3 * day) },
  link: null,
  update: { ...updateOff, state: 'idle', sentence: message('update-none') } as never,
  edition: { id: 'a'.repeat(64), activatedAt: today(9), complete: true, missing: [], unplayable: [] },
  previousEdition: 'b'.repeat(64),
  nowPlaying: playing('1', 0),
  sync: {
    state: 'idle',
    lastSuccessAt: at(sceneNow - 20_000),
    lastError: null,
    nextAt: at(sceneNow + 40_000),
  },
  downloads: { active: 0, queued: 0, bytesPerSecond: 0, items: [], goal: null },
  staged: null,
  storage: { bytes: 3_410_000, objects: 7, freeBytes: 18_400_000_000 },
  screens: [
    {
      id: '1',
      alive: true,
      lastFrameAt: at(sceneNow),
      restarts: 0,
      recycles: 0,
      memoryBytes: 180e6,
      volume: 60,
      nowPlaying: playing('1', 0),
    },
  ],
  display: { screens: [{ id: '1', wanted: 'on', until: today(22) }], byHand: null, switches: [] },
  source: { kind: 'device', name: 'Window, left', cms: 'cms.example', playlists: ['Shop window'] },
  clock: { trusted: true, zone: 'UTC' },
  warnings: [],
};

const schedule: ScheduleReport = {
  at: at(sceneNow),
  zone: 'UTC',
  cues: titles.map((name, index) => ({
    entryId: String(10 + index),
    path: [String(10 + index)],
    mediaFileId: String(100 + index),
    name,
    kind: index > 4 ? 'video' : 'image',
    durationMs: index > 4 ? 12_000 : 10_000,
    sound: false,
    share: 1 / titles.length,
  })),
  visits: [],
  excluded: [],
  nextChangeAt: today(18),
  shuffled: false,
  screenId: '1',
  faults: [],
};

const why = (reason: Reason, meaning: Message, detail: Message | null = null): WhyNot => ({
  reason,
  meaning,
  detail,
  isOuter: false,
});
const period = (from: number, to: number, not: WhyNot | null = null): DayPeriod => ({
  from: today(from),
  to: today(to),
  why: not,
});
const hours = (from: string, to: string) => message('reason.outside-time.only', { from, to });
const breakfast = why('outside-time', hours('07:00:00', '11:00:00'));
const weekend = why(
  'wrong-weekday',
  message('reason.wrong-weekday.only', { days: [message('weekday.1'), message('weekday.5')] }),
);
const codec = message('codec.named', { name: 'HEVC', codec: 'hvc1.1.6.L120' });
const undecodable = withRemedy(message('media-undecodable.video', { codec }));
const broken = why('unsupported', message('reason.unsupported'), undecodable);
const always: EntryRule = {
  playRule: 'always',
  startDate: null,
  endDate: null,
  startTime: null,
  endTime: null,
  weekdays: 0,
};
const scheduled = (more: Partial<EntryRule>) => ({
  rule: { ...always, playRule: 'schedule' as const, ...more },
});
const entry = (index: number, periods: readonly DayPeriod[], more = {}) => ({
  entryId: String(10 + index),
  path: [String(10 + index)],
  name: titles[index] ?? '',
  kind: index > 4 ? ('video' as const) : ('image' as const),
  mediaFileId: String(100 + index),
  rule: always,
  share: 0.125,
  periods,
  ...more,
});
const quarters = (entryId: string, from: number, to: number, showings: number) =>
  Array.from({ length: (to - from) * 4 }, (_, step) => ({
    entryId,
    at: today(from + step / 4),
    showings: showings + ((step * 7) % 5),
    failed: 0,
    lastAt: today(from + step / 4 + 0.2),
  }));

const health = [
  {
    at: sceneNow - 3 * hour,
    endedAt: null,
    verdict: 'well' as const,
    sentence: message('health.well'),
    reasons: [],
  },
  {
    at: midnight + 9 * hour,
    endedAt: sceneNow - 3 * hour,
    verdict: 'attention' as const,
    sentence: message('health.cms-silent'),
    reasons: ['cms-silent'],
  },
  {
    at: midnight + 8.5 * hour,
    endedAt: midnight + 9 * hour,
    verdict: 'dark' as const,
    sentence: message('health.not-painting', { screen: '1' }),
    reasons: ['not-painting'],
  },
  {
    at: midnight - 9 * day,
    endedAt: midnight + 8.5 * hour,
    verdict: 'well' as const,
    sentence: message('health.well'),
    reasons: [],
  },
];

const log = [
  ['info', 'host', 'playing on Chromium 156.0.8078.73', {}],
  ['warn', 'sync', 'The CMS could not be read', { code: 'cms-unreachable', nextTryInSeconds: 32 }],
  ['error', 'show', 'A screen could not be opened', { screen: '1' }],
] as const;

/** The log file of these scenes. */
export const sceneLog = log
  .map(([level, from, message, fields], index) =>
    JSON.stringify({ at: at(sceneNow - (3 - index) * minute), level, from, message, fields }),
  )
  .join('\n');

const usual: Partial<AdminPort> = {
  status: async () => calm,
  health: () => ({ ...judge({ ...calmFacts, now: sceneNow }), since: calm.health.since }),
  healthLog: async () => health,
  schedule: async () => schedule,
  day: async (wanted) => ({
    day: wanted ?? '2026-11-22',
    zone: 'UTC',
    from: today(0),
    until: today(24),
    isCut: false,
    screenId: '1',
    screens: ['1'],
    entries: [
      entry(0, [period(0, 24)]),
      entry(
        1,
        [period(0, 7, breakfast), period(7, 11), period(11, 24, breakfast)],
        scheduled({ startTime: '07:00:00', endTime: '11:00:00', endDate: '2026-11-30' }),
      ),
      entry(2, [period(0, 24)]),
      entry(
        4,
        [
          period(
            0,
            9,
            why('before-start-date', message('reason.before-start-date.on', { date: '2026-11-22' })),
          ),
          period(9, 24),
        ],
        scheduled({ startDate: '2026-11-22' }),
      ),
      entry(
        5,
        [
          period(0, 18, why('outside-time', hours('18:00:00', '22:00:00'))),
          period(18, 22),
          period(22, 24, why('outside-time', hours('18:00:00', '22:00:00'))),
        ],
        scheduled({ startTime: '18:00:00', endTime: '22:00:00' }),
      ),
      entry(3, [period(0, 24, weekend)], scheduled({ weekdays: 62 })),
      entry(6, [period(0, 24, broken)]),
    ],
    display: [
      { from: today(0), to: today(7), wanted: 'off' },
      { from: today(7), to: today(22), wanted: 'on' },
      { from: today(22), to: today(24), wanted: 'off' },
    ],
    stopped: [{ from: today(2), to: today(5.5) }],
    health: [
      {
        at: today(9),
        endedAt: today(9.76),
        seconds: 2736,
        verdict: 'attention',
        sentence: message('health.cms-silent'),
        reasons: ['cms-silent'],
      },
      {
        at: today(8.5),
        endedAt: today(9),
        seconds: 1800,
        verdict: 'dark',
        sentence: message('health.not-painting', { screen: '1' }),
        reasons: ['not-painting'],
      },
    ],
    shown: [
      ...quarters('10', 7, 12, 8),
      ...quarters('11', 7, 11, 9),
      ...quarters('12', 7, 12, 7),
      ...quarters('14', 9, 12, 6),
      { entryId: '10', at: today(12.75), showings: 2, failed: 0, lastAt: at(sceneNow - 4_000) },
    ],
  }),
  files: async () => ({
    files: [...files, file(7, { ...page, mediaFileId: '199' })],
    more: 0,
    bytes: 3_410_000,
  }),
  shown: async (count) => {
    const days = Array.from({ length: count }, (_, index) => midnight - (count - 1 - index) * day);
    return {
      zone: 'UTC',
      days: days.map((from, index) => ({
        day: at(from).slice(0, 10),
        from: at(from),
        until: at(from + day),
        seconds:
          index === 0
            ? { well: 0, attention: 0, dark: 0, none: 0 }
            : {
                well: 86_000 - (index % 5 === 2 ? 7_000 : 0),
                attention: 300,
                dark: index % 5 === 2 ? 1_200 : 0,
                none: index % 5 === 2 ? 6_000 : 0,
              },
      })),
      items: titles.map((name, index) => ({
        mediaFileId: String(100 + index),
        name,
        showings: days.map((_, nth) => (nth === 0 ? 0 : 320 - index * 36 + ((nth * 37 + index * 13) % 60))),
        failed: days.map((_, nth) => (index === 6 && nth === 3 ? 3 : 0)),
        seconds: days.map((_, nth) => (nth === 0 ? 0 : 3200 - index * 300)),
        lastAt: at(sceneNow - index * 97_000),
      })),
      gaps: [
        {
          screenId: '1',
          from: today(8.5),
          to: today(9),
          why: message('health.not-painting', { screen: '1' }),
        },
        {
          screenId: '1',
          from: at(midnight - 4 * day),
          to: at(midnight - 4 * day + 100 * minute),
          why: message('health.gap.not-running'),
        },
      ],
    };
  },
  media: async (request) => {
    const index = Number(/media\/0*(\d)\./.exec(request.url)?.[1] ?? 0);
    const name = names[index] ?? '';
    return new Response(new Uint8Array(await readFile(new URL(name, media))), {
      headers: { 'content-type': types[name.split('.')[1] ?? ''] ?? '' },
    });
  },
  picture: async () => ({ mimeType: 'image/png', bytes: await readFile(new URL('harbour.jpg', media)) }),
  doctor: async () => [
    ok('cms', message('cms.check.answers', { url: 'https://cms.example/api/v1.0/' })),
    warn('disk', message('doctor.disk.low', { free: 2.1e9, folder: '/var/lib/vitrine' })),
    fail('token', message('cms-unauthorised.expired')),
  ],
};

const noEdition = () => Promise.reject(new VitrineError('permanent', message('edition-not-found')));
const facts = { ...calmFacts, now: sceneNow };
const judged = (changes: Partial<typeof calmFacts>) => ({
  ...judge({ ...facts, ...changes }),
  since: at(sceneNow - 4 * hour),
});
const second = { ...painting, id: '2' };

/** States of the player for its page. */
export const scenes = {
  calm: calmPlayer(usual),
  /** Two screens, an update on its way, files that fail, the CMS away. */
  busy: calmPlayer({
    ...usual,
    status: async () => ({
      ...calm,
      sync: {
        ...calm.sync,
        state: 'waiting',
        lastSuccessAt: at(sceneNow - 26 * hour),
        lastError: {
          code: 'cms-unreachable-refused',
          at: at(sceneNow),
          message: message('cms-unreachable-refused', { host: 'cms.example' }),
          remedy: message('cms-unreachable-refused.remedy'),
        },
      },
      screens: calm.screens.flatMap((screen) => [
        screen,
        { ...screen, id: '2', nowPlaying: playing('2', 5) },
      ]),
      edition: calm.edition && {
        ...calm.edition,
        complete: false,
        unplayable: [
          { mediaFileId: '106', name: titles[6] ?? '', reason: 'unsupported', detail: undecodable },
        ],
      },
      downloads: {
        active: 1,
        queued: 3,
        bytesPerSecond: 1_250_000,
        items: [
          {
            mediaFileId: '120',
            name: 'Winter film.mp4',
            received: 31e6,
            size: 84e6,
            bytesPerSecond: 1_250_000,
            secondsLeft: 42,
          },
        ],
        goal: { files: 11, filesHere: 7, bytes: 96e6, bytesHere: 34e6 },
      },
      staged: {
        edition: 'b'.repeat(64),
        missingCount: 3,
        failedCount: 1,
        isEmpty: false,
        missing: [
          {
            mediaFileId: '120',
            name: 'Winter film.mp4',
            received: 31e6,
            size: 84e6,
            error: null,
            nextTryAt: null,
            failed: false,
          },
          {
            mediaFileId: '121',
            name: 'Menu.pdf',
            received: 0,
            size: 2e6,
            nextTryAt: at(sceneNow + 5 * minute),
            failed: false,
            error: { code: 'media-server-error', message: message('media-server-error', { status: 503 }) },
          },
          {
            mediaFileId: '122',
            name: 'A name that is far too long for a narrow telephone, as names of files in a CMS quite often are (final, new, 2).png',
            received: 0,
            size: null,
            nextTryAt: null,
            failed: true,
            error: {
              code: 'media-gone',
              message: withRemedy(message('media-gone', { status: 404 })),
            },
          },
        ],
      },
      update: {
        ...calm.update,
        state: 'trying',
        sentence: message('update.state.trying', {
          version: '0.3.0',
          since: '2026-11-22T11:40:00.000Z',
          left: 2,
          of: 4,
        }),
        trial: {
          version: '0.3.0',
          since: at(sceneNow - 65 * minute),
          left: ['ten minutes without trouble', 'the CMS'],
          of: 4,
        },
      },
      warnings: [message('health.disk.full.playing')],
    }),
    health: () => judged({ cmsSilentMs: 26 * hour, screens: [painting, second] }),
    files: async () => ({
      more: 0,
      bytes: 3_410_000,
      files: [file(6, { state: 'failed', detail: broken.detail }), ...files.slice(0, 6)],
    }),
  }),
  dark: calmPlayer({
    ...usual,
    status: async () => ({
      ...calm,
      screens: calm.screens.map((screen) => ({ ...screen, alive: false, nowPlaying: null })),
    }),
    health: () =>
      judged({
        screens: [
          { ...painting, state: 'absent', why: message('no-display.screen', { screen: '1' }), plays: false },
        ],
        vitals: { ...calmVitals, clock: { trusted: false, zone: 'UTC' } },
      }),
    picture: () => Promise.reject(new Error('no screen')),
  }),
  off: calmPlayer({
    ...usual,
    status: async () => ({
      ...calm,
      screens: calm.screens.map((screen) => ({ ...screen, nowPlaying: null })),
      display: { screens: [{ id: '1', wanted: 'off', until: today(31) }], byHand: null, switches: [] },
    }),
    health: () => judged({ screens: [{ ...painting, wanted: 'off', state: 'black', plays: false }] }),
    picture: () => Promise.reject(new Error('no screen')),
  }),
  safe: calmPlayer({
    ...usual,
    facts: { ...usualFacts, isInSafeMode: true },
    health: () => judged({ safe: message('health.safe-mode', { at: at(sceneNow + hour) }) }),
  }),
  /** Nothing has come from the CMS yet. */
  fresh: calmPlayer({
    ...usual,
    status: async () => ({
      ...calm,
      edition: null,
      previousEdition: null,
      nowPlaying: null,
      storage: { bytes: 0, objects: 0, freeBytes: 18e9 },
      screens: calm.screens.map((screen) => ({ ...screen, nowPlaying: null })),
    }),
    health: () => judged({ vitals: { ...calmVitals, edition: null } }),
    healthLog: async () => [],
    schedule: noEdition,
    day: noEdition,
    files: noEdition,
    shown: async () => ({ zone: 'UTC', days: [], items: [], gaps: [] }),
  }),
} as const satisfies Readonly<Record<string, AdminPort>>;

export type Scene = keyof typeof scenes;
