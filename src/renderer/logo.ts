import type { Logo } from '../shared/programme.ts';

/** The channel's logo in a corner; one that cannot be loaded is simply not there. */
export class LogoMark {
  readonly element = new Image();
  #source: string | null = null;

  constructor() {
    this.element.className = 'logo';
    this.element.hidden = true;
    this.element.onload = () => {
      this.element.hidden = false;
    };
    this.element.onerror = () => {
      this.element.hidden = true;
    };
  }

  show(logo: Logo | null): void {
    if (logo !== null) this.element.dataset.position = logo.position;
    if (logo?.source === this.#source) return;
    this.#source = logo?.source ?? null;
    this.element.hidden = true;
    if (logo === null) this.element.removeAttribute('src');
    else this.element.src = logo.source;
  }
}
