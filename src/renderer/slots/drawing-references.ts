import { SlotFailure } from './slot.ts';

/** Counting everything that is drawn again by reference. So many hold up the stage's own thread for half a second. */
export const mostShapes = 60_000;
/** Drawings that are embedded in one. */
const mostEmbedded = 200;
/** Rules of style sheets times elements they may be for. */
const mostMatching = 20_000_000;

export function tooManyShapes(): SlotFailure {
  return new SlotFailure('too-large: the drawing has too many shapes');
}

/** Null: it is damaged. Reading it runs nothing and loads nothing. */
export function readDrawing(text: string): Document | null {
  // Its styles must not apply here: the content security policy would complain about each of them.
  const unstyled = text.replaceAll(/(<\/?|\s)style(?=[\s=>])/g, '$1styled');
  const drawing = new DOMParser().parseFromString(unstyled, 'image/svg+xml');
  return drawing.querySelector('parsererror') === null ? drawing : null;
}

const readers = new WeakMap<Document, DrawingReferences>();

/** What is drawn with an element of a drawing, which may be embedded in another one. */
export function drawnWith(element: Element): readonly Element[] {
  const { ownerDocument: drawing } = element;
  const reader = readers.get(drawing) ?? new DrawingReferences(drawing);
  readers.set(drawing, reader);
  return reader.from(element);
}

/** What is drawn with each element of a drawing: what is in it, and what it refers to by attribute or style sheet. */
class DrawingReferences {
  readonly #drawing: Document;
  /** By address: the root of each drawing that is embedded in this one; null where it is damaged. */
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

  /** The element of this drawing at that address, as the browser would find it. */
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

/** UTF-8, or as it is when it is not. */
function decoded(fragment: string): string {
  const octets = octetsOf(fragment);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOf(octets));
  } catch {
    return octets;
  }
}

/** What a `data:` address holds; `address` is without that word. */
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

/** Percent signs stand for octets. */
function octetsOf(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function bytesOf(octets: string): Uint8Array {
  return Uint8Array.from(octets, (octet) => octet.charCodeAt(0));
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
  const [, ...imports] = unescaped(css).split(/@import/i);
  if (imports.some((rest) => /^[^;]*data:/i.test(rest))) throw tooManyShapes();
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
