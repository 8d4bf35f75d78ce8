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

/** What is to be heard; `source` null: the chime. */
export interface Heard {
  readonly severity: Severity;
  readonly source: string | null;
}

/** The attention signal of the most severe interrupt that wants one. */
export class Chime {
  #context: AudioContext | null = null;
  #audio: HTMLAudioElement | null = null;
  #timer = 0;
  #plays = '';

  /** Null: silence. `volume`: from 0 to 1. */
  play(heard: Heard | null, volume: number): void {
    const wanted = heard === null || volume === 0 ? '' : JSON.stringify([heard, volume]);
    if (wanted === this.#plays) return;
    this.#stop();
    this.#plays = wanted;
    if (heard === null || wanted === '') return;
    const signal = signals[heard.severity];
    if (heard.source === null) this.#chime(signal, volume);
    else this.#sound(heard.source, signal, volume);
  }

  #chime(signal: Signal, volume: number): void {
    this.#context = new AudioContext();
    this.#round(signal, volume);
  }

  /** Repeated where the chime would be, and replaced by it if it cannot be played. */
  #sound(source: string, signal: Signal, volume: number): void {
    const audio = document.createElement('audio');
    this.#audio = audio;
    audio.volume = volume;
    audio.loop = signal.againMs !== null;
    audio.src = source;
    const failed = (cause: unknown): void => {
      if (this.#audio !== audio) return;
      console.warn('A prepared sound cannot be played', cause);
      this.#audio = null;
      this.#chime(signal, volume);
    };
    audio.addEventListener('error', () => failed(audio.error?.message), { once: true });
    audio.play().catch(failed);
  }

  #stop(): void {
    window.clearTimeout(this.#timer);
    // Without a sound card the context may have failed already.
    this.#context?.close().catch(console.warn);
    this.#context = null;
    const audio = this.#audio;
    this.#audio = null;
    audio?.pause();
    // An error of it is not ours any more, and its file is let go.
    audio?.removeAttribute('src');
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
