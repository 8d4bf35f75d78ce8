import { inEnglish, message as inWords, type Message } from '../../shared/languages/message.ts';
import { examine } from '../doctor/doctor.ts';
import type { MachineProfile, ProfileRow } from '../doctor/measure/profile.ts';
import { checkPlayer } from '../doctor/player.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Finding } from '../ground/finding.ts';
import { answer } from './answer.ts';
import type { Command, Invocation } from './command.ts';
import { insideElectronInstead } from './electron.ts';

export const command: Command = {
  name: 'doctor',
  summary:
    'Checks configuration, CMS, token, disk, database, display, security and clock, and suggests remedies.',
  usage: '[--measure] [--json]',
  options: { measure: { type: 'boolean' } },
  details: `
It changes nothing, with one exception: like the player, it renews a login (cms.oauth) that is about to expire and stores it in
login.json.

  --measure   instead play a clip of each codec fullscreen for about ten seconds, and report what this machine decodes and
              which formats to use; stop the player first

Exit code 1 when a check failed, 0 when there are only warnings or none.`,
  async run(invocation) {
    if (invocation.values.measure === true) return measure(invocation);
    const findings = await examine({
      configSources: invocation.configSources,
      log: invocation.log,
      signal: invocation.signal,
      readsDatabase: true,
    });
    const failed = findings.filter(({ result }) => result === 'fail').map(({ check }) => check);
    const ok = failed.length === 0;
    await answer(invocation, { ok, checks: findings }, findings.map(line).join(''));
    if (!ok) invocation.progress(`vitrine: ${inEnglish(inWords('doctor.failed', { checks: failed }))}\n`);
    return ok ? 0 : 1;
  },
};

async function measure(invocation: Invocation): Promise<number> {
  const { config, configSources, log, signal, progress, isTerminal } = invocation;
  if ((await checkPlayer(config.dataDir)).runs) throw new VitrineError('temporary', inWords('player-runs'));
  const code = await insideElectronInstead(config.host, invocation.args, signal);
  if (code !== null) return code;
  const { measureMachine } = await import('../doctor/measure/measure.ts');
  const profile = await measureMachine({
    config,
    log,
    signal,
    env: configSources.env ?? process.env,
    onRow: (row, done, of) => (isTerminal ? progress(`${done}/${of}  ${rowLine(row)}`) : undefined),
  });
  await answer(invocation, profile, profileText(profile));
  return 0;
}

function profileText(profile: MachineProfile): string {
  const { browser, display, isVirtual, memoryMiB: memory, processors, rows, decoding, advice } = profile;
  const size = `${display.width}×${display.height}`;
  const where = isVirtual ? inWords('doctor.measure.virtual', { display: size }) : size;
  const machine = inWords('doctor.measure.machine', { browser, display: where, processors, memory });
  return [
    `${inEnglish(machine)}\n`,
    ...rows.map(rowLine),
    ...[decoding, advice].map((one) => `${inEnglish(one)}\n`),
  ].join('');
}

function rowLine(row: ProfileRow): string {
  const { codec, size, mebibytes: memory } = row;
  const found = foundIn(row);
  const sentence = memory === null ? found : inWords('doctor.measure.row.memory', { row: found, memory });
  return `${codec.padEnd(4)} ${size}  ${inEnglish(sentence)}\n`;
}

function foundIn(row: ProfileRow): Message {
  const { decoder: kind, decoderName: name, shownFrames: shown, framesPerSecond: rate, plays } = row;
  if (kind === null) return inWords('doctor.measure.row.unknown');
  const decoder = name === null ? kind : `${kind} (${name})`;
  const result = inWords(plays ? 'doctor.measure.plays' : 'doctor.measure.stutters');
  return inWords('doctor.measure.row', { result, decoder, shown, rate });
}

function line({ check, result, message, remedy }: Finding): string {
  return `${result.padEnd(4)}  ${check.padEnd(10)}  ${inEnglish(message)}\n${remedy ? `                  → ${inEnglish(remedy)}\n` : ''}`;
}
