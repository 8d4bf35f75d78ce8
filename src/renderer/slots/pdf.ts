import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { ScreenSettings } from '../../shared/programme.ts';
import type { OpenPdf } from './pdf-reader.ts';
import { nextPaint, objectFit, type Slot, SlotFailure, type SlotNeeds, within } from './slot.ts';

const loadTimeoutMs = 15_000;
/** Minimum time per page; pages that do not fit into the cue's length are left out. */
const leastPageMs = 2_000;

/** A PDF document, shown page by page. Each page is drawn before it is shown. Its scripts do not run. */
export class PdfSlot implements Slot {
  readonly element = document.createElement('div');
  readonly #needs: SlotNeeds;
  readonly #source: string;
  #open: OpenPdf | null = null;
  #document: PDFDocumentProxy | null = null;
  #canvas = document.createElement('canvas');
  #timer = 0;
  /** When the first page would have come into sight if the cue had been shown from its start. */
  #shownAt: number | null = null;
  #released = false;
  #fit: ScreenSettings['fit'];

  constructor(needs: SlotNeeds, source: string) {
    this.#needs = needs;
    this.#source = source;
    this.#fit = needs.settings.fit;
    this.element.className = 'media';
  }

  async load(): Promise<void> {
    try {
      await within(loadTimeoutMs, 'opening the document', this.#begin());
    } catch (cause) {
      if (cause instanceof SlotFailure) throw cause;
      throw new SlotFailure('decode: the document is absent, damaged or locked', { cause });
    }
  }

  async #begin(): Promise<void> {
    const { openPdf } = await import('./pdf-reader.ts');
    if (this.#released) return;
    this.#open = openPdf(this.#source);
    this.#document = await this.#open.opening.promise;
    const first = Math.min(this.#pages - 1, Math.floor(this.#needs.elapsedMs / this.#pageMs));
    this.#canvas = await this.#draw(first);
    this.element.append(this.#canvas);
    this.#schedule(first + 1);
  }

  shown(): void {
    this.#shownAt = performance.now() - this.#needs.elapsedMs;
  }

  get #pages(): number {
    const all = this.#document?.numPages ?? 1;
    return Math.max(1, Math.min(all, Math.floor(this.#needs.cue.durationMs / leastPageMs)));
  }

  get #pageMs(): number {
    return this.#needs.cue.durationMs / this.#pages;
  }

  /** Draws the next page well before its time and then turns to it. */
  #schedule(page: number): void {
    if (page >= this.#pages) return;
    const drawn = this.#draw(page);
    const turn = (): void => {
      if (this.#released) return;
      const left = this.#shownAt === null ? 200 : this.#shownAt + page * this.#pageMs - performance.now();
      if (this.#shownAt !== null && left <= 5) void this.#turn(drawn, page);
      else this.#timer = window.setTimeout(turn, Math.max(5, left));
    };
    turn();
    drawn.catch((cause: unknown) => this.#broken(cause));
  }

  async #turn(drawn: Promise<HTMLCanvasElement>, page: number): Promise<void> {
    try {
      const canvas = await drawn;
      if (this.#released) return;
      const old = this.#canvas;
      this.element.append(canvas);
      this.#canvas = canvas;
      await nextPaint();
      discard(old);
      this.#schedule(page + 1);
    } catch (cause) {
      this.#broken(cause);
    }
  }

  #broken(cause: unknown): void {
    if (this.#released) return;
    console.warn('a page of a document cannot be drawn', cause);
    this.#needs.events.failed('decode: a page of the document is damaged');
  }

  async #draw(index: number): Promise<HTMLCanvasElement> {
    const page = await this.#document?.getPage(index + 1);
    if (page === undefined) throw new SlotFailure('released');
    const canvas = document.createElement('canvas');
    canvas.className = 'media';
    canvas.style.objectFit = objectFit(this.#fit);
    const box = page.getViewport({ scale: 1 });
    const { clientWidth, clientHeight } = this.element;
    const scale = drawingScale(box, { width: clientWidth, height: clientHeight }, window.devicePixelRatio);
    const viewport = page.getViewport({ scale });
    canvas.width = Math.max(1, Math.round(viewport.width));
    canvas.height = Math.max(1, Math.round(viewport.height));
    await page.render({ canvas, viewport }).promise;
    page.cleanup();
    return canvas;
  }

  adjust({ fit }: ScreenSettings): void {
    this.#fit = fit;
    this.#canvas.style.objectFit = objectFit(fit);
  }

  picture(): CanvasImageSource {
    return this.#canvas;
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    window.clearTimeout(this.#timer);
    this.#open?.close().catch((cause: unknown) => console.warn('a document was not closed', cause));
    discard(this.#canvas);
    this.element.remove();
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels of an 8K display. */
const mostPixels = 7680 * 4320;
const largest = 8;

/** Scales a page to the screen, within the limits of a canvas: the document sets its page size. */
export function drawingScale(page: Size, screen: Size, ratio: number): number {
  const fill = Math.min(screen.width / page.width, screen.height / page.height) || 1;
  const within = Math.sqrt(mostPixels / (page.width * page.height));
  return Math.min(Math.min(fill, largest) * ratio, within);
}

/** A canvas keeps its memory until garbage collection unless its size is zero. */
function discard(canvas: HTMLCanvasElement): void {
  canvas.remove();
  canvas.width = 0;
  canvas.height = 0;
}
