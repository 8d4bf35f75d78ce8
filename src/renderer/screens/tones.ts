const toneSeconds = 1;
/** Not as loud as a show: somebody stands before the screen. */
const loudness = 0.25;
/** The right one is higher, for who cannot tell where a sound comes from. */
const sides = [
  { pan: -1, hertz: 440 },
  { pan: 1, hertz: 660 },
] as const;

/** A tone from the left, then one from the right, again and again. */
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
    // Where there is no sound card it may have failed already, and nothing is to be stopped.
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
