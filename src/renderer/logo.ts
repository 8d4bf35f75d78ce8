import type { Logo } from '../shared/programme.ts';
import { loadImage } from './slots/load-image.ts';

/** The channel's logo in a corner; it stays hidden if it cannot be loaded. */
export class CornerLogo {
  readonly element = new Image();
  #source: string | null = null;

  constructor() {
    this.element.className = 'logo';
    this.element.hidden = true;
  }

  show(logo: Logo | null): void {
    if (logo !== null) this.element.dataset.position = logo.position;
    this.element.style.opacity = String(logo?.opacity ?? 1);
    if (logo?.source === this.#source) return;
    this.#source = logo?.source ?? null;
    this.element.hidden = true;
    this.element.removeAttribute('src');
    if (logo !== null) void this.#load(logo.source);
  }

  async #load(source: string): Promise<void> {
    try {
      await loadImage(new Image(), source);
      if (this.#source !== source) return;
      this.element.src = source;
      this.element.hidden = false;
    } catch (cause) {
      console.warn('the logo cannot be shown', cause);
    }
  }
}
