const toneSeconds = 1;
/** Quieter than a show: a person stands in front of the screen. */
const loudness = 0.25;
/** The right tone is higher, for people who cannot locate a sound. */
const sides = [
  { pan: -1, hertz: 440 },
  { pan: 1, hertz: 660 },
] as const;

/** Repeats a tone from the left and one from the right. */
export class Tones {
  #context: AudioContext | null = null;
  #timer = 0;

  play(): void {
    this.stop();
    this.#context = new AudioContext();
    this.#round();
  }

  stop(): void {
    window.clearTimeout(this.#timer);
    // Without a sound card the context may have failed already.
    this.#context?.close().catch(console.warn);
    this.#context = null;
  }

  #round(): void {
    const context = this.#context;
    if (context === null) return;
    for (const [index, { pan, hertz }] of sides.entries()) {
      const tone = new OscillatorNode(context, { frequency: hertz });
      const begin = context.currentTime + index * 1.5 * toneSeconds;
      tone
        .connect(new GainNode(context, { gain: loudness }))
        .connect(new StereoPannerNode(context, { pan }))
        .connect(context.destination);
      tone.start(begin);
      tone.stop(begin + toneSeconds);
    }
    this.#timer = window.setTimeout(() => this.#round(), 4000 * toneSeconds);
  }
}
