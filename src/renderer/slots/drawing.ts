import { drawnWith, mostShapes, readDrawing, tooManyShapes } from './drawing-references.ts';
import { SlotFailure } from './slot.ts';

const mostBytes = 5_000_000;
const deepest = 1_000;
/** What a drawing costs for being one, embedded in another. */
const shapesOfDrawing = 300;

/**
 * An SVG is laid out and painted by the thread that runs the show. A drawing that would hold that thread up, perhaps for
 * good (a few lines can ask for a billion shapes), is refused before the browser draws it.
 */
export async function proveBearable(source: string): Promise<void> {
  const response = await fetch(source);
  if (!response.ok) throw new SlotFailure(`load: the drawing is absent (${response.status})`);
  const bytes = await response.blob();
  if (bytes.size > mostBytes) throw new SlotFailure(`too-large: the drawing has ${bytes.size} bytes`);
  const drawing = readDrawing(await bytes.text());
  if (drawing === null) throw new SlotFailure('decode: the drawing is damaged or of an unknown kind');
  new Tour().into(drawing.documentElement, 0);
}

/**
 * Goes through a drawing as a browser has to, each time anew into what is referred to, until it is too much. So it takes
 * no more steps than a drawing may have shapes.
 */
class Tour {
  readonly #open = new Set<Element>();
  #shapes = 0;

  into(element: Element, depth: number): void {
    this.#shapes += element === element.ownerDocument.documentElement ? shapesOfDrawing : 1;
    if (this.#shapes > mostShapes || depth > deepest) throw tooManyShapes();
    // A cycle is drawn by nobody.
    if (this.#open.has(element)) return;
    this.#open.add(element);
    for (const drawn of drawnWith(element)) this.into(drawn, depth + 1);
    this.#open.delete(element);
  }
}
