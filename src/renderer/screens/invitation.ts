import type { Invitation, QrCode } from '../../shared/messages.ts';
import { element } from './element.ts';

/** How to set the player up: the QR code, the steps, and what can be typed instead. */
export function invitation({ code, steps, typed, state, also }: Invitation): HTMLElement {
  const list = element(
    'ol',
    'steps',
    steps.map((step) => element('li', '', [step])),
  );
  const facts = typed.map(({ label, value }) =>
    element('div', 'fact', [element('dt', '', [label]), element('dd', '', [value])]),
  );
  return element('div', 'invitation', [
    ...(code === null ? [] : [drawnCode(code)]),
    element('div', 'how', [
      ...(steps.length === 0 ? [] : [list]),
      ...(facts.length === 0 ? [] : [element('dl', 'typed', facts)]),
      element('p', 'state', [state]),
      ...also.map((line) => element('p', 'state', [line])),
    ]),
  ]);
}

const svg = 'http://www.w3.org/2000/svg';

export function drawnCode({ path, size }: QrCode): HTMLElement {
  const picture = document.createElementNS(svg, 'svg');
  picture.setAttribute('viewBox', `0 0 ${size} ${size}`);
  // Cameras read blurred edges less reliably.
  picture.setAttribute('shape-rendering', 'crispEdges');
  const squares = document.createElementNS(svg, 'path');
  squares.setAttribute('d', path);
  picture.append(squares);
  return element('div', 'code', [picture as unknown as Node]);
}
