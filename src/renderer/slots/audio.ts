import type { ScreenSettings } from '../../shared/programme.ts';
import { Playback } from './playback.ts';
import { type Slot, type SlotNeeds, within } from './slot.ts';

const loadTimeoutMs = 5_000;

/** Sound with a picture of its own: a card with its name and moving bars. */
export class AudioSlot implements Slot {
  readonly element = document.createElement('div');
  readonly leadMs = 30;
  readonly #source: string;
  readonly #audio = document.createElement('audio');
  readonly #playback: Playback;

  constructor(needs: SlotNeeds, source: string) {
    this.#source = source;
    this.#playback = new Playback(this.#audio, needs);
    this.element.className = 'card audio';
    const bars = document.createElement('div');
    bars.className = 'bars';
    bars.append(...Array.from({ length: 9 }, () => document.createElement('i')));
    const title = document.createElement('h1');
    title.textContent = plainName(needs.cue.name);
    const label = document.createElement('p');
    label.textContent = 'Now playing';
    this.element.append(bars, title, label, this.#audio);
  }

  async load(): Promise<void> {
    const loaded = new Promise<void>((resolve, reject) => {
      this.#audio.oncanplaythrough = () => resolve();
      this.#audio.onloadedmetadata = () => this.#playback.join();
      this.#audio.addEventListener('error', () => reject(this.#playback.failure()), { once: true });
      this.#audio.src = this.#source;
      this.#audio.load();
    });
    await within(loadTimeoutMs, 'loading the sound', loaded);
  }

  start(): void {
    this.#playback.start();
  }

  adjust(settings: ScreenSettings): void {
    this.#playback.adjust(settings);
  }

  remainingMs(): number | null {
    return this.#playback.remainingMs();
  }

  follow(elapsedMs: number): void {
    this.#playback.follow(elapsedMs);
  }

  bufferedMs(): number {
    return this.#playback.bufferedMs();
  }

  release(): void {
    this.#audio.oncanplaythrough = null;
    this.#audio.onloadedmetadata = null;
    this.#playback.release();
    this.element.remove();
  }
}

/** `Summer_song.mp3` → `Summer song` */
function plainName(name: string): string {
  return name.replace(/\.[a-z0-9]{2,4}$/i, '').replace(/[_]+/g, ' ');
}
