import { loadTimeoutMs, type Slot, SlotFailure, type SlotNeeds, within } from './slot.ts';

/** More text is unreadable on a screen, and laying it out would block the thread that runs the show. */
const mostBytes = 200_000;
/** Font sizes in hundredths of the shorter side of the stage. */
const largest = 9;
const smallest = 4;

/** Plain text, as large as it fits; text that does not fit at a readable size scrolls through once. */
export class TextSlot implements Slot {
  readonly element = document.createElement('div');
  readonly #text = document.createElement('pre');
  readonly #needs: SlotNeeds;
  readonly #source: string;
  readonly #abort = new AbortController();

  constructor(needs: SlotNeeds, source: string) {
    this.#needs = needs;
    this.#source = source;
    this.element.className = 'card text';
    this.element.append(this.#text);
  }

  async load(): Promise<void> {
    const text = decode(await within(loadTimeoutMs, 'loading the text', this.#bytes()));
    if (text.trim() === '') throw new SlotFailure('empty: there is nothing in this text');
    this.#text.textContent = text.trimEnd();
    await document.fonts.ready;
    this.#fit();
  }

  async #bytes(): Promise<ArrayBuffer> {
    const response = await fetch(this.#source, { signal: this.#abort.signal });
    if (!response.ok) throw new SlotFailure(`load: the text is absent (${response.status})`);
    const announced = Number(response.headers.get('content-length') ?? 0);
    const bytes = announced > mostBytes ? null : await response.arrayBuffer();
    const size = bytes?.byteLength ?? announced;
    if (bytes === null || size > mostBytes) throw new SlotFailure(`too-large: the text has ${size} bytes`);
    return bytes;
  }

  #fit(): void {
    this.#text.style.fontSize = `${smallest}cqmin`;
    if (this.#overflow() > 0) return;
    let [fits, tooLarge] = [smallest, largest * 1.01];
    while (tooLarge - fits > 0.1) {
      const size = (fits + tooLarge) / 2;
      this.#text.style.fontSize = `${size}cqmin`;
      if (this.#overflow() > 0) tooLarge = size;
      else fits = size;
    }
    this.#text.style.fontSize = `${fits}cqmin`;
  }

  #overflow(): number {
    const { element } = this;
    return Math.max(
      element.scrollHeight - element.clientHeight,
      this.#text.scrollWidth - this.#text.clientWidth,
    );
  }

  shown(): void {
    const beyond = this.element.scrollHeight - this.element.clientHeight;
    if (beyond <= 0) return;
    this.element.classList.add('scrolling');
    const ends = [{ transform: 'none' }, { transform: `translateY(${-beyond}px)` }];
    const duration = this.#needs.cue.durationMs * 0.8;
    this.#text.animate(ends, { duration, delay: duration * 0.125, fill: 'forwards' });
  }

  release(): void {
    this.#abort.abort();
    this.element.remove();
  }
}

/** UTF-8, UTF-16 with a byte order mark, or else a single-byte encoding. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
