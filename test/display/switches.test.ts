import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Config, readConfig } from '../../src/main/config/config.ts';
import { keepDisplays, plansOf } from '../../src/main/display/displays.ts';
import { cecSwitch, ddcSwitch, hookSwitch, runOnMachine } from '../../src/main/display/switches.ts';
import { createLog } from '../../src/main/ground/log.ts';
import type { ProgramEnd } from '../../src/main/ground/program.ts';
import { type Message, message } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';

const good = (output = ''): ProgramEnd => ({ code: 0, output, mistake: null });
const bad = (mistake: Message, output = ''): ProgramEnd => ({ code: 1, output, mistake });
const ended = message('program.ended', { program: 'it', code: '1' });

/** Answers in turn, and keeps what was run. */
function machine(...answers: readonly ProgramEnd[]) {
  const ran: string[] = [];
  const left = [...answers];
  return {
    ran,
    run: async (argv: readonly string[]) => {
      ran.push(argv.join(' '));
      return left.shift() ?? good();
    },
  };
}

test('CEC reports the state that the display answers', async () => {
  const { ran, run } = machine(
    good(),
    good('\tpwr-state: standby (0x01)'),
    good(),
    good('pwr-state: to-on (0x02)'),
  );
  const cec = cecSwitch('/dev/cec0', run);
  expect(await cec.set('off')).toEqual({ state: 'standby', why: null });
  expect(await cec.set('on')).toEqual({ state: 'on', why: null });
  expect(ran).toEqual([
    'cec-ctl -d /dev/cec0 --playback -t 0 --standby',
    'cec-ctl -d /dev/cec0 --playback -t 0 --give-device-power-status',
    'cec-ctl -d /dev/cec0 --playback -t 0 --image-view-on',
    'cec-ctl -d /dev/cec0 --playback -t 0 --give-device-power-status',
  ]);
});

test('DDC reports the state that the monitor answers, or that it answers none', async () => {
  const { ran, run } = machine(
    good(),
    good('VCP D6 SNC x01'),
    good(),
    good('VCP D6 SNC x04'),
    good(),
    bad(ended),
  );
  const ddc = ddcSwitch(2, run);
  expect([await ddc.set('on'), await ddc.set('off'), await ddc.set('off')]).toEqual([
    { state: 'on', why: null },
    { state: 'standby', why: null },
    { state: 'unknown', why: message('display-switch.no-state') },
  ]);
  expect(ran.filter((line) => line.includes('setvcp'))).toEqual([
    'ddcutil --display 2 --terse setvcp D6 1',
    'ddcutil --display 2 --terse setvcp D6 4',
    'ddcutil --display 2 --terse setvcp D6 4',
  ]);
});

test('each way to switch a display that is configured is used, and no other', () => {
  const { config } = readConfig({ env: { VITRINE_DATA_DIR: '/nowhere' } });
  if (config === null) throw new Error('no configuration');
  const of = (look: Partial<Config['screen']>) =>
    plansOf(
      { screens: 'all', screen: { ...config.screen, ...look } },
      { details: () => ({}), rs232: () => null },
    ).map(({ screenId, hours, switches }) => [screenId, hours, ...switches.map(({ name }) => name)]);
  expect(of({})).toEqual([['1', null]]);
  expect(of({ cec: '/dev/cec0' })).toEqual([['1', null, 'cec']]);
  expect(of({ ddc: 1 })).toEqual([['1', null, 'ddc']]);
  expect(of({ hook: ['/bin/true'], cec: '/dev/cec0', ddc: 1 })).toEqual([['1', null, 'hook', 'cec', 'ddc']]);
});

test('a display off by hand is off for every switch of its screen', async () => {
  const { config } = readConfig({ env: { VITRINE_DATA_DIR: '/nowhere' } });
  if (config === null) throw new Error('no configuration');
  const clock = new ManualClock();
  const switched: string[] = [];
  const keeper = keepDisplays({
    config: { screens: 'all', screen: config.screen },
    clock,
    log: createLog(() => undefined),
    screens: () => ['1'],
    zone: () => null,
    black: (screenId, isBlack) => void switched.push(`${screenId} ${isBlack ? 'black' : 'seen'}`),
    power: async (wanted) => {
      switched.push(wanted);
      return { state: wanted === 'on' ? 'on' : 'standby', why: null };
    },
    details: () => ({}),
  });
  keeper.byHand('off');
  await clock.advance(1_000);
  expect(switched).toEqual(expect.arrayContaining(['off']));
  expect(keeper.wanted('1')).toBe('off');
});

test('a switch tells a missing program from one that fails', async () => {
  const missing = machine(bad(message('program.missing', { program: 'cec-ctl' })));
  expect((await cecSwitch('/dev/cec0', missing.run).set('on')).why).toEqual(
    message('program.missing', { program: 'cec-ctl' }),
  );
  const failing = machine(bad(ended, 'usage\nDisplay not found'));
  expect((await ddcSwitch(1, failing.run).set('on')).why).toEqual(
    message('display-switch.program', { program: 'ddcutil', output: 'Display not found' }),
  );
});

test('the hook gets the wanted power and the details as its argument and environment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-hook-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const hook = join(folder, 'hook');
  writeFileSync(hook, '#!/bin/sh\necho "$@|$VITRINE_DETAILS" > "$1"\n[ "$2" = display-on ]\n');
  chmodSync(hook, 0o700);
  const power = hookSwitch([hook, join(folder, 'told')], () => ({ screenId: '1' }), runOnMachine);
  expect(await power.set('on')).toEqual({ state: 'on', why: null });
  expect(readFileSync(join(folder, 'told'), 'utf8')).toBe(`${folder}/told display-on|{"screenId":"1"}\n`);
  expect(await power.set('off')).toEqual({
    state: 'unknown',
    why: message('display-switch.hook', {
      why: message('program.ended', { program: hook, code: '1' }),
    }),
    hasFailed: true,
  });
});
