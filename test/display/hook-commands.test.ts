import { expect, test } from 'vitest';
import { loadConfig } from '../../src/main/config/config.ts';
import { hookOf } from '../../src/main/display/displays.ts';
import { HookCommands } from '../../src/main/display/hook-commands.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import type { ProgramEnd } from '../../src/main/ground/program.ts';
import { message } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';

const good: ProgramEnd = { code: 0, output: '', mistake: null };
const settled = () => new Promise((resolve) => setImmediate(resolve));

function rig(hook: readonly string[] | null = ['/opt/hook', '--tv']) {
  const ran: { argv: readonly string[]; env: Readonly<Record<string, string>> }[] = [];
  const lines: LogLine[] = [];
  const gates: ((end: ProgramEnd) => void)[] = [];
  const commands = new HookCommands({
    clock: new ManualClock(),
    log: createLog((line) => lines.push(line)),
    hook: () => hook,
    details: () => ({ rs232: { baud: 9600 } }),
    run: (argv, env = {}) => {
      ran.push({ argv, env });
      return new Promise((resolve) => gates.push(resolve));
    },
  });
  const add = (entryId: string) =>
    commands.add({ screenId: '1', entryId, when: 'start', commands: ['lights on'] });
  return { commands, ran, lines, gates, add };
}

test('the hook gets the commands unchanged, one call after the other, and the results are reported', async () => {
  const { commands, ran, gates, add, lines } = rig();
  add('a');
  add('b');
  expect(ran).toHaveLength(1);
  expect(ran[0]?.argv).toEqual(['/opt/hook', '--tv', 'entry-start']);
  expect(JSON.parse(ran[0]?.env.VITRINE_DETAILS ?? '')).toEqual({
    screenId: '1',
    entryId: 'a',
    commands: ['lights on'],
    rs232: { baud: 9600 },
  });
  gates[0]?.(good);
  await settled();
  expect([ran.length, commands.last?.why]).toEqual([2, null]);
  gates[1]?.({ code: 1, output: '', mistake: message('program.ended', { program: 'it', code: '1' }) });
  await settled();
  expect(commands.last).toMatchObject({
    name: 'commands',
    screenId: '1',
    why: message('display-switch.hook', {
      why: message('program.ended', { program: 'it', code: '1' }),
    }),
  });
  expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
});

test('a hook that hangs keeps the newest of what waits', async () => {
  const { ran, gates, add } = rig();
  for (let entry = 0; entry < 50; entry++) add(String(entry));
  for (let call = 0; call < 30; call++) {
    gates[call]?.(good);
    await settled();
  }
  const entries = ran.map(({ env }) => JSON.parse(env.VITRINE_DETAILS ?? '').entryId);
  expect([entries.length, entries[0], entries[1], entries.at(-1)]).toEqual([21, '0', '30', '49']);
});

test('commands whose program cannot even be tried leave the next ones their turn', async () => {
  let entry = 0;
  const ran: string[] = [];
  const commands = new HookCommands({
    clock: new ManualClock(),
    log: createLog(() => undefined),
    hook: () => ['/opt/hook'],
    details: () => {
      if (++entry === 1) throw new Error('no details');
      return {};
    },
    run: async (argv) => {
      ran.push(argv.join(' '));
      return good;
    },
  });
  for (const entryId of ['a', 'b']) commands.add({ screenId: '1', entryId, when: 'end', commands: [] });
  await settled();
  expect([ran, commands.last?.why]).toEqual([['/opt/hook entry-end'], null]);
});

test('without a hook nothing is run', () => {
  const { ran, add } = rig(null);
  add('a');
  expect(ran).toEqual([]);
});

test('a screen has its own hook, or the one of all', () => {
  const env = { VITRINE_DATA_DIR: '/x' };
  const { config: _, ...sources } = { config: null, noFile: true, env };
  const config = loadConfig(sources);
  expect(hookOf(config, '1')).toBeNull();
  const look = { ...config.screen, hook: ['/opt/hook'] };
  const own = { ...config, screens: [{ id: 'bar', display: 0, playlist: null, look }] };
  expect([hookOf(own, 'bar'), hookOf(own, '1')]).toEqual([['/opt/hook'], null]);
  expect(hookOf({ screen: look, screens: 'all' }, '7')).toEqual(['/opt/hook']);
});
