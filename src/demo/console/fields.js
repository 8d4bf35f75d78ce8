import { make } from './element.js';

/** Identifies a field after the page is redrawn. */
export const focusOf = (name, { id }) => ({ focus: `${name}-${id}` });

export function field(label, input) {
  // A label around a select element would be read out with all of its options.
  input.setAttribute('aria-label', label);
  return make('label.field', make('span', label), input);
}

export function check(kind, text, checked, data, onchange, more = {}) {
  return make(
    `label.${kind}`,
    make('input', { type: 'checkbox', checked, data, onchange, ...more }),
    make('span', text),
  );
}
