import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Config, loadConfig } from '../../src/main/config/config.ts';
import type { Assignee } from '../../src/main/edition/assignment.ts';
import type { Edition } from '../../src/main/edition/edition.ts';
import { openEngine } from '../../src/main/engine/open-engine.ts';
import type { EngineEvent } from '../../src/main/engine/protocol.ts';
import { openStages } from '../../src/main/engine/stages.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { openStore } from '../../src/main/store/store.ts';
import { openSettings } from '../../src/main/sync/assignment.ts';
import { identify } from '../../src/main/sync/canonical.ts';
import { inEnglish, message } from '../../src/shared/languages/message.ts';
import { clockAt, demo, token } from '../cms/support.ts';
import { addPictures } from '../support/pictures.ts';
import { entry, mediaFile } from '../support/records.ts';

const log = createLog(() => undefined);
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-stages-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function edition(source: string, entries: readonly string[]): Edition {
  return identify({
    source,
    settings: openSettings,
    screens: { '1': '5' },
    playlists: {
      '5': {
        id: '5',
        name: 'Lobby',
        shuffled: false,
        deletedAt: null,
        entries: entries.map((id) => entry(id)),
      },
    },
    mediaFiles: Object.fromEntries(entries.map((id) => [`m${id}`, mediaFile(`m${id}`)])),
  });
}

/** A data folder in which an earlier start left an active and a previous edition of this assignee. */
async function leave(source: string, assignee: Assignee = { id: '5', name: 'Lobby' }): Promise<void> {
  const store = await openStore({ dataDir, clock: systemClock, log });
  store.useSource(source);
  store.keepAssignee(source, assignee);
  for (const entries of [['1'], ['1', '2']]) {
    const one = edition(source, entries);
    await store.stage(one);
    await store.activate(one.id, true);
  }
  await store.close();
}

function configured(env: Readonly<Record<string, string>>): Config {
  return loadConfig({
    noFile: true,
    env: { VITRINE_DATA_DIR: dataDir, VITRINE_CMS_TOKEN: 'a-token-of-some-length', ...env },
  });
}

/** The states of the editions that belong to a player with this configuration. */
async function found(env: Readonly<Record<string, string>>): Promise<string> {
  const stages = await openStages({ config: configured(env), clock: systemClock, log });
  try {
    return stages.store
      .editions()
      .map(({ state }) => state)
      .join();
  } finally {
    await stages.close();
  }
}

const own = 'active,previous';
const playlist = { VITRINE_PLAYLIST: 'Lobby' };

test.each([
  'http://cms.example.com',
  'http://cms.example.com/',
  'https://CMS.example.com/api/v1.0',
  'http://cms.example.com:80/api/v1.0/',
  'https://cms.example.com:443//',
  'cms.example.com',
  ' CMS.example.com/api/v1.0 ',
])('however the address of the CMS is spelt, it is the same one: %s', async (VITRINE_CMS_URL) => {
  // As earlier versions stored it: the address with its path, or the host alone.
  for (const address of ['cms.example.com/api/v1.0', 'cms.example.com']) {
    await leave(`${address} playlist Lobby`);
    expect(await found({ VITRINE_CMS_URL, ...playlist })).toBe(own);
  }
});

describe.each([
  ['VITRINE_PLAYLIST', 'playlist'],
  ['VITRINE_DEVICE', 'device'],
  ['VITRINE_DEVICE_GROUP', 'deviceGroup'],
])('%s', (setting, kind) => {
  const VITRINE_CMS_URL = 'http://cms.example.com';

  test.each([
    ['Lobby', '5', own],
    ['5', 'Lobby', own],
    ['Lobby', '6', ''],
    ['5', 'Hall', ''],
  ])('%s and then %s', async (before, ref, expected) => {
    await leave(`cms.example.com/api/v1.0 ${kind} ${before}`);
    expect(await found({ VITRINE_CMS_URL, [setting]: ref })).toBe(expected);
  });

  test('an assignee renamed in the CMS is the same source by its id and by both names', async () => {
    await leave(`cms.example.com/api/v1.0 ${kind} Lobby`, { id: '5', name: 'Hall' });
    for (const ref of ['5', 'Hall', 'Lobby'])
      expect(await found({ VITRINE_CMS_URL, [setting]: ref })).toBe(own);
  });

  test('a name of digits is not mistaken for the id of another assignee', async () => {
    await leave(`cms.example.com/api/v1.0 ${kind} 5`, { id: '5', name: '12' });
    expect(await found({ VITRINE_CMS_URL, [setting]: '12' })).toBe('');
  });

  test('the assignee is stored, so that a rollback survives another spelling', async () => {
    const cms = await demo({ seed: 'empty' });
    const { id, name } = {
      playlist: { id: cms.playlistId, name: 'Welcome' },
      device: { id: cms.deviceId, name: 'Demo screen' },
      deviceGroup: { id: cms.deviceGroupId, name: 'Demo group' },
    }[kind] ?? { id: '', name: '' };
    for (const [first, second] of [
      [name, id],
      [id, name],
    ]) {
      await rm(dataDir, { recursive: true, force: true });
      const opened = (ref = '') => {
        const env = { VITRINE_CMS_URL: cms.baseUrl, VITRINE_CMS_TOKEN: token, [setting]: ref };
        return openStages({ config: configured(env), clock: systemClock, log });
      };
      const before = await opened(first);
      const old = await before.sync?.once();
      addPictures(cms.content, cms.playlistId, 1);
      await before.sync?.once();
      await before.close();
      const stages = await opened(second);
      expect((await stages.store.rollback()).edition.id).toBe(old?.edition);
      expect(await stages.sync?.once()).toMatchObject({ edition: old?.edition, downloaded: 0 });
      await stages.close();
    }
  });
});

test.each([
  ['another CMS', { VITRINE_CMS_URL: 'http://cms.example.org', ...playlist }],
  ['another port', { VITRINE_CMS_URL: 'http://cms.example.com:8080', ...playlist }],
  ['another path', { VITRINE_CMS_URL: 'http://cms.example.com/other/', ...playlist }],
  ['another playlist', { VITRINE_CMS_URL: 'http://cms.example.com', VITRINE_PLAYLIST: '6' }],
  ['a device of that name', { VITRINE_CMS_URL: 'http://cms.example.com', VITRINE_DEVICE: 'Lobby' }],
])('%s is never mixed with it', async (_, env) => {
  await leave('cms.example.com/api/v1.0 playlist Lobby');
  expect(await found(env)).toBe('');
});

test.each([
  ['token-invalid', { token: 'two words of it' }],
  ['ca-file-unreadable', { caFile: '/nowhere/ca.pem' }],
  ['config-invalid', { profile: { updateMethod: 'DELETE' } }],
])('what keeps the player from asking the CMS keeps nothing from the screen: %s', async (code, cms) => {
  await leave('cms.example.com/api/v1.0 playlist Lobby');
  const config = configured({ VITRINE_CMS_URL: 'http://cms.example.com', ...playlist });
  const events: EngineEvent[] = [];
  const engine = await openEngine(
    { config: { ...config, cms: { ...config.cms, ...cms } }, configMistake: null },
    { clock: systemClock, log, emit: (event) => events.push(event) },
  );
  try {
    await expect.poll(() => events.map(({ type }) => type)).toContain('programme');
    expect(engine.status()).toMatchObject({ edition: { complete: true }, sync: { lastError: { code } } });
    await expect(engine.syncNow()).rejects.toMatchObject({ code });
  } finally {
    await engine.stop();
  }
});

test('an address of releases without a launcher causes a warning', async () => {
  await leave('cms.example.com/api/v1.0 playlist Lobby');
  const config = configured({ VITRINE_UPDATE_URL: 'https://releases.example.com/', ...playlist });
  const engine = await openEngine(
    { config, configMistake: null },
    { clock: systemClock, log, emit: () => undefined },
  );
  try {
    expect(engine.status()).toMatchObject({ update: { state: 'off' } });
    expect(engine.status().warnings).toContainEqual(message('update.idle'));
    expect(() => engine.updateNow(null)).toThrow(expect.objectContaining({ code: 'update-off' }));
  } finally {
    await engine.stop();
  }
});

test('an address with extra parts is a mistake in the configuration and never stops the show', () => {
  for (const VITRINE_CMS_URL of ['http://cms.example.com/?a=b', 'http://user:secret@cms.example.com'])
    expect(() => configured({ VITRINE_CMS_URL, ...playlist })).toThrow(
      expect.objectContaining({
        code: 'config-invalid',
        message: expect.stringMatching(/VITRINE_CMS_URL must be an address without a user name/),
      }),
    );
});

test.each([
  ['Etc/GMT+12', 1],
  ['Pacific/Kiritimati', 0],
])('sync goes by the configured time zone where the CMS names none: in %s', async (VITRINE_TIME_ZONE, wanted) => {
  const { baseUrl: VITRINE_CMS_URL, content, playlistId } = await demo({ seed: 'empty' });
  addPictures(content, playlistId, 1);
  const lastDay = '2026-05-31';
  for (const { id } of content.entriesOf(playlistId))
    content.changeEntry(id, { play_rule: 0, end_date: lastDay });
  const config = configured({
    VITRINE_CMS_URL,
    VITRINE_CMS_TOKEN: token,
    VITRINE_PLAYLIST: playlistId,
    VITRINE_TIME_ZONE,
  });
  // 22:30 on the last day there is 00:30 two days later here.
  const clock = clockAt(Date.parse('2026-06-01T10:30:00Z'));
  const stages = await openStages({ config, clock, log });
  try {
    expect(await stages.sync?.once()).toMatchObject({ downloaded: wanted, failed: [] });
  } finally {
    await stages.close();
  }
});

test('an unknown time zone of the CMS causes a warning, and the configured one is used', async () => {
  const { baseUrl: VITRINE_CMS_URL, content, deviceGroupId } = await demo({ seed: 'empty' });
  content.changeDeviceGroup(deviceGroupId, { timezone: 'Mars/Olympus' });
  const lines: LogLine[] = [];
  const engine = await openEngine(
    {
      config: configured({
        VITRINE_CMS_URL,
        VITRINE_CMS_TOKEN: token,
        VITRINE_DEVICE_GROUP: deviceGroupId,
        VITRINE_TIME_ZONE: 'Asia/Tokyo',
      }),
      configMistake: null,
    },
    { clock: systemClock, log: createLog((line) => lines.push(line)), emit: () => undefined },
  );
  try {
    await engine.syncNow();
    const problem = message('unknown-zone.cms', { zone: 'Mars/Olympus' });
    expect(engine.status()).toMatchObject({
      clock: { zone: 'Asia/Tokyo' },
      warnings: expect.arrayContaining([problem]),
    });
    expect(lines.filter(({ level }) => level === 'warn').map((line) => line.message)).toContain(
      inEnglish(problem),
    );
  } finally {
    await engine.stop();
  }
});
