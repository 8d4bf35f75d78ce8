import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ChosenSettings } from '../../src/main/config/chosen-settings.ts';
import { type Config, loadConfig } from '../../src/main/config/config.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';

const page = { kind: 'page', address: '192.0.2.7' } as const;
const cms = { url: 'https://cms.example.com/api/v1.0/', token: 'cms-token' };

let folder: string;
let used: Config[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-chosen-'));
  used = [];
});

function chosen(file: object = {}, env: NodeJS.ProcessEnv = {}, fs = realFileSystem) {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'config.json');
  writeFileSync(path, JSON.stringify(file), { mode: 0o600 });
  const sources = { file: path, env: { ...env, VITRINE_DATA_DIR: folder } };
  const settings = new ChosenSettings({
    sources,
    dataDir: folder,
    fs,
    now: () => 0,
    use: async (config) => void used.push(config),
  });
  return { settings, config: () => loadConfig(sources), path };
}

const stored = () => JSON.parse(readFileSync(join(folder, 'setup.json'), 'utf8'));
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code, message }) => ({ code, message }),
  );

test('a change is on the disk and in use, is there after a restart, and can be undone once', async () => {
  const { settings, config } = chosen();
  await settings.replace({ cms, playlist: '7', screen: { volume: 80, rotation: 90 } }, null);
  await settings.change('screen.volume', { value: 30 }, page);
  expect(used.at(-1)?.screen).toMatchObject({ volume: 30, rotation: 90 });
  expect(config().screen.volume).toBe(30);
  expect(settings.lastChange).toMatchObject({
    name: 'screen.volume',
    by: page,
    before: { screen: { volume: 80 } },
  });
  expect((await settings.undo()).name).toBe('screen.volume');
  expect(config().screen.volume).toBe(80);
  expect(config().assignment).toEqual({ kind: 'playlist', ref: '7' });
  expect(await refusal(settings.undo())).toMatchObject({ code: 'nothing-to-undo' });
});

test('another setup replaces CMS and assignment and keeps the other settings; undo restores the old one', async () => {
  const { settings, config } = chosen();
  await settings.replace({ cms, playlist: '7' }, null);
  await settings.change('name', { value: 'Window 3' }, page);
  const other = { url: 'https://other.example.com/api/v1.0/', token: 'other-token' };
  await settings.replace({ cms: other, device: '4', screen: { volume: 10 } }, null);
  expect(config()).toMatchObject({ name: 'Window 3', cms: other, assignment: { kind: 'device', ref: '4' } });
  expect(settings.lastChange?.name).toBe('setup');
  await settings.undo();
  expect(config()).toMatchObject({ name: 'Window 3', cms, assignment: { kind: 'playlist', ref: '7' } });
});

test('the first setup cannot be undone: there was none before it', async () => {
  const { settings } = chosen();
  await settings.replace({ cms, playlist: '7' }, null);
  expect(settings.lastChange).toBeNull();
});

test('only the last change can be undone; nothing older is kept', async () => {
  const { settings } = chosen();
  for (const value of ['One', 'Two', 'Three']) await settings.change('name', { value }, page);
  expect(stored()).toMatchObject({ name: 'Three', lastChange: { before: { name: 'Two' } } });
  expect(stored().lastChange.before.lastChange).toBeUndefined();
});

test('a setting of the file or the environment is refused, and named', async () => {
  const { settings, config, path } = chosen({ screen: { volume: 50 } }, { VITRINE_LANGUAGE: 'de' });
  const origin = (name: string) => settings.now(config()).find((one) => one.name === name)?.origin;
  expect(origin('screen.volume')).toEqual({ kind: 'file', name: path });
  expect(origin('language')).toEqual({ kind: 'variable', name: 'VITRINE_LANGUAGE' });
  expect(origin('name')).toEqual({ kind: 'default' });
  expect(await refusal(settings.change('screen.volume', { value: 10 }, page))).toEqual({
    code: 'setting-fixed',
    message: `This setting comes from ${path}.`,
  });
  expect(await refusal(settings.change('language', { value: 'fr' }, page))).toMatchObject({
    code: 'setting-fixed',
  });
  expect(used).toEqual([]);
});

test('a setting that every screen of the file overrides counts as set there', () => {
  const { settings, config } = chosen({
    screens: [
      { id: 'left', rotation: 90 },
      { id: 'right', rotation: 0, display: 1 },
    ],
  });
  expect(settings.now(config()).find(({ name }) => name === 'screen.rotation')?.origin.kind).toBe('file');
  expect(settings.now(config()).find(({ name }) => name === 'screen.volume')?.origin.kind).toBe('default');
});

test.each([
  ['screen.volume', { value: 101 }, 'must be at most 100'],
  ['screen.volume', { text: 'loud' }, 'must be a number'],
  ['screen.rotation', { value: 45 }, 'must be one of: 0, 90, 180, 270'],
  ['screen.hours', { value: { mon: '25:00-26:00' } }, 'must map days'],
  ['screen.hours', { text: '{mon' }, 'must map days'],
  ['timeZone', { value: 'Mars/Base' }, 'must be a time zone'],
  ['name', { value: 'x'.repeat(61) }, 'must be at most 60 characters long'],
  ['name', { value: {} }, 'must be text'],
  ['cms.token', { value: 'x' }, 'cannot be changed here'],
])('%s refuses %j with a reason, and nothing changes', async (name, given, why) => {
  const { settings } = chosen();
  await settings.change('name', { value: 'Before' }, page);
  const before = readFileSync(join(folder, 'setup.json'), 'utf8');
  expect((await refusal(settings.change(name, given, page)))?.message).toContain(why);
  expect(readFileSync(join(folder, 'setup.json'), 'utf8')).toBe(before);
  expect(used).toHaveLength(1);
});

test('hours can be edited day by day, whatever form they were written in', () => {
  const { settings, config } = chosen({
    screen: { hours: { 'mon-fri': '08:00-20:00', sat: 'on', '2026-12-25': 'off' } },
  });
  const hours = settings.now(config()).find(({ name }) => name === 'screen.hours')?.value;
  expect(hours).toEqual({
    ...Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, ['08:00-20:00']])),
    sat: ['00:00-00:00'],
    sun: [],
    '2026-12-25': [],
  });
});

test('chosen hours are in use after a restart', async () => {
  const { settings, config } = chosen();
  await settings.change('screen.hours', { text: '{"mon-fri": "08:00-20:00"}' }, page);
  expect(config().screen.hours).toEqual({ 'mon-fri': '08:00-20:00' });
  expect(used.at(-1)?.screen.hours).toEqual({ 'mon-fri': '08:00-20:00' });
});

test('a change that the disk refuses is not used, and the next one works', async () => {
  let isFull = true;
  const fs = Object.create(realFileSystem);
  fs.rename = (...paths: [string, string]) =>
    isFull
      ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
      : realFileSystem.rename(...paths);
  const { settings, config } = chosen({}, {}, fs);
  expect(await refusal(settings.change('name', { value: 'Window' }, page))).toMatchObject({
    code: 'setup-not-saved',
  });
  expect(used).toEqual([]);
  expect(config().name).toBeNull();
  isFull = false;
  await settings.change('name', { value: 'Window' }, page);
  expect(config().name).toBe('Window');
});

test('concurrent changes are made in turn, and none is lost', async () => {
  const { settings, config } = chosen();
  await Promise.all([
    settings.change('name', { value: 'Window' }, page),
    settings.change('screen.volume', { text: '20' }, { kind: 'terminal' }),
    settings.change('timeZone', { value: 'Europe/Berlin' }, page),
  ]);
  expect(config()).toMatchObject({ name: 'Window', timeZone: 'Europe/Berlin', screen: { volume: 20 } });
  await settings.change('timeZone', { text: 'default' }, page);
  expect(config().timeZone).toBeNull();
});
