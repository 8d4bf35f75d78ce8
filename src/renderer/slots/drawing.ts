import { SlotFailure } from './slot.ts';

const mostBytes = 5_000_000;
/** Drawn, with everything that is drawn again by reference. This many take the stage's own thread over half a second. */
const mostShapes = 60_000;
const deepest = 1_000;

/**
 * An SVG is laid out and painted by the thread that runs the show. What would hold it up, or for good (a few lines can
 * ask for a billion shapes), is refused before the browser draws it; reading it runs nothing and loads nothing.
 */
export async function proveBearable(source: string): Promise<void> {
  const response = await fetch(source);
  if (!response.ok) throw new SlotFailure(`load: the drawing is absent (${response.status})`);
  const bytes = await response.blob();
  if (bytes.size > mostBytes) throw new SlotFailure(`too-large: the drawing has ${bytes.size} bytes`);
  // Its styles are of no account here, and the content security policy would complain of each of them.
  const text = (await bytes.text()).replaceAll(/(<\/?|\s)style(?=[\s=>])/g, '$1look');
  const drawing = new DOMParser().parseFromString(text, 'image/svg+xml');
  if (drawing.querySelector('parsererror') !== null)
    throw new SlotFailure('decode: the drawing is damaged or of an unknown kind');
  const shapes = new ShapeCount(drawing).of(drawing.documentElement, 0);
  if (shapes > mostShapes) throw new SlotFailure('too-large: the drawing has too many shapes');
}

class ShapeCount {
  readonly #drawing: Document;
  readonly #known = new Map<Element, number>();

  constructor(drawing: Document) {
    this.#drawing = drawing;
  }

  of(element: Element, depth: number): number {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    if (depth > deepest) return Number.POSITIVE_INFINITY;
    // A cycle is drawn by nobody.
    this.#known.set(element, 0);
    let count = 1;
    for (const child of element.children) count += this.of(child, depth + 1);
    for (const { name, value } of element.attributes) count += this.#referred(name, value, depth + 1);
    this.#known.set(element, count);
    return count;
  }

  #referred(attribute: string, value: string, depth: number): number {
    if (/^(xlink:)?href$/.test(attribute)) {
      // A drawing in a drawing would be a way around all this.
      if (/^\s*data:image\/svg/i.test(value)) return Number.POSITIVE_INFINITY;
      return value.startsWith('#') ? this.#named(value.slice(1), depth) : 0;
    }
    let count = 0;
    for (const [, id = ''] of value.matchAll(/url\(\s*["']?#([^"')]+)/g)) count += this.#named(id, depth);
    return count;
  }

  #named(id: string, depth: number): number {
    const element = this.#drawing.getElementById(id);
    return element === null ? 0 : this.of(element, depth);
  }
}
