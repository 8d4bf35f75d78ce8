/** Creates an element with its class and children. Text is never parsed as markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...children.map((child) => (typeof child === 'string' ? unbroken(child) : child)));
  return made;
}

/** No line ends after the hyphen of “Wi-Fi”: word joiners have no width. */
const unbroken = (text: string): string => text.replaceAll('Wi-Fi', 'Wi\u2060-\u2060Fi');
