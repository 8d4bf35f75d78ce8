import type { X11Connection } from './connection.ts';
import type { Area } from './requests.ts';
import * as x11 from './requests.ts';

/** The property by which the next player finds this one's picture. */
const ourProperty = '_VITRINE_PICTURE';
/** The property in which a desktop publishes its background. */
const desktopProperty = '_XROOTPMAP_ID';

const everywhere: Area = { left: 0, top: 0, width: 0, height: 0 };

/** The picture behind all windows: the background of the root window, which the server keeps after its client's death. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly picture: number;
  readonly #connection: X11Connection;
  readonly #property: number;
  /** The desktop's own background, restored at the end. */
  readonly #desktop: number | null;
  /** The captured screen, not yet the picture. */
  readonly seen: number;
  readonly #context: number;
  readonly #cursor: number;

  /** Adopts the picture of the previous player. */
  static async hang(connection: X11Connection): Promise<Canvas> {
    const { id, width, height } = connection.root;
    const atom = async (name: string): Promise<number> =>
      (await connection.query(x11.internAtom(name))).readUInt32LE(8);
    const pixmapAt = async (property: number): Promise<number | null> =>
      x11.pixmapIn(await connection.query(x11.getPixmapProperty(id, property)));
    const property = await atom(ourProperty);
    const desktop = await pixmapAt(await atom(desktopProperty));
    const before = await pixmapAt(property);
    const canvas = new Canvas(connection, property, desktop, width, height);
    if (before !== null) {
      if (await canvas.#fits(before)) canvas.#paint(before);
      canvas.#show();
      // Also frees everything else that the previous player left in the server.
      connection.send(x11.killClient(before));
    } else canvas.#show();
    connection.send(x11.keepResources());
    return canvas;
  }

  private constructor(
    connection: X11Connection,
    property: number,
    desktop: number | null,
    width: number,
    height: number,
  ) {
    this.#connection = connection;
    this.#property = property;
    this.#desktop = desktop;
    this.width = width;
    this.height = height;
    const { id, depth, black } = connection.root;
    const bitmap = connection.newId();
    this.picture = connection.newId();
    this.seen = connection.newId();
    this.#context = connection.newId();
    this.#cursor = connection.newId();
    connection.send(x11.createPixmap(this.picture, id, depth, width, height));
    connection.send(x11.createPixmap(this.seen, id, depth, width, height));
    connection.send(x11.createContext(this.#context, id, black));
    connection.send(x11.fillRectangle(this.picture, this.#context, { left: 0, top: 0, width, height }));
    connection.send(x11.createPixmap(bitmap, id, 1, 1, 1));
    connection.send(x11.createBlankCursor(this.#cursor, bitmap));
    connection.send(x11.freePixmap(bitmap));
  }

  look(area: Area): void {
    this.lookBy(this.#connection, area);
  }

  /** By the connection that shows what is seen, so that the server does both in this order. */
  lookBy(connection: X11Connection, area: Area): void {
    connection.send(x11.copyArea(connection.root.id, this.seen, this.#context, area));
  }

  keep(area: Area): void {
    this.#connection.send(x11.copyArea(this.seen, this.picture, this.#context, area));
    this.#show();
  }

  /** What is visible there becomes the picture. Returns the one before, for `putBack`. */
  freeze(area: Area): number {
    const { id, depth } = this.#connection.root;
    const before = this.#connection.newId();
    this.#connection.send(x11.createPixmap(before, id, depth, this.width, this.height));
    this.#connection.send(x11.copyArea(this.picture, before, this.#context, area));
    this.look(area);
    this.keep(area);
    return before;
  }

  putBack(before: number, area: Area): void {
    this.#connection.send(x11.copyArea(before, this.picture, this.#context, area));
    this.#connection.send(x11.freePixmap(before));
    this.#show();
  }

  /** The same picture for a larger display: the new area is black. */
  resized(width: number, height: number): Canvas {
    const canvas = new Canvas(this.#connection, this.#property, this.#desktop, width, height);
    canvas.#paint(this.picture);
    canvas.#show();
    for (const pixmap of [this.picture, this.seen]) this.#connection.send(x11.freePixmap(pixmap));
    return canvas;
  }

  takeDown(): void {
    const { id, black } = this.#connection.root;
    const { backgroundPixel, backgroundPixmap, cursor } = x11.attribute;
    const background =
      this.#desktop === null
        ? ([backgroundPixel, black] as const)
        : ([backgroundPixmap, this.#desktop] as const);
    this.#connection.send(x11.changeAttributes(id, [background, [cursor, 0]]));
    this.#connection.send(x11.clearArea(id, everywhere));
    this.#connection.send(x11.deleteProperty(id, this.#property));
    this.#connection.send(x11.dropResources());
  }

  #show(): void {
    const { id } = this.#connection.root;
    const { backgroundPixmap, cursor } = x11.attribute;
    this.#connection.send(
      // A server may have copied the picture when it was first set.
      x11.changeAttributes(id, [
        [backgroundPixmap, this.picture],
        [cursor, this.#cursor],
      ]),
    );
    this.#connection.send(x11.clearArea(id, everywhere));
    this.#connection.send(x11.setPixmapProperty(id, this.#property, this.picture));
  }

  #paint(from: number): void {
    const { width, height } = this;
    this.#connection.send(
      x11.copyArea(from, this.picture, this.#context, { left: 0, top: 0, width, height }),
    );
  }

  async #fits(pixmap: number): Promise<boolean> {
    try {
      const answer = await this.#connection.query(x11.geometry(pixmap));
      return answer[1] === this.#connection.root.depth;
    } catch {
      // The picture no longer exists.
      return false;
    }
  }
}
