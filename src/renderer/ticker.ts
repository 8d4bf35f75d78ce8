import type { Ticker } from '../shared/programme.ts';
import { formatInstant } from './time-format.ts';

/** A text that scrolls over the stage, with a clock. */
export class TickerBar {
  readonly element = document.createElement('aside');
  readonly #now: () => number;
  #ticker: Ticker | null = null;
  #width = 0;
  #timer = 0;

  constructor(now: () => number) {
    this.#now = now;
    this.element.className = 'ticker';
    this.element.hidden = true;
    // After a rotation or a late resize, the copies must fill another width.
    new ResizeObserver(() => {
      if (this.element.clientWidth !== this.#width) this.#build();
    }).observe(this.element);
  }

  show(ticker: Ticker | null): void {
    // Settings come with every programme: an unchanged ticker scrolls on.
    if (JSON.stringify(ticker) === JSON.stringify(this.#ticker)) return;
    this.#ticker = ticker;
    this.#build();
  }

  #build(): void {
    const ticker = this.#ticker;
    window.clearInterval(this.#timer);
    this.element.replaceChildren();
    this.element.hidden = ticker === null;
    this.#width = this.element.clientWidth;
    if (ticker === null) return;
    this.element.dataset.position = ticker.position;
    this.element.style.color = ticker.color;
    this.element.style.backgroundColor = ticker.backgroundColor;
    if (ticker.clock !== null) this.#addClock(ticker.clock);
    if (ticker.text.trim() !== '') this.#addText(ticker);
  }

  #addClock(clock: NonNullable<Ticker['clock']>): void {
    const face = document.createElement('time');
    face.dataset.position = clock.position;
    const tick = (): void => {
      const text = formatInstant(this.#now(), clock.format, clock.timeZone);
      if (face.textContent !== text) face.textContent = text;
    };
    tick();
    this.#timer = window.setInterval(tick, 250);
    this.element.append(face);
  }

  #addText(ticker: Ticker): void {
    const track = document.createElement('div');
    track.className = 'track';
    const line = document.createElement('div');
    line.className = 'line';
    track.append(line);
    this.element.append(track);
    const text = ticker.text.replace(/\s+/g, ' ').trim();
    const first = span(text);
    line.append(first);
    // Enough copies to fill the bar, plus one, so that the text repeats without a gap.
    const copies = Math.min(50, Math.ceil(track.clientWidth / Math.max(1, first.offsetWidth)) + 1);
    for (let copy = 1; copy < copies; copy += 1) line.append(span(text));
    const distance = first.offsetWidth;
    const lineHeight = (this.element.parentElement?.clientHeight ?? 1080) / 1080;
    const frames = [{ transform: 'none' }, { transform: `translateX(${-distance}px)` }];
    line.animate(ticker.direction === 'left' ? frames : frames.reverse(), {
      duration: (distance / Math.max(1, ticker.speed * lineHeight)) * 1000,
      iterations: Number.POSITIVE_INFINITY,
    });
  }
}

function span(text: string): HTMLSpanElement {
  const element = document.createElement('span');
  element.textContent = text;
  return element;
}
