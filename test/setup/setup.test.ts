import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../src/main/config/config.ts';
import { writeSetup } from '../../src/main/config/setup-file.ts';
import type { Values } from '../../src/main/config/written.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { Setup } from '../../src/main/setup/setup.ts';
import type { PinOffer } from '../../src/shared/setup.ts';
import { demo, token } from '../cms/support.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { choice, TestKeyboard, TestPhone } from './support.ts';

/** A player that writes what was chosen, and goes on with it once it is let. */
async function waiting() {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-setup-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const env = { VITRINE_DATA_DIR: dataDir, VITRINE_SETUP_ADDRESS: '127.0.0.1', VITRINE_SETUP_PORT: '0' };
  const file = join(dataDir, 'config.json');
  await writeFile(file, '{}');
  const sources = { env, file };
  const { config } = readConfig(sources);
  if (config === null) throw new Error('no configuration');
  const applied: (Values | null)[] = [];
  const goesOn = Promise.withResolvers<void>();
  const clock = new ManualClock();
  const keyboard = new TestKeyboard();
  const setup = new Setup({
    config,
    sources,
    language: 'en' as const,
    name: 'test',
    clock,
    sticks: null,
    wifi: null,
    log: createLog(() => undefined),
    files: async () => new Response('page'),
    hearKeys: async (heard) => keyboard.held(heard),
    apply: async (values) => {
      if (values !== null) await writeSetup(realFileSystem, dataDir, values);
      applied.push(values);
      await goesOn.promise;
    },
    progress: async () => ({ plays: false, title: '', lines: [], picture: null }),
    changed: () => undefined,
  });
  await setup.start();
  onTestFinished(() => setup.stop());
  const [address, pin = ''] = setup.invitation?.typed.map(({ value }) => value) ?? [];
  const phone = async () => {
    const origin = `http://${address}`;
    const asked = await fetch(`${origin}/setup/half`, { method: 'POST', headers: { origin } });
    const offer = (await asked.json()) as PinOffer;
    const made = TestPhone.withPin(pin.replace(' ', ''), offer);
    const say = async (ask: unknown) => {
      const sealed = made.says(ask);
      const sent = { method: 'POST', body: JSON.stringify(sealed) };
      const response = await fetch(`http://${address}/setup/say`, sent);
      const { box, turned } = (await response.json()) as { readonly box?: string; readonly turned?: string };
      return box === undefined ? { turned } : made.opens(sealed, box);
    };
    return { say, check: made.check };
  };
  return { setup, clock, keyboard, phone, applied, goesOn };
}

test('what was finished is gone on with once, however long that takes and whoever looks meanwhile', async () => {
  const { setup, clock, phone, applied, goesOn } = await waiting();
  const cms = await demo();
  const { say } = await phone();
  await say({ act: 'connect', url: cms.baseUrl, token });
  await say({ act: 'choose', ...choice });
  const first = say({ act: 'finish' });
  await expect.poll(() => applied).toHaveLength(1);
  // The file is complete now, as when somebody at a terminal has written it.
  await clock.advance(9_000);
  const again = say({ act: 'finish' });
  await clock.advance(9_000);
  goesOn.resolve();
  expect(await Promise.all([first, again])).toEqual([{ answer: {} }, { answer: {} }]);
  expect(setup.invitation).toBeNull();
  expect(await say({ act: 'finish' })).toEqual({ answer: {} });
  await clock.advance(9_000);
  expect(applied).toEqual([expect.objectContaining({ device: '3' })]);
});

test('the screen shows the number of the phone to the end, and what one has chosen is not of the next', async () => {
  const { setup, clock, keyboard, phone } = await waiting();
  const cms = await demo();
  const state = () => setup.invitation?.state;
  const first = await phone();
  await first.say({ act: 'connect', url: cms.baseUrl, token });
  await first.say({ act: 'choose', ...choice });
  expect(state()).toContain('Demo screen');
  expect(state()).toContain(first.check);
  await clock.advance(46_000);
  const second = await phone();
  expect(await second.say({ act: 'look' })).toHaveProperty('answer');
  expect(state()).toContain(second.check);
  expect(state()).not.toContain('Demo screen');
  expect(await second.say({ act: 'finish' })).toMatchObject({ refusal: { code: 'setup-incomplete' } });
  await second.say({ act: 'choose', ...choice });
  // Asked again every few seconds by the phone that is there: it is the same one.
  await second.say({ act: 'look' });
  expect(state()).toContain('Demo screen');
  await clock.advance(46_000);
  await keyboard.press('Enter');
  await expect.poll(() => setup.form).not.toBeNull();
  expect(state()).not.toContain('Demo screen');
});

test('a clock that is years off is told before the end, and keeps nobody from it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2001-01-01T00:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const { phone, applied, goesOn } = await waiting();
  goesOn.resolve();
  const cms = await demo();
  const { say } = await phone();
  expect(await say({ act: 'connect', url: cms.baseUrl, token })).toHaveProperty('answer');
  expect(await say({ act: 'choose', ...choice })).toMatchObject({
    answer: {
      findings: expect.arrayContaining([
        expect.objectContaining({
          check: 'clock',
          result: 'warn',
          message: 'The clock is wrong: it shows 2001-01-01T00:00:00.000Z. Entries with dates wait.',
        }),
      ]),
    },
  });
  expect(await say({ act: 'finish' })).toEqual({ answer: {} });
  expect(applied).toHaveLength(1);
});

test('Escape just after Enter leaves the keyboard to the form that is on its way', async () => {
  const { setup, keyboard } = await waiting();
  await keyboard.press('Enter', 'Escape');
  await expect.poll(() => setup.form).not.toBeNull();
  expect(keyboard.letGo).toBe(false);
  const active = () => setup.form?.rows.findIndex(({ isActive }) => isActive);
  const before = active();
  await keyboard.press('Down');
  expect(active()).not.toBe(before);
  await keyboard.press('Escape', 'Escape');
  expect([setup.form, keyboard.letGo]).toEqual([null, true]);
});
