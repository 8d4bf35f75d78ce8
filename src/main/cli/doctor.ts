import { examine } from '../doctor/doctor.ts';
import type { MachineProfile, ProfileRow } from '../doctor/measure/profile.ts';
import { checkPlayer } from '../doctor/player.ts';
import { VitrineError } from '../errors.ts';
import type { Finding } from '../finding.ts';
import { answer } from './answer.ts';
import type { Command, Invocation } from './command.ts';

export const command: Command = {
  name: 'doctor',
  summary:
    'Checks configuration, CMS, token, disk, database, display, security and clock, and says what to do.',
  usage: '[--measure] [--json]',
  options: { measure: { type: 'boolean' } },
  details: `
It changes nothing, with one exception: it renews a login (cms.oauth) that is about to expire, as the player would, and
writes the new one to login.json.

  --measure   instead plays clips of each codec over the whole display for about ten seconds, and says what this
              machine decodes and what to send it; no player may run meanwhile

Exit code 1 when something failed, 0 when all is well or there are only warnings.`,
  async run(invocation) {
    if (invocation.values.measure === true) return measure(invocation);
    const findings = await examine(invocation);
    const failed = findings.filter(({ result }) => result === 'fail').map(({ check }) => check);
    const ok = failed.length === 0;
    await answer(invocation, { ok, checks: findings }, findings.map(line).join(''));
    if (!ok) invocation.progress(`vitrine: Not in order: ${failed.join(', ')}.\n`);
    return ok ? 0 : 1;
  },
};

async function measure(invocation: Invocation): Promise<number> {
  const { config, configSources, log, signal, progress, isTerminal } = invocation;
  if ((await checkPlayer(config.dataDir)).runs)
    throw new VitrineError('temporary', 'player-runs', 'A player runs, and its show would be covered.', {
      remedy: 'End the player first.',
    });
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
  const { browser, display, isVirtual, memoryMiB, processors, rows, decoding, advice } = profile;
  const where = `${display.width}×${display.height}${isVirtual ? ', virtual: nobody sees it' : ''}`;
  return [
    `${browser}, display ${where}, ${processors} processors, ${memoryMiB} MiB\n`,
    ...rows.map(rowLine),
    `${decoding}\n`,
    `${advice}\n`,
  ].join('');
}

function rowLine({
  codec,
  size,
  decoder,
  shownFrames,
  framesPerSecond,
  mebibytes,
  plays,
}: ProfileRow): string {
  const found =
    decoder === null
      ? 'not known to the browser'
      : `${plays ? 'plays   ' : 'stutters'}  ${decoder}, ${shownFrames} of 30 frames, ${framesPerSecond} a second`;
  return `${codec.padEnd(4)} ${size}  ${found}${mebibytes === null ? '' : `, ${mebibytes} MiB`}\n`;
}

function line({ check, result, message, remedy }: Finding): string {
  return `${result.padEnd(4)}  ${check.padEnd(10)}  ${message}\n${remedy ? `                  → ${remedy}\n` : ''}`;
}
