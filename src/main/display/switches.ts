import { message } from '../../shared/languages/message.ts';
import { type ProgramEnd, runProgram } from '../ground/program.ts';
import { failedPower, type PowerResult, type PowerSwitch, unknownPower } from './power.ts';

/** A television may be slow; a longer command hangs. */
const timeoutMs = 15_000;

type Run = (argv: readonly string[], env?: Readonly<Record<string, string>>) => Promise<ProgramEnd>;

export const runOnMachine: Run = (argv, env = {}) => runProgram(argv, { timeoutMs, env });

/** HDMI-CEC, through the kernel's interface. */
export function cecSwitch(device: string, run: Run = runOnMachine): PowerSwitch {
  const cec = (...words: readonly string[]) =>
    run(['cec-ctl', '-d', device, '--playback', '-t', '0', ...words]);
  return {
    name: 'cec',
    async set(wanted) {
      const switched = await cec(wanted === 'on' ? '--image-view-on' : '--standby');
      if (switched.mistake !== null) return failed('cec-ctl', switched);
      const queried = await cec('--give-device-power-status');
      const [, state = ''] = /pwr-state:\s*([\w-]+)/.exec(queried.output) ?? [];
      if (/^(on|to-on)$/.test(state)) return { state: 'on', why: null };
      if (/standby/.test(state)) return { state: 'standby', why: null };
      return queried.mistake === null
        ? unknownPower(message('display-switch.no-state'))
        : failed('cec-ctl', queried);
    },
  };
}

/** DDC, the control channel of monitors. */
export function ddcSwitch(display: number, run: Run = runOnMachine): PowerSwitch {
  const ddc = (...words: readonly string[]) =>
    run(['ddcutil', '--display', String(display), '--terse', ...words]);
  return {
    name: 'ddc',
    async set(wanted) {
      const switched = await ddc('setvcp', 'D6', wanted === 'on' ? '1' : '4');
      if (switched.mistake !== null) return failed('ddcutil', switched);
      const queried = await ddc('getvcp', 'D6');
      const [, value] = /VCP D6 SNC x(\d\d)/.exec(queried.output) ?? [];
      if (value === '01') return { state: 'on', why: null };
      if (value !== undefined) return { state: 'standby', why: null };
      // Many monitors do not answer while they sleep.
      return unknownPower(message('display-switch.no-state'));
    },
  };
}

/** A program of the shop: it receives the wanted state, and its exit code counts. */
export function hookSwitch(
  program: readonly string[],
  details: () => Readonly<Record<string, unknown>>,
  run: Run = runOnMachine,
): PowerSwitch {
  return {
    name: 'hook',
    async set(wanted) {
      const { mistake, output } = await run([...program, `display-${wanted}`], {
        VITRINE_DETAILS: JSON.stringify(details()),
      });
      if (mistake === null) return { state: wanted === 'on' ? 'on' : 'standby', why: null };
      const [line = ''] = output.split('\n');
      return failedPower(
        message('display-switch.hook', {
          why: line === '' ? mistake : message('program.output', { why: mistake, line }),
        }),
      );
    },
  };
}

function failed(program: string, { mistake, output }: ProgramEnd): PowerResult {
  const last = output.split('\n').at(-1) ?? '';
  if (mistake !== null && (last === '' || mistake.code === 'program.missing')) return failedPower(mistake);
  return failedPower(message('display-switch.program', { program, output: last }));
}
