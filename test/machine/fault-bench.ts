import { Eye } from './eye.ts';
import { isRevived, type Round, round } from './fault-round.ts';
import type { Fault, Target } from './hits.ts';
import { Machine } from './machine.ts';
import { OutsideCms } from './outside-cms.ts';

/** A booted machine that shows moving clips, and its observer. */
export class FaultBench {
  readonly #machine: Machine;
  readonly #cms: OutsideCms;
  readonly #eye: Eye;

  static async booted(deb: string): Promise<FaultBench> {
    const machine = new Machine('installed', deb);
    const cms = await OutsideCms.start();
    cms.addMovingClips();
    cms.configure(machine);
    await machine.boot();
    await cms.connect(machine);
    return new FaultBench(machine, cms);
  }

  private constructor(machine: Machine, cms: OutsideCms) {
    this.#machine = machine;
    this.#cms = cms;
    this.#eye = new Eye(machine);
  }

  /** Whether the player is so degraded that only its own restart could follow. */
  get isRevived(): boolean {
    return isRevived(this.#machine);
  }

  round(fault: Fault, target: Target): Promise<Round> {
    return round(this.#machine, this.#eye, fault, target);
  }

  /** Explains why a round did not end. */
  async account(): Promise<string> {
    const seen = this.#eye.samples.slice(-3).map(({ colors }) => colors?.join(' ') ?? 'nothing');
    const status = JSON.stringify(await this.#machine.status());
    const journal = (await this.#machine.journal(Date.now() - 300_000)).slice(-60);
    return [
      `seen last: ${seen.join(' | ')}`,
      status,
      ...journal.map(({ from, text }) => `${from}: ${text}`),
    ].join('\n');
  }

  async throwAway(): Promise<void> {
    this.#eye.close();
    await this.#machine.throwAway();
    await this.#cms.stop();
  }
}
