import { panelShare, type ServiceShown } from '../../shared/service.ts';
import { element } from './element.ts';

/** The service menu, display only: the player receives touches and keys, and the PIN is not sent here. */
export class ServiceBoard {
  readonly element = element('section', 'service');

  constructor() {
    this.element.hidden = true;
  }

  show(shown: ServiceShown | null): void {
    this.element.hidden = shown === null;
    this.element.replaceChildren(...(shown === null ? [] : [panelOf(shown)]));
    if (shown !== null) this.element.lang = shown.language;
  }
}

function panelOf({ rotation, title, lines, notice, digits, buttons }: ServiceShown): HTMLElement {
  const texts = element('div', 'texts', [
    element('h1', '', [title]),
    ...lines.map((line) => element('p', '', [line])),
    ...(digits === null ? [] : [element('p', 'digits', ['●'.repeat(digits)])]),
    ...(notice === null ? [] : [element('p', 'notice', [notice])]),
  ]);
  const panel = element('div', 'panel', [texts]);
  panel.style.setProperty('--share', String(panelShare));
  panel.style.rotate = `${rotation}deg`;
  for (const { label, box, isActive, isMain } of buttons) {
    const made = element('div', 'button', [label]);
    made.classList.toggle('main', isMain);
    if (isActive) made.setAttribute('aria-current', 'true');
    const [left, top, width, height] = box.map((thousandths) => `${thousandths / 10}%`);
    Object.assign(made.style, { left, top, width, height });
    panel.append(made);
  }
  return panel;
}
