/** Diagnostic figures over the stage. */
export class Overlay {
  readonly element = document.createElement('pre');
  readonly #facts: () => readonly (readonly [name: string, value: string])[];
  readonly #seen: (visible: boolean) => void;
  #timer = 0;

  constructor(
    facts: () => readonly (readonly [name: string, value: string])[],
    seen: (visible: boolean) => void,
  ) {
    this.#facts = facts;
    this.#seen = seen;
    this.element.className = 'overlay';
    this.element.hidden = true;
  }

  toggle(): void {
    this.show(this.element.hidden !== false);
  }

  show(visible: boolean): void {
    this.element.hidden = !visible;
    this.#seen(visible);
    window.clearInterval(this.#timer);
    if (!visible) return;
    this.#write();
    this.#timer = window.setInterval(() => this.#write(), 500);
  }

  #write(): void {
    const lines = this.#facts().map(([name, value]) => `${name.padEnd(8)} ${value}`);
    this.element.textContent = lines.join('\n');
  }
}
