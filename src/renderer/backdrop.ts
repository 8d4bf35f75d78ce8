/** Small, because it is stretched over the layer. Blurring it here once is cheaper than in the compositor per frame. */
const width = 160;
const height = 90;
const refreshMs = 1_000;

/** A blurred copy of the item that fills the edges behind it. */
export class Backdrop {
  readonly element = document.createElement('canvas');
  #timer = 0;

  constructor() {
    this.element.className = 'backdrop';
    this.element.width = width;
    this.element.height = height;
  }

  /** Paints now, and repeatedly while a video plays. */
  follow(picture: CanvasImageSource): void {
    this.#paint(picture);
    if (picture instanceof HTMLVideoElement)
      this.#timer = window.setInterval(() => this.#paint(picture), refreshMs);
  }

  #paint(picture: CanvasImageSource): void {
    const brush = this.element.getContext('2d', { alpha: false });
    if (brush === null) return;
    const [from, to] = [sizeOf(picture), width / height];
    const ratio = from.width / Math.max(1, from.height);
    // Slightly larger than the canvas: a blur fades at the edge.
    const across = Math.max(width, height * ratio) * 1.15;
    const down = across / Math.max(0.01, Number.isFinite(ratio) && ratio > 0 ? ratio : to);
    brush.filter = 'blur(7px) brightness(0.75)';
    brush.drawImage(picture, (width - across) / 2, (height - down) / 2, across, down);
  }

  release(): void {
    window.clearInterval(this.#timer);
    this.element.remove();
  }
}

function sizeOf(picture: CanvasImageSource): { readonly width: number; readonly height: number } {
  if (picture instanceof HTMLImageElement)
    return { width: picture.naturalWidth, height: picture.naturalHeight };
  if (picture instanceof HTMLVideoElement) return { width: picture.videoWidth, height: picture.videoHeight };
  if (picture instanceof HTMLCanvasElement) return picture;
  return { width, height };
}
