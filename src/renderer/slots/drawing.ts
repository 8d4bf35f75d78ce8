import { drawnWith, mostShapes, readDrawing, tooManyShapes } from './drawing-references.ts';
import { SlotFailure } from './slot.ts';

const mostBytes = 5_000_000;
const deepest = 1_000;
/** Cost of an embedded drawing, in shapes. */
const shapesOfDrawing = 300;

/**
 * The thread that runs the show also lays out and paints SVG. A few lines of SVG can ask for a billion shapes, so a
 * drawing that would block the thread is refused before the browser draws it.
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
 * Walks a drawing as the browser does, following each reference anew, until the limit of shapes is reached. The walk
 * is therefore bounded too.
 */
class Tour {
  readonly #open = new Set<Element>();
  #shapes = 0;

  into(element: Element, depth: number): void {
    this.#shapes += element === element.ownerDocument.documentElement ? shapesOfDrawing : 1;
    if (this.#shapes > mostShapes || depth > deepest) throw tooManyShapes();
    // Browsers do not draw a cycle.
    if (this.#open.has(element)) return;
    this.#open.add(element);
    for (const drawn of drawnWith(element)) this.into(drawn, depth + 1);
    this.#open.delete(element);
  }
}
