import { X11Connection } from '../../../src/main/host/x11/connection.ts';

/** The picture of a display, possibly scaled down: three bytes per pixel. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** Reads the picture from the X server. Starting a program for each picture would take a hundred times as long. */
export class Pixels {
  readonly #display: string;
  /** It lives as long as the server. */
  #connection: Promise<X11Connection> | null = null;

  constructor(display: string) {
    this.#display = display;
  }

  async read(width: number, height: number): Promise<Frame> {
    return { width, height, rgb: await this.#ask(0, 0, width, height) };
  }

  /** Only these are fetched. */
  async at(points: readonly (readonly [x: number, y: number])[]): Promise<readonly Uint8Array[]> {
    return Promise.all(points.map(([x, y]) => this.#ask(x, y, 1, 1)));
  }

  async #ask(x: number, y: number, width: number, height: number): Promise<Uint8Array> {
    this.#connection ??= X11Connection.open(this.#display);
    const connection = await this.#connection;
    const answer = await connection.query(getImage(connection.root.id, x, y, width, height));
    const rgb = new Uint8Array(width * height * 3);
    // Blue, green, red and an unused byte.
    for (let pixel = 0, from = 32; pixel < rgb.length; pixel += 3, from += 4) {
      rgb[pixel] = answer[from + 2] ?? 0;
      rgb[pixel + 1] = answer[from + 1] ?? 0;
      rgb[pixel + 2] = answer[from] ?? 0;
    }
    return rgb;
  }
}

/** Every plane of the root window, including the windows above it. */
function getImage(drawable: number, x: number, y: number, width: number, height: number): Buffer {
  const request = Buffer.alloc(20);
  const [opcode, wholePixels, words] = [73, 2, 5];
  request.set([opcode, wholePixels]);
  request.writeUInt16LE(words, 2);
  request.writeUInt32LE(drawable, 4);
  request.writeInt16LE(x, 8);
  request.writeInt16LE(y, 10);
  request.writeUInt16LE(width, 12);
  request.writeUInt16LE(height, 14);
  request.writeUInt32LE(0xffffffff, 16);
  return request;
}

/** Each pixel is the mean of those that it replaces. */
export function scaled(frame: Frame, width: number, height: number): Frame {
  if (width === frame.width && height === frame.height) return frame;
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const rows = stretch(y, height, frame.height);
    for (let x = 0; x < width; x++)
      rgb.set(mean(frame, stretch(x, width, frame.width), rows), (y * width + x) * 3);
  }
  return { width, height, rgb };
}

type Stretch = readonly [from: number, to: number];

function stretch(at: number, count: number, whole: number): Stretch {
  const from = Math.floor((at * whole) / count);
  return [from, Math.max(from + 1, Math.floor(((at + 1) * whole) / count))];
}

function mean({ width, rgb }: Frame, [left, right]: Stretch, [top, bottom]: Stretch): readonly number[] {
  let [red, green, blue] = [0, 0, 0];
  for (let y = top; y < bottom; y++) {
    for (let at = (y * width + left) * 3; at < (y * width + right) * 3; at += 3) {
      red += rgb[at] ?? 0;
      green += rgb[at + 1] ?? 0;
      blue += rgb[at + 2] ?? 0;
    }
  }
  const pixels = (right - left) * (bottom - top);
  return [red, green, blue].map((sum) => Math.round(sum / pixels));
}
