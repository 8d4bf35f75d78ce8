import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/main/config/config.ts';
import { VitrineError } from '../../../src/main/ground/errors.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import type { Display, Host, Key, Touches } from '../../../src/main/host/host.ts';
import { Service } from '../../../src/main/service/service.ts';
import { type Language, languages } from '../../../src/shared/languages/language.ts';
import { message } from '../../../src/shared/languages/message.ts';
import type { ServiceShown } from '../../../src/shared/service.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';

const pin = '4711';
const enter: Key = { name: 'Enter' };
const down: Key = { name: 'Down' };
const typed = (text: string): readonly Key[] => [...text].map((digit) => ({ text: digit }));
const wrong = [...typed('0000'), enter];
const right = [...typed(pin), enter];

/** As many as there may be. */
const loginHosts = ['dashboards.filialen.example', 'tafel.example', 'haus.example', 'kasse.example'];

/** The keys that lead to each view once the menu is open; null: the corner is still held. */
const views: Readonly<Record<string, readonly Key[] | null>> = {
  hold: null,
  pin: typed('471100000000'),
  wrong,
  wait: Array.from({ length: 8 }, () => wrong).flat(),
  menu: right,
  logins: right,
  off: [...right, enter],
  restart: [...right, down, enter],
  again: [...right, down, down, enter],
  failed: [...right, down, down, enter, enter],
};

/** What the service menu shows a person with a finger and a keyboard, in all languages, and turned. */
export async function serviceMenus(): Promise<readonly (readonly [name: string, shown: ServiceShown])[]> {
  const all = languages.flatMap((language) =>
    Object.entries(views).map(
      async ([name, keys]) =>
        [`service-${name}-${language}`, await shownAfter(keys, language, 0, name === 'logins')] as const,
    ),
  );
  const turned = Object.entries(views).map(
    async ([name, keys]) =>
      [`service-${name}-turned-de`, await shownAfter(keys, 'de', 90, name === 'logins')] as const,
  );
  return Promise.all([...all, ...turned]);
}

async function shownAfter(
  keys: readonly Key[] | null,
  language: Language,
  rotation: 0 | 90,
  hasLogins: boolean,
): Promise<ServiceShown> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-gallery-'));
  const env = {
    VITRINE_DATA_DIR: dataDir,
    VITRINE_CMS_URL: 'https://cms.example.com/',
    VITRINE_SETUP_ADDRESS: '127.0.0.1',
  };
  const { config } = readConfig({ env, noFile: true });
  if (config === null) throw new Error('no configuration');
  const clock = new ManualClock();
  const display = { id: 'one', left: 0, top: 0, width: 1920, height: 1080 } as Display;
  const held: Touches = { ended: new Promise(() => undefined), letGo: () => undefined };
  const touching: Parameters<Host['watchTouches']>[1][] = [];
  let press: (key: Key) => void = () => undefined;
  let last: ServiceShown | null = null;
  const host: Pick<Host, 'watchTouches' | 'hearKeys'> = {
    watchTouches: async (_, heard) => {
      touching.push(heard);
      return held;
    },
    hearKeys: async (heard) => {
      press = heard;
      return { ended: Promise.resolve(), letGo: held.letGo, arrange: async () => true };
    },
  };
  const service = new Service({
    clock,
    log: createLog(() => undefined),
    dataDir,
    configured: {
      config: { ...config, service: { ...config.service, pin } },
      language,
      name: 'Schaufenster links, Eingang Marktstraße',
    },
    show: {
      places: () => [{ screenId: '1', display, rotation }],
      service: (_: string, shown: ServiceShown | null) => {
        last = shown;
      },
    },
    displays: { report: () => ({ screens: [{ wanted: 'on' }] }) },
    actions: { run: async () => ({}) },
    setup: {
      again: async () => {
        throw new VitrineError('temporary', message('setup-again-not.variable', { name: 'VITRINE_CMS_URL' }));
      },
    },
    host: () => host,
    vitals: () => ({ cms: { error: null }, servicePin: null }) as never,
    page: () => 'http://192.168.178.142:8787/',
    above: () => ({
      say: () => undefined,
      leave: async () => undefined,
      logins: () => (hasLogins ? loginHosts.map((host) => ({ host, run: async () => undefined })) : []),
    }),
  } as unknown as ConstructorParameters<typeof Service>[0]);
  service.look();
  touching[0]?.({ x: 5, y: 5, isDown: true });
  await clock.advance(keys === null ? 3_000 : 5_000);
  for (const key of keys ?? []) {
    press(key);
    await clock.advance(0);
  }
  const shown = last;
  service.stop();
  rmSync(dataDir, { recursive: true });
  if (shown === null) throw new Error('The service menu is closed.');
  return shown;
}
