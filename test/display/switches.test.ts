import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cecSwitch, ddcSwitch, hookSwitch, runOnMachine } from '../../src/main/display/switches.ts';
import type { ProgramEnd } from '../../src/main/ground/program.ts';
import { type Message, message } from '../../src/shared/languages/message.ts';

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
  expect(ran[0]).toBe('ddcutil --display 2 --terse setvcp D6 1');
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
