import { Playback } from './playback.ts';
import { loadTimeoutMs, type Slot, type SlotNeeds, within } from './slot.ts';

/** Sound, shown as a card with its name and moving bars. */
export class AudioSlot extends Playback implements Slot {
  readonly element = document.createElement('div');
  readonly leadMs = 30;
  readonly #source: string;
  readonly #audio: HTMLAudioElement;

  constructor(needs: SlotNeeds, source: string) {
    const audio = document.createElement('audio');
    super(audio, needs);
    this.#audio = audio;
    this.#source = source;
    this.element.className = 'card audio';
    const bars = document.createElement('div');
    bars.className = 'bars';
    bars.append(...Array.from({ length: 9 }, () => document.createElement('i')));
    const title = document.createElement('h1');
    title.textContent = plainName(needs.cue.name);
    const label = document.createElement('p');
    label.textContent = 'Now playing';
    this.element.append(bars, title, label, audio);
  }

  async load(): Promise<void> {
    const loaded = new Promise<void>((resolve, reject) => {
      this.#audio.oncanplaythrough = () => resolve();
      this.#audio.onloadedmetadata = () => this.seekStart();
      this.#audio.addEventListener('error', () => reject(this.failure()), { once: true });
      this.#audio.src = this.#source;
      this.#audio.load();
    });
    await within(loadTimeoutMs, 'loading the sound', loaded);
  }

  override release(): void {
    super.release();
    this.element.remove();
  }
}

/** `Summer_song.mp3` → `Summer song` */
function plainName(name: string): string {
  return name.replace(/\.[a-z0-9]{2,4}$/i, '').replace(/[_]+/g, ' ');
}
