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

  /** All of it, scaled down: each pixel is the mean of those it stands for. */
  async read(whole: Size, to: Size): Promise<Frame> {
    const picture = await this.#ask(0, 0, whole.width, whole.height);
    const isWhole = whole.width === to.width && whole.height === to.height;
    return { ...to, rgb: isWhole ? rgbOf(picture) : scaled(picture, whole, to) };
  }

  /** Only these are fetched. */
  async at(points: readonly (readonly [x: number, y: number])[]): Promise<readonly Uint8Array[]> {
    return Promise.all(points.map(async ([x, y]) => rgbOf(await this.#ask(x, y, 1, 1))));
  }

  /** Blue, green, red and a byte of nothing, for each pixel. */
  async #ask(x: number, y: number, width: number, height: number): Promise<Uint8Array> {
    this.#connection ??= X11Connection.open(this.#display);
    const connection = await this.#connection;
    const answer = await connection.query(getImage(connection.root.id, x, y, width, height));
    return answer.subarray(32, 32 + width * height * 4);
  }
}

type Size = Pick<Frame, 'width' | 'height'>;

function rgbOf(picture: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((picture.length / 4) * 3);
  for (let pixel = 0, from = 0; pixel < rgb.length; pixel += 3, from += 4) {
    rgb[pixel] = picture[from + 2] ?? 0;
    rgb[pixel + 1] = picture[from + 1] ?? 0;
    rgb[pixel + 2] = picture[from] ?? 0;
  }
  return rgb;
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

/** In one go through the pixels: tests look at a display many times a second. */
function scaled(picture: Uint8Array, { width, height }: Size, to: Size): Uint8Array {
  const [columns, rows] = [cells(width, to.width), cells(height, to.height)];
  const sums = new Float64Array(to.width * to.height * 3);
  const counts = new Float64Array(to.width * to.height);
  for (let y = 0, from = 0; y < height; y++) {
    const row = (rows[y] ?? 0) * to.width;
    for (let x = 0; x < width; x++, from += 4) {
      const cell = row + (columns[x] ?? 0);
      sums[cell * 3] = (sums[cell * 3] ?? 0) + (picture[from + 2] ?? 0);
      sums[cell * 3 + 1] = (sums[cell * 3 + 1] ?? 0) + (picture[from + 1] ?? 0);
      sums[cell * 3 + 2] = (sums[cell * 3 + 2] ?? 0) + (picture[from] ?? 0);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  return Uint8Array.from(sums, (sum, index) => Math.round(sum / (counts[Math.floor(index / 3)] ?? 1)));
}

/** For each pixel of a line the cell that it belongs to. */
function cells(whole: number, count: number): Uint16Array {
  return Uint16Array.from({ length: whole }, (_, at) => Math.floor(((at + 1) * count - 1) / whole));
}
