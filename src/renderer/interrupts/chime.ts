import type { Severity } from '../../shared/interrupts.ts';

interface Signal {
  /** One after the other, in hertz. */
  readonly tones: readonly number[];
  readonly seconds: number;
  /** Null: it is heard once. */
  readonly againMs: number | null;
}

const signals: Readonly<Record<Severity, Signal>> = {
  info: { tones: [660, 880], seconds: 0.25, againMs: null },
  clear: { tones: [880, 660], seconds: 0.4, againMs: null },
  warning: { tones: [740, 740], seconds: 0.3, againMs: 6_000 },
  alarm: { tones: [880, 660, 880, 660], seconds: 0.4, againMs: 2_400 },
};
const rampSeconds = 0.02;

/** The attention signal of the most severe interrupt that wants one. */
export class Chime {
  #context: AudioContext | null = null;
  #timer = 0;
  #plays = '';

  /** Null: silence. `volume`: from 0 to 1. */
  play(severity: Severity | null, volume: number): void {
    const wanted = severity === null || volume === 0 ? '' : `${severity} ${volume}`;
    if (wanted === this.#plays) return;
    this.#stop();
    this.#plays = wanted;
    if (severity === null || wanted === '') return;
    this.#context = new AudioContext();
    this.#round(signals[severity], volume);
  }

  #stop(): void {
    window.clearTimeout(this.#timer);
    // Without a sound card the context may have failed already.
    this.#context?.close().catch(console.warn);
    this.#context = null;
  }

  #round(signal: Signal, volume: number): void {
    const context = this.#context;
    if (context === null) return;
    for (const [index, frequency] of signal.tones.entries()) {
      const [begin, end] = [index, index + 1].map((each) => context.currentTime + each * signal.seconds) as [
        number,
        number,
      ];
      const gain = new GainNode(context, { gain: 0 });
      gain.gain.setValueAtTime(0, begin);
      gain.gain.linearRampToValueAtTime(volume, begin + rampSeconds);
      gain.gain.setValueAtTime(volume, end - rampSeconds);
      gain.gain.linearRampToValueAtTime(0, end);
      const tone = new OscillatorNode(context, { frequency });
      tone.connect(gain).connect(context.destination);
      tone.start(begin);
      tone.stop(end);
    }
    if (signal.againMs !== null)
      this.#timer = window.setTimeout(() => this.#round(signal, volume), signal.againMs);
  }
}
