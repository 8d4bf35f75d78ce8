import type { Clock } from '../../ground/clock.ts';
import type { X11Connection } from './connection.ts';
import type { Area } from './requests.ts';
import * as x11 from './requests.ts';

/** Time for a browser that becomes visible to draw, before the server drops its hidden drawing. */
const forgetMs = 300;

/** The overlay of the Composite extension: it is above every window, whichever is raised, and may have any shape. */
export class Overlay {
  readonly #connection: X11Connection;
  readonly #clock: Clock;
  readonly #composite: number;
  readonly #shape: number;
  readonly #overlay: number;
  #window: number;
  #keepsContents = false;
  #cancelForgetting: () => void = () => undefined;

  /** Null: this server has none. */
  static async find(connection: X11Connection, clock: Clock): Promise<Overlay | null> {
    const opcode = async (name: string): Promise<number | null> =>
      x11.opcodeIn(await connection.query(x11.queryExtension(name)));
    const [composite, shape] = [await opcode('Composite'), await opcode('SHAPE')];
    if (composite === null || shape === null) return null;
    await connection.query(x11.compositeVersion(composite));
    const answer = await connection.query(x11.getOverlay(composite, connection.root.id));
    return new Overlay(connection, clock, composite, shape, answer.readUInt32LE(8));
  }

  private constructor(
    connection: X11Connection,
    clock: Clock,
    composite: number,
    shape: number,
    overlay: number,
  ) {
    this.#connection = connection;
    this.#clock = clock;
    this.#composite = composite;
    this.#shape = shape;
    this.#overlay = overlay;
    connection.send(x11.shapeWindow(shape, overlay, 'bounding', []));
    connection.send(x11.shapeWindow(shape, overlay, 'input', []));
    this.#window = this.#makeWindow(connection.root.width, connection.root.height);
  }

  /** Shows the picture, which is as large as the display, in exactly these areas. */
  show(picture: number, areas: readonly Area[]): void {
    this.#cancelForgetting();
    if (areas.length > 0) {
      this.#connection.send(x11.changeAttributes(this.#window, [[x11.attribute.backgroundPixmap, picture]]));
      this.#connection.send(x11.clearArea(this.#window, { left: 0, top: 0, width: 0, height: 0 }));
      this.#keepContents();
    }
    this.#connection.send(x11.shapeWindow(this.#shape, this.#overlay, 'bounding', areas));
    if (areas.length === 0)
      this.#cancelForgetting = this.#clock.after(forgetMs, () => this.#forgetContents());
  }

  resize(width: number, height: number): void {
    this.#connection.send(x11.destroyWindow(this.#window));
    this.#window = this.#makeWindow(width, height);
  }

  close(): void {
    this.#cancelForgetting();
  }

  #makeWindow(width: number, height: number): number {
    const window = this.#connection.newId();
    const place = { left: 0, top: 0, width, height };
    this.#connection.send(
      x11.createWindow(window, this.#overlay, place, [[x11.attribute.overrideRedirect, 1]]),
    );
    this.#connection.send(x11.mapWindow(window));
    return window;
  }

  /**
   * Keeps what is drawn below, so that it is visible at once when uncovered; otherwise a window appears white. It costs
   * a copy of every frame, so it is not left on.
   */
  #keepContents(): void {
    if (this.#keepsContents) return;
    this.#keepsContents = true;
    this.#connection.send(x11.keepContents(this.#composite, this.#connection.root.id));
  }

  #forgetContents(): void {
    this.#keepsContents = false;
    this.#connection.send(x11.forgetContents(this.#composite, this.#connection.root.id));
  }
}
