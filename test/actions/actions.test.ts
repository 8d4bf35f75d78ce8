import { globSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { withActions } from '../../scripts/actions-table.ts';
import { action } from '../../src/main/actions/table/action.ts';
import { Actions } from '../../src/main/actions/table/actions.ts';
import type { StatusFacts } from '../../src/main/actions/table/port.ts';
import { actionTable, readArgs, tableOf } from '../../src/main/actions/table/table.ts';
import { startAdmin } from '../../src/main/admin/server.ts';
import { actionCommands } from '../../src/main/cli/action-commands.ts';
import { commandHelp } from '../../src/main/cli/help.ts';
import { loadConfig, readConfig } from '../../src/main/config/config.ts';
import { judged } from '../../src/main/fleet/command.ts';
import { discoveryOf } from '../../src/main/fleet/home-assistant.ts';
import { topicsOf } from '../../src/main/fleet/topics.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { message, readable } from '../../src/shared/languages/message.ts';
import { temporaryFolder } from '../store/support/folder.ts';
import { calmActions, calmFacts, calmPlayer } from '../support/calm-player.ts';
import { invoke } from '../support/invoke.ts';
import { scenes } from '../support/page-scenes.ts';

const folder = fileURLToPath(new URL('../../src/main/actions/', import.meta.url));
const calm = await scenes.calm.status();

test('every file of the folder is an action of the table, under its own name', () => {
  const files = globSync('*.ts', { cwd: folder }).map((file) => basename(file, '.ts'));
  expect([...actionTable().keys()].sort()).toEqual(files.sort());
  const buttons = [...actionTable().values()].flatMap((one) =>
    one.buttons.map((button) => ({ ...one, ...button })),
  );
  expect(new Set(buttons.map(({ key }) => key)).size).toBe(buttons.length);
  // A page says that it is done.
  expect(buttons.filter(({ reads, done }) => !reads && !done)).toEqual([]);
});

test('a new action has a route, a command, a button, a fleet command, an entity and a row in the contract', async () => {
  const waved: unknown[] = [];
  const wave = action({
    name: 'wave',
    group: 'screens',
    summary: 'Waves at whoever stands before the screen.',
    args: { times: v.optional(v.pipe(v.number(), v.maxValue(3)), 1) },
    buttons: [{ key: 'wave', label: message('verbatim', { text: 'Wave' }), isSo: () => waved.length > 2 }],
    cannot: ({ screens }) => (screens.length > 0 ? null : message('action.cannot.no-screen')),
    run(_, { times }) {
      waved.push(times);
      return { answer: { waved: times } };
    },
  });
  const table = tableOf([...actionTable().values(), wave]);
  const actions = new Actions({ player: {} as never, facts: () => calmFacts, table });
  const dataDir = await temporaryFolder();
  const player = calmPlayer({ status: scenes.calm.status, actions });
  const admin = await startAdmin({ player, dataDir, port: 0, log: createLog(() => undefined) });

  const { wave: command } = actionCommands(table);
  if (command === undefined) throw new Error('there is no command wave');
  expect(commandHelp(command)).toMatch(/^Waves at whoever .*\n\nUsage: vitrine wave \[--json\]/);
  const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: dataDir } });
  expect(JSON.parse((await invoke(command, { config, json: true })).out)).toEqual({ waved: 1 });
  await admin.stop();

  const button = { key: 'wave', name: 'wave', args: {}, group: 'screens', label: 'Wave', cannot: null };
  expect(readable(actions.offers(calm))).toContainEqual(expect.objectContaining(button));
  const nowhere = { ...calm, screens: [] };
  expect(readable(actions.offers(nowhere))).toContainEqual(
    expect.objectContaining({ ...button, cannot: 'The player has no window open on any screen.' }),
  );
  expect(actions.states(nowhere).cannot).toMatchObject({ wave: { code: 'action.cannot.no-screen' } });

  const at = Date.parse('2026-01-01T00:00:00Z');
  const payload = { id: 'command-1', name: 'wave', args: { times: 3 } };
  const [issuedAt, expiresAt] = [at, at + 1000].map((ms) => new Date(ms).toISOString());
  const judge = (args: object) =>
    judged(
      {
        topic: 'cmd',
        isRetained: false,
        properties: {},
        payload: Buffer.from(JSON.stringify({ ...payload, args, issuedAt, expiresAt })),
      },
      {
        now: at,
        isClockTrusted: true,
        device: 'shop-1',
        topics: ['cmd'],
        running: 0,
        commandKey: null,
        table,
        allowed: ['wave'],
      },
    );
  expect(judge({ times: 3 })).toMatchObject({ request: { name: 'wave', args: { times: 3 } } });
  expect(judge({ times: 4 })).toMatchObject({ code: 'malformed', reason: { values: { where: 'times' } } });

  const own = { prefix: 'homeassistant', fleet: 'chain', device: 'shop-1', version: '1' };
  const reported = discoveryOf({ ...own, topics: topicsOf('chain', 'shop-1', []), actions: [wave] });
  expect(JSON.parse(String(reported.payload)).components.wave).toMatchObject({
    platform: 'button',
    name: 'Wave',
  });

  const row = '| `wave` | `wave` | `times` (optional) | Waves at whoever stands before the screen. |  |  |';
  const marks = '<!-- actions: written by npm run docs -->\n<!-- end of actions -->\n';
  expect(withActions(marks, table)).toContain(row);
  waved.push(1, 1);
  expect(actions.states(calm).already).toContain('wave');
});

const offered = (status: Partial<StatusFacts>, facts: Partial<typeof calmFacts> = {}) =>
  Object.fromEntries(
    calmActions({ facts: { ...calmFacts, ...facts } })
      .offers({ ...calm, ...status })
      .map(({ key, cannot }) => [key, cannot && (readable(cannot) as string)]),
  );

test('of two opposites the one that has an effect is offered', () => {
  const sync = { ...calm.sync, state: 'paused' };
  expect(Object.keys(offered({}))).toEqual(
    expect.arrayContaining(['sync-pause', 'overlay-on', 'display-off']),
  );
  for (const key of [
    'sync-resume',
    'overlay-off',
    'display-on',
    'display-auto',
    'update-resume',
    'safe-mode-off',
  ])
    expect(offered({})).not.toHaveProperty(key);
  expect(offered({ sync })).toMatchObject({ 'sync-resume': null, sync: 'Sync is paused.' });
  expect(offered({ sync })).not.toHaveProperty('sync-pause');
  expect(offered({}, { showsOverlay: true })).toHaveProperty('overlay-off');
  expect(offered({}, { isInSafeMode: true })).toMatchObject({ 'safe-mode-off': null });
  const screens = [{ id: '1', wanted: 'off' as const, until: null }];
  const byHand = { ...calm.display, screens, byHand: { wanted: 'off' as const, until: null } };
  expect(offered({ display: byHand })).toMatchObject({ 'display-on': null, 'display-auto': null });
  expect(offered({ display: byHand })).not.toHaveProperty('display-off');
});

test('a test of the alerts is offered where a channel is configured', () => {
  expect(offered({})).not.toHaveProperty('alert-test');
  expect(offered({}, { hasAlerts: true })).toMatchObject({ 'alert-test': null });
});

test('what cannot work now says why', () => {
  const update = (state: string) => ({ update: { state, sentence: message('update-off') } });
  expect(offered({ previousEdition: null })).toHaveProperty(
    'rollback',
    'There is no previous version of the content to go back to.',
  );
  expect(offered({ screens: [] })).toMatchObject({
    identify: 'The player has no window open on any screen.',
  });
  expect(offered({}, { hasBrowser: false })).toMatchObject({
    'restart-browser': 'The browser is not running yet.',
  });
  expect(offered({}, { canRestart: false })).toMatchObject({
    'restart-player': 'Cannot restart the player: no service manager (such as systemd) would start it again.',
  });
  for (const [state, why] of [
    ['off', 'Updates are off.'],
    ['held', 'Updates are on hold.'],
    ['trying', 'A release is on trial: wait until the player keeps it or goes back to the previous release.'],
    ['fetching', 'An update is in progress. To follow it, run “vitrine update status”.'],
    ['ready', null],
  ] as const)
    expect(offered(update(state))).toHaveProperty('update-now', why);
  expect(offered({ sync: { state: 'stopped' } })).toMatchObject({
    sync: 'The player is not connected to a CMS.',
  });
});

test('identify: each screen says which one it is, or shows a test picture, for a bounded time', async () => {
  const shown: unknown[] = [];
  const actions = calmActions({
    identify: (kind, seconds) => {
      shown.push([kind, seconds]);
      return { screens: 2 };
    },
  });
  for (const args of [{}, { test: true, seconds: 60 }])
    expect(await actions.run('identify', args, { kind: 'fleet' })).toEqual({ answer: { screens: 2 } });
  expect(shown).toEqual([
    ['name', 20],
    ['test', 60],
  ]);
  await expect(actions.run('identify', { seconds: 601 }, { kind: 'fleet' })).rejects.toMatchObject({
    code: 'wrong-usage',
  });
  await expect(actions.run('identify', { shell: 'x' }, { kind: 'fleet' })).rejects.toMatchObject({
    code: 'wrong-usage',
  });
});

test('a folder of releases is named by those who have the control socket', () => {
  const update = actionTable().get('update-now');
  if (update === undefined) throw new Error('there is no update-now');
  expect(readArgs(update, { from: '/stick' })).toMatchObject({ where: 'from' });
  expect(readArgs(update, { from: '/stick' }, true)).toEqual({ args: { from: '/stick' } });
});

test('fleet.commands takes the names of actions, and says which there are', async () => {
  const file = join(await temporaryFolder(), 'vitrine.json');
  const reading = (commands: readonly string[]) => {
    writeFileSync(file, JSON.stringify({ fleet: { commands } }));
    return readConfig({ file, env: { VITRINE_DATA_DIR: '/nowhere' } }).mistake?.message ?? null;
  };
  expect(reading(['sync', 'display'])).toBeNull();
  expect(reading(['sync', 'shell'])).toMatch(/fleet\.commands.*sync, sync-pause, /);
});
