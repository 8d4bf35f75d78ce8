import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { picture } from '../e2e/support/pictures.ts';
import { until } from '../support/until.ts';
import { playing } from './demo.ts';
import { Machine } from './machine.ts';
import { OutsideCms } from './outside-cms.ts';

/** Time since the first start with a hanging stage. */
export interface HangingStage {
  readonly safeSeconds: number;
  readonly machineSeconds: number;
}

/** The limit for a shop's screen, on a machine of normal speed. */
export const mostSafeSeconds = 15 * 60;
export const mostMachineSeconds = 60 * 60;

/** Simulates a restart of the machine. */
const restarted = '/var/lib/vitrine/machine-restarted';

/** A booted machine that has played; from some start on its stage loops endlessly. */
export async function hangingStage(deb: string, say: (words: string) => void): Promise<HangingStage> {
  const machine = new Machine('installed', deb);
  const cms = await OutsideCms.start();
  try {
    cms.addPicture('red', picture('red'), 2);
    cms.configure(machine, { player: { restartMachine: ['touch', restarted] } });
    await machine.boot();
    await cms.connect(machine);
    await playing(machine);
    const scripts = await machine.run(
      'find',
      '/usr/lib/vitrine',
      '-path',
      '*/dist/renderer/assets/index-*.js',
    );
    await machine.run('systemctl', 'stop', 'vitrine');
    for (const script of scripts.trim().split('\n')) machine.write(script.slice(1), 'for (;;);\n');
    const began = Date.now();
    const seconds = (): number => Math.round((Date.now() - began) / 1000);
    await machine.run('systemctl', 'start', '--no-block', 'vitrine');
    const isSafe = async (): Promise<boolean> => (await machine.health())?.mode === 'safe';
    await until('safe mode', isSafe, 2 * mostSafeSeconds * 1000);
    const safeSeconds = seconds();
    say(`safe mode after ${safeSeconds} s`);
    const isRestarted = (): boolean => existsSync(join(machine.root, restarted));
    await until('the machine restarts', isRestarted, 2 * mostMachineSeconds * 1000);
    const machineSeconds = seconds();
    for (const { from, text } of await machine.journal(began))
      if (/Scheduled restart|in safe mode|Safe mode:|the player ends/.test(text)) say(`${from}: ${text}`);
    return { safeSeconds, machineSeconds };
  } finally {
    await machine.throwAway();
    await cms.stop();
  }
}
