import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/main/config/config.ts';
import { setupFile, writeSetup } from '../../src/main/config/setup-file.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';

function folder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-chosen-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const file = join(dataDir, 'config.json');
  const read = (written: object, env: NodeJS.ProcessEnv = {}) => {
    writeFileSync(file, JSON.stringify({ dataDir, ...written }));
    return readConfig({ file, env });
  };
  return { dataDir, read };
}

test('a choice at setup applies where neither the file nor the environment sets it', async () => {
  const { dataDir, read } = folder();
  const chosen = {
    cms: { url: 'one.example', token: 'a' },
    device: '7',
    timeZone: 'Europe/Berlin',
    screen: { volume: 40 },
  };
  await writeSetup(realFileSystem, dataDir, chosen);
  expect(statSync(setupFile(dataDir)).mode & 0o777).toBe(0o600);
  const kiosk = read({ cms: { url: null, token: null }, device: null, screen: { rotation: 90 } });
  expect(kiosk.mistake).toBeNull();
  expect(kiosk.config).toMatchObject({
    cms: { url: 'https://one.example/api/v1.0/', token: 'a' },
    assignment: { kind: 'device', ref: '7' },
    timeZone: 'Europe/Berlin',
    screen: { rotation: 90, volume: 40 },
  });
  // The file's choices are not mixed with those of setup: neither its token with another, nor a playlist with a device.
  const other = read({ cms: { tokenFile: 'token' }, playlist: 'Welcome' }, { VITRINE_TIME_ZONE: 'UTC' });
  expect(other.mistake).toBeNull();
  expect(other.config).toMatchObject({
    cms: { token: null },
    assignment: { kind: 'playlist', ref: 'Welcome' },
    timeZone: 'UTC',
  });
});

test.each([
  ['cut', '{"cms": {"url": "one.exa', 'setup-damaged'],
  ['another thing', '[1]', 'setup-damaged'],
  ['empty', '', 'setup-damaged'],
])('a setup file that is %s counts as absent, and is named', (_, text, code) => {
  const { dataDir, read } = folder();
  writeFileSync(setupFile(dataDir), text);
  expect(read({})).toMatchObject({ mistake: null, config: { assignment: null }, setupFault: { code } });
});

test('an unreadable setup file is named; a missing one is no fault', () => {
  const { dataDir, read } = folder();
  expect(read({}).setupFault).toBeNull();
  mkdirSync(setupFile(dataDir));
  expect(read({})).toMatchObject({ mistake: null, setupFault: { code: 'setup-unreadable' } });
});

test('a mistake in the setup file is reported like any other', () => {
  const { dataDir, read } = folder();
  writeFileSync(setupFile(dataDir), '{"timeZone": "Mars/Olympus"}');
  expect(read({}).mistake?.message).toMatch(/timeZone must be a time zone/);
});
