import { SlotFailure } from './slot.ts';

/** Limit of shapes, counting each reference anew. This many block the stage's thread for half a second. */
export const mostShapes = 60_000;
/** Limit of embedded drawings. */
const mostEmbedded = 200;
/** Limit of style rules times candidate elements. */
const mostMatching = 20_000_000;

export function tooManyShapes(): SlotFailure {
  return new SlotFailure('too-large: the drawing has too many shapes');
}

/** Parses without running or loading anything. Null: the drawing is damaged. */
export function readDrawing(text: string): Document | null {
  // Styles are renamed: applied here, each would be a violation of the content security policy.
  const unstyled = text.replaceAll(/(<\/?|\s)style(?=[\s=>])/g, '$1styled');
  const drawing = new DOMParser().parseFromString(unstyled, 'image/svg+xml');
  return drawing.querySelector('parsererror') === null ? drawing : null;
}

const readers = new WeakMap<Document, DrawingReferences>();

/** The elements drawn along with an element, which may be in an embedded drawing. */
export function drawnWith(element: Element): readonly Element[] {
  const { ownerDocument: drawing } = element;
  const reader = readers.get(drawing) ?? new DrawingReferences(drawing);
  readers.set(drawing, reader);
  return reader.from(element);
}

/** Finds what is drawn with each element: its children, and what it references by attribute or style sheet. */
class DrawingReferences {
  readonly #drawing: Document;
  /** Root of each embedded drawing by address; null if it is damaged. */
  readonly #embedded = new Map<string, Element | null>();
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

  /** Resolves an address to an element of this drawing, as the browser does. */
  #at(address: string): Element | null {
    const url = URL.parse(address, here);
    if (url === null) return null;
    if (url.protocol === 'data:' && /^\s*image\/svg/i.test(url.pathname)) return this.#drawingAt(url);
    return url.href === `${here}${url.hash}`
      ? this.#drawing.getElementById(decoded(url.hash.slice(1)))
      : null;
  }

  #drawingAt({ pathname, search }: URL): Element | null {
    const address = pathname + search;
    const known = this.#embedded.get(address);
    if (known !== undefined) return known;
    if (this.#embedded.size >= mostEmbedded) throw tooManyShapes();
    const root = readDrawing(contentOf(address))?.documentElement ?? null;
    this.#embedded.set(address, root);
    return root;
  }
}

/** Stands for the address of the drawing itself. */
const here = 'http://drawing/';

/** Decoded as UTF-8, or unchanged if it is not UTF-8. */
function decoded(fragment: string): string {
  const octets = octetsOf(fragment);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOf(octets));
  } catch {
    return octets;
  }
}

/** The content of a `data:` address; `address` starts after `data:`. */
function contentOf(address: string): string {
  const comma = address.indexOf(',');
  const octets = octetsOf(address.slice(comma + 1));
  if (!/;\s*base64\s*$/i.test(address.slice(0, comma))) return new TextDecoder().decode(bytesOf(octets));
  try {
    return new TextDecoder().decode(bytesOf(atob(octets)));
  } catch {
    return '';
  }
}

/** Decodes percent-encoded octets. */
function octetsOf(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function bytesOf(octets: string): Uint8Array {
  return Uint8Array.from(octets, (octet) => octet.charCodeAt(0));
}

/** Addresses referenced by a CSS value. */
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
  /** Null: the rule may match any element. */
  readonly selector: string | null;
  readonly text: string;
}

function rulesOf(css: string): readonly Rule[] {
  if (!/url|\\/i.test(css)) return [];
  const [, ...imports] = unescaped(css).split(/@import/i);
  if (imports.some((rest) => /^[^;]*data:/i.test(rest))) throw tooManyShapes();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return [...sheet.cssRules].flatMap(plainRules);
}

function plainRules(rule: CSSRule): readonly Rule[] {
  if (rule instanceof CSSMediaRule) return [...rule.cssRules].flatMap(plainRules);
  // Nested rules, variables, animations and namespaces reach further than the selector.
  const isPlain =
    rule instanceof CSSStyleRule && /^[^{&|]*\{[^{]*$/.test(rule.cssText) && !/--|\[/.test(rule.cssText);
  return [{ selector: isPlain ? rule.selectorText : null, text: rule.cssText }];
}
