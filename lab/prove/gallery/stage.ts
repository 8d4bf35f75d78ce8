import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { standbyFor } from '../../../src/main/engine/standby.ts';
import { moment } from '../../../src/main/engine/standby-lines.ts';
import { type Clock, systemClock } from '../../../src/main/ground/clock.ts';
import { warn } from '../../../src/main/ground/finding.ts';
import type { Key } from '../../../src/main/host/host.ts';
import { Desk } from '../../../src/main/setup/desk/desk.ts';
import { invitationOf } from '../../../src/main/setup/invitation.ts';
import type { Wifi } from '../../../src/main/setup/wifi.ts';
import { createAppFiles } from '../../../src/main/show/app-files.ts';
import type { SyncStatus } from '../../../src/main/sync/report.ts';
import { severities } from '../../../src/shared/interrupts.ts';
import { wordsOf } from '../../../src/shared/languages/catalogues.ts';
import { type Language, languages } from '../../../src/shared/languages/language.ts';
import { message, verbatim } from '../../../src/shared/languages/message.ts';
import type { Standby, ToScreen } from '../../../src/shared/messages.ts';
import { defaultScreenSettings } from '../../../src/shared/programme.ts';
import { edition, entry, playlist } from '../../../test/support/records.ts';
import { serviceMenus } from './service-menu.ts';
import type { Gallery, GalleryState } from './state.ts';

const calm: SyncStatus = {
  state: 'idle',
  lastSuccessAt: null,
  lastError: null,
  nextAt: null,
  staged: null,
  downloads: { active: 0, queued: 0, bytesPerSecond: 0, items: [], goal: null },
};
const goal = { files: 12, filesHere: 3, bytes: 20_000_000, bytesHere: 4_250_000 };
const refused = {
  code: 'cms-unreachable-name',
  message: message('cms-unreachable-name', { host: 'cms.example.com' }),
  remedy: message('cms-unreachable-name.remedy'),
  at: '2026-11-21T13:03:05.000Z',
};
const unconfigured = {
  code: 'config-incomplete',
  message: verbatim('The configuration does not say the address of the CMS (VITRINE_CMS_URL).'),
  remedy: verbatim('Set it in the environment or a configuration file.'),
};

function standby(language: Language, reported: Partial<Parameters<typeof standbyFor>[0]>): Standby {
  const words = wordsOf(language);
  const zone = 'Europe/Berlin';
  const drawn = standbyFor({
    language,
    name: 'Schaufenster links',
    unconfigured: null,
    configMistake: null,
    sync: calm,
    show: null,
    unplayable: [],
    disk: 'good',
    assignment: { kind: 'device', ref: 'Lobby' },
    cmsUrl: 'https://cms.example.com/',
    zone,
    ...reported,
  });
  const since = words.say('stage.since', {
    time: moment(Date.parse('2026-11-21T13:03:05Z'), { words, zone }),
  });
  const page = words.say('stage.where.page', { address: 'http://127.0.0.1:8787/' });
  return { ...drawn, since, small: [...drawn.small, page] };
}

function setUp(language: Language, state: Partial<Parameters<typeof invitationOf>[1]> = {}): Standby {
  const invitation = invitationOf(wordsOf(language), {
    network: { state: 'there', address: '192.168.178.142' },
    authority: '192.168.178.142:8790',
    key: new Uint8Array(32).fill(171),
    pin: '903828',
    isOpen: true,
    visitor: null,
    chosen: null,
    hasKeyboard: true,
    hasWifi: false,
    ...state,
  });
  return { ...standby(language, { unconfigured, sync: null, cmsUrl: null, assignment: null }), invitation };
}

/** A file on a stick was refused, with the longest reason. */
function stickRefused(language: Language): Standby {
  const { say } = wordsOf(language);
  const why = message('setup-stick-unusable.foreign', {
    names: ['screen.hook', 'chromium.path', 'update.folder'],
  });
  const shown = setUp(language);
  return { ...shown, lines: [...shown.lines, say('setup.screen.usb.refused', { why })] };
}

const whole = { complete: true } as const;
const later = { ...whole, edition: edition([playlist('p', [entry('1')])]) };
const empty = { ...whole, edition: edition([playlist('p', [], { name: 'Angebote der Woche' })]) };
const unassigned = { ...whole, edition: edition([], [], { screens: {} }) };
const wrongRotation = message('config.mistake', {
  setting: 'screen.rotation',
  mistake: message('config.must.be-one-of', { options: '0, 90, 180, 270' }),
});
const mistake = {
  code: 'config-invalid',
  message: message('config-invalid', { mistakes: wrongRotation }),
  remedy: message('config.correct'),
};

/** Wi-Fi networks in reach of a player without a network. */
const wifi: Wifi = {
  isThere: true,
  networks: async () => [
    { name: 'Café: Zum Anker', signal: 82, isOpen: false },
    { name: 'Gäste', signal: 40, isOpen: true },
    { name: 'Lager', signal: 24, isOpen: false },
  ],
  join: async () => undefined,
};
/** Polls without a wait. */
const quick: Clock = { ...systemClock, after: (ms, call) => systemClock.after(ms === 2_000 ? 0 : ms, call) };

/** Setup by keyboard, on the page that these keys lead to. */
async function typing(language: Language, keys: readonly Key[], radio: Wifi | null): Promise<Standby> {
  const lists = {
    url: 'https://cms.example.com/api/v1.0/',
    devices: ['Lobby', 'Schaufenster links', 'Schaufenster rechts'].map((name) => ({ id: name, name })),
    groups: [{ id: '1', name: 'Berlin' }],
    playlists: ['Angebote der Woche', 'Speisekarte', 'Winter'].map((name) => ({ id: name, name })),
  };
  const warning = warn('disk', message('doctor.disk.low', { free: 900_000_000, folder: '/var/lib/vitrine' }));
  const answers: Record<string, unknown> = {
    look: { url: '', timeZone: 'Europe/Berlin' },
    connect: lists,
    choose: { findings: [warning] },
  };
  const desk = await Desk.open({
    words: wordsOf(language),
    clock: quick,
    rotation: 0,
    changed: () => undefined,
    ask: async ({ act }) => answers[act],
    arrange: async () => true,
    wifi: radio,
  });
  // It scans first.
  while (radio !== null && desk.form?.notice) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const key of keys) {
    desk.press(key);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { form } = desk;
  if (form === null) throw new Error('The keys led out of setup.');
  desk.close();
  return { ...setUp(language), form };
}

const enter: Key = { name: 'Enter' };
const typed = (text: string): readonly Key[] => [...text].map((letter) => ({ text: letter }));
const cmsKeys = [...typed('cms.example.com'), enter, enter, ...typed('vpt_not-to-be-seen')];

/** One of each layout, with the sender's text. */
const interrupts = (language: Language): ToScreen => ({
  type: 'interrupts',
  shown: (['banner', 'corner'] as const).map((layout, index) => ({
    key: layout,
    zone: '',
    layout,
    severity: severities[index + 1] ?? 'info',
    language,
    title: 'Gleis 4',
    lines: ['RE 5 nach Rostock, 14:07: etwa 20 Minuten später'],
    blank: false,
    medium: null,
    sound: false,
  })),
});

/** Every screen that the stage itself draws, in all languages, and turned. */
export async function stage(): Promise<Gallery> {
  const files = createAppFiles(fileURLToPath(new URL('../../../dist/renderer/', import.meta.url)));
  const server = createServer((request, response) => {
    void files(new Request(new URL(request.url ?? '/', 'http://stage'))).then(async (file) => {
      response.writeHead(file.status, Object.fromEntries(file.headers));
      response.end(Buffer.from(await file.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/index.html`;
  const state = (name: string, ...messages: readonly ToScreen[]): GalleryState => ({
    name,
    open: (page) => tell(page, address, messages),
  });
  const turnedBy = (rotation: 0 | 90): readonly ToScreen[] => {
    const settings = { ...defaultScreenSettings, rotation };
    const nothing = { id: 'none', screenId: '1', editionId: 'none', cues: [], segments: [] };
    return rotation === 0 ? [] : [{ type: 'programme', programme: nothing, settings } as unknown as ToScreen];
  };
  const shows = (name: string, reported: Standby, rotation: 0 | 90 = 0): GalleryState =>
    state(name, { type: 'standby', standby: reported }, ...turnedBy(rotation));
  const waiting: SyncStatus = {
    ...calm,
    state: 'waiting',
    lastError: refused,
    nextAt: '2026-11-21T13:03:20Z',
  };
  const identify = (kind: 'name' | 'test', language: Language): ToScreen => ({
    type: 'identify',
    forMs: 60_000,
    shown: {
      kind,
      language,
      number: 2,
      name: wordsOf(language).say('stage.screen', { id: 'till' }),
      colour: '#a3431c',
    },
  });
  const pages: readonly (readonly [name: string, keys: readonly Key[]])[] = [
    ['cms', cmsKeys],
    ['what', [...cmsKeys, enter]],
    ['how', [...cmsKeys, enter, enter]],
    ['check', [...cmsKeys, ...Array.from({ length: 6 }, () => enter)]],
    ['wifi', []],
    ['wifi-password', [enter, ...typed('not-to-be-seen')]],
  ];
  const forms = await Promise.all(
    languages.flatMap((language) =>
      pages.map(
        async ([name, keys]) =>
          [
            `${name}-${language}`,
            await typing(language, keys, name.startsWith('wifi') ? wifi : null),
          ] as const,
      ),
    ),
  );
  const menus = await serviceMenus();
  const turned = forms.filter(([name]) => name.endsWith('-de'));
  return {
    states: [
      ...languages.flatMap((language) => [
        shows(`setup-${language}`, setUp(language)),
        shows(`setup-stick-${language}`, stickRefused(language)),
        shows(`setup-stick-turned-${language}`, stickRefused(language), 90),
        shows(`fault-${language}`, standby(language, { sync: waiting })),
        shows(
          `starting-${language}`,
          standby(language, { sync: { ...calm, downloads: { ...calm.downloads, active: 2, goal } } }),
        ),
        shows(`later-${language}`, standby(language, { show: later })),
        shows(`empty-${language}`, standby(language, { show: empty })),
        shows(`disk-${language}`, standby(language, { disk: 'full' })),
        state(`test-${language}`, identify('test', language)),
        state(`interrupts-${language}`, interrupts(language)),
      ]),
      shows('unassigned', standby('de', { show: unassigned })),
      shows('mistake', standby('de', { configMistake: mistake })),
      shows('paused', standby('es', { sync: { ...calm, state: 'paused' } })),
      shows('later-turned', standby('fr', { show: later }), 90),
      ...forms.map(([name, form]) => shows(`form-${name}`, form)),
      ...turned.map(([name, form]) => shows(`form-${name}-turned`, form, 90)),
      shows('setup-turned', setUp('de'), 90),
      shows('fault-turned', standby('fr', { sync: waiting }), 90),
      shows('setup-no-network', setUp('en', { authority: null, network: { state: 'no-address' } })),
      ...languages.map((language) =>
        shows(
          `setup-no-wifi-${language}`,
          setUp(language, { authority: null, network: { state: 'none' }, hasWifi: true }),
        ),
      ),
      shows('setup-chosen', setUp('es', { chosen: 'Entrada principal' })),
      ...menus.map(([name, shown]) => state(name, { type: 'service', shown })),
      state('name', identify('name', 'en')),
      state('name-turned', ...turnedBy(90), identify('name', 'de')),
      state('test-turned', ...turnedBy(90), identify('test', 'de')),
    ],
    isStage: true,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function tell(page: Page, address: string, messages: readonly ToScreen[]): Promise<void> {
  await page.addInitScript(() => {
    const listeners: ((message: unknown) => void)[] = [];
    const bridge = {
      send: () => undefined,
      onMessage: (listener: (message: unknown) => void) => listeners.push(listener),
    };
    Object.assign(globalThis, { bridge, listeners });
  });
  await page.goto(address);
  await page.evaluate((reported) => {
    const { listeners } = globalThis as unknown as { listeners: ((message: unknown) => void)[] };
    for (const message of reported) for (const listener of listeners) listener(message);
  }, messages);
  await page.waitForTimeout(150);
}
