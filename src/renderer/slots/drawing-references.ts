import { SlotFailure } from './slot.ts';

/** Counting everything that is drawn again by reference. So many hold up the stage's own thread for half a second. */
export const mostShapes = 60_000;
/** Rules of style sheets times elements they may be for. */
const mostMatching = 20_000_000;

export function tooManyShapes(): SlotFailure {
  return new SlotFailure('too-large: the drawing has too many shapes');
}

/** What is drawn with each element of a drawing: what is in it, and what it refers to by attribute or style sheet. */
export class DrawingReferences {
  readonly #drawing: Document;
  readonly #known = new Map<Element, readonly Element[]>();
  readonly #styled = new Map<Element, Element[]>();

  constructor(drawing: Document) {
    this.#drawing = drawing;
    this.#readStyleSheets();
  }

  from(element: Element): readonly Element[] {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const drawn = [...element.children, ...(this.#styled.get(element) ?? [])];
    for (const { localName, value } of element.attributes) {
      for (const address of localName === 'href' ? [value] : addressesIn(value)) {
        const referred = this.#at(address);
        if (referred !== null) drawn.push(referred);
      }
    }
    this.#known.set(element, drawn);
    return drawn;
  }

  #readStyleSheets(): void {
    const all = this.#drawing.querySelectorAll('*');
    let matching = 0;
    let references = 0;
    for (const { textContent } of this.#drawing.querySelectorAll('styled, style')) {
      for (const { selector, text } of rulesOf(textContent ?? '')) {
        const referred = addressesIn(text).flatMap((address) => this.#at(address) ?? []);
        if (referred.length === 0) continue;
        matching += all.length;
        if (matching > mostMatching) throw tooManyShapes();
        for (const element of selector === null ? all : this.#drawing.querySelectorAll(selector)) {
          references += referred.length;
          if (references > mostShapes) throw tooManyShapes();
          const before = this.#styled.get(element) ?? [];
          this.#styled.set(element, before);
          before.push(...referred);
        }
      }
    }
  }

  /** The element of this drawing at that address, as the browser would find it. */
  #at(address: string): Element | null {
    const url = URL.parse(address, here);
    if (url === null) return null;
    // A drawing in a drawing would be a way around all this.
    if (url.protocol === 'data:' && /^\s*image\/svg/i.test(url.pathname)) throw tooManyShapes();
    return url.href === `${here}${url.hash}`
      ? this.#drawing.getElementById(decoded(url.hash.slice(1)))
      : null;
  }
}

/** Stands for the address of the drawing itself. */
const here = 'http://drawing/';

/** Percent signs stand for octets; these are UTF-8, or stay as they are when they are not. */
function decoded(fragment: string): string {
  const octets = fragment.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  try {
    const bytes = Uint8Array.from(octets, (octet) => octet.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return octets;
  }
}

/** What a value in CSS refers to. */
function addressesIn(value: string): readonly string[] {
  if (!/[(\\]/.test(value)) return [];
  const addresses = unescaped(value).matchAll(/url\(\s*(?:"([^"]*)|'([^']*)|([^)\s]*))/gi);
  return [...addresses].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
}

function unescaped(css: string): string {
  return css.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, hex?: string, character = '') =>
    hex === undefined ? character : String.fromCodePoint(Number.parseInt(hex, 16) % 0x110000),
  );
}

interface Rule {
  /** Null: the rule may be for any element. */
  readonly selector: string | null;
  readonly text: string;
}

function rulesOf(css: string): readonly Rule[] {
  if (!/url|\\/i.test(css)) return [];
  if (/@import[^;]*data:/i.test(unescaped(css))) throw tooManyShapes();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return [...sheet.cssRules].flatMap(plainRules);
}

function plainRules(rule: CSSRule): readonly Rule[] {
  if (rule instanceof CSSMediaRule) return [...rule.cssRules].flatMap(plainRules);
  // Rules in rules, variables, animations and namespaces reach further than a selector says.
  const isPlain =
    rule instanceof CSSStyleRule && /^[^{&|]*\{[^{]*$/.test(rule.cssText) && !/--|\[/.test(rule.cssText);
  return [{ selector: isPlain ? rule.selectorText : null, text: rule.cssText }];
}
