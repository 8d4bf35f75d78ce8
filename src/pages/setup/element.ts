import { withoutCommands } from '../../shared/plain-text.js';

type Child = Node | string | null;

/** Creates an element with attributes and children. Text is never parsed as markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | boolean>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== false) made.setAttribute(key, value === true ? '' : withoutCommands(value));
  made.append(
    ...children.flatMap((child) =>
      child === null ? [] : [typeof child === 'string' ? withoutCommands(child) : child],
    ),
  );
  return made;
}

/** An input with its label and a hint. */
export function field(
  label: string,
  hint: string | null,
  attributes: Readonly<Record<string, string | boolean>>,
): { readonly field: HTMLElement; readonly input: HTMLInputElement } {
  const input = element('input', {
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    ...attributes,
  });
  return { input, field: element('label', { class: 'field' }, label, input, hint && hintOf(hint)) };
}

export function hintOf(hint: string): HTMLElement {
  return element('span', { class: 'hint' }, hint);
}
