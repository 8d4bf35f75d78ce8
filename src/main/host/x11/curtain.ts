import type { Clock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import type { Veil } from '../veil.ts';
import { Canvas } from './canvas.ts';
import { X11Connection } from './connection.ts';
import { Overlay } from './overlay.ts';
import type { Area } from './requests.ts';
import * as x11 from './requests.ts';

/** The last picture before a browser dies may show its dying: a picture counts once all has been well for this long. */
const provenMs = 700;

/** No screen has this id. */
const everyScreen = '';

/**
 * The last picture of the show, held by the X server. As the background of the root window it is visible at once when
 * the browser's window is gone, even after this process's death. It can also be raised above everything while a browser
 * has nothing to show yet.
 */
export class Curtain {
  /** Owns the picture, which survives this process. */
  readonly #keeper: X11Connection;
  /** Owns the window above all others, which must not survive this process. */
  readonly #raiser: X11Connection;
  readonly #overlay: Overlay | null;
  readonly #clock: Clock;
  #canvas: Canvas;
  /** On the covered screens. */
  #picture: 'kept' | 'visible' = 'kept';
  readonly #covered = new Map<string, Area>();
  /** Where windows of other browsers are. */
  readonly #guests = new Set<Area>();
  /** By screen: a picture that is not proven yet. */
  readonly #unproven = new Map<string, () => void>();

  static async open(
    display: string,
    clock: Clock,
    log: Log,
    env: NodeJS.ProcessEnv = process.env,
  ): Promise<Curtain> {
    const connect = () => X11Connection.open(display, env);
    const [keeper, raiser] = await Promise.all([connect(), connect()]);
    const canvas = await Canvas.hang(keeper);
    const overlay = await Overlay.find(raiser, clock);
    if (overlay === null)
      log.warn('The X server has no overlay: a starting browser is visible on the display');
    return new Curtain(keeper, raiser, canvas, overlay, clock);
  }

  /** Null if no curtain is possible, which is reported; the show continues without. */
  static async hang(
    display: string,
    clock: Clock,
    log: Log,
    env: NodeJS.ProcessEnv = process.env,
  ): Promise<Curtain | null> {
    try {
      return await Curtain.open(display, clock, log, env);
    } catch (error) {
      log.warn('No curtain is available: a starting browser is visible on the display', { error });
      return null;
    }
  }

  private constructor(
    keeper: X11Connection,
    raiser: X11Connection,
    canvas: Canvas,
    overlay: Overlay | null,
    clock: Clock,
  ) {
    this.#keeper = keeper;
    this.#raiser = raiser;
    this.#canvas = canvas;
    this.#overlay = overlay;
    this.#clock = clock;
  }

  /** For the display of a screen. */
  veil(screenId: string): Veil {
    return {
      cover: (display, picture) => this.cover(screenId, display, picture),
      reveal: () => this.uncover(screenId),
      keepPicture: (display) => this.keep(screenId, display),
    };
  }

  /** The visible picture becomes the kept one, unless the screen is covered shortly afterwards. */
  keep(screenId: string, area: Area): void {
    if (this.#covered.has(screenId) || this.#unproven.has(screenId)) return;
    if ([...this.#guests].some((guest) => overlap(guest, area))) return;
    const canvas = this.#canvas;
    canvas.look(area);
    const cancel = this.#clock.after(provenMs, () => {
      this.#unproven.delete(screenId);
      canvas.keep(area);
    });
    this.#unproven.set(screenId, cancel);
  }

  /** Shows a picture there, above all windows. */
  cover(screenId: string, area: Area, picture: 'kept' | 'visible' = 'kept'): void {
    this.#unproven.get(screenId)?.();
    this.#unproven.delete(screenId);
    this.#covered.set(screenId, area);
    if (picture === 'visible')
      for (const each of this.#covered.values()) this.#canvas.lookBy(this.#raiser, each);
    this.#picture = picture;
    this.#show();
  }

  /** Until the first window of a starting browser is in place: it may come up anywhere. */
  coverAll(): void {
    const { width, height } = this.#canvas;
    this.cover(everyScreen, { left: 0, top: 0, width, height });
  }

  uncoverAll(): void {
    this.uncover(everyScreen);
  }

  /** Before the window of another browser opens there: holds what is visible until `painted`. Nothing of a guest is kept. */
  async receive(area: Area): Promise<{ painted(): void; gone(): void }> {
    this.#forgetUnproven();
    this.#guests.add(area);
    const before = this.#canvas.freeze(area);
    const name = `guest at ${area.left},${area.top}`;
    // The curtain is raised by the other connection, which the server may serve first.
    await this.#keeper.query(x11.geometry(this.#keeper.root.id)).catch(() => undefined);
    this.cover(name, area);
    return {
      painted: () => {
        this.uncover(name);
        this.#canvas.putBack(before, area);
      },
      gone: () => {
        this.#guests.delete(area);
      },
    };
  }

  uncover(screenId: string): void {
    if (this.#covered.delete(screenId)) this.#show();
  }

  #show(): void {
    const { picture, seen } = this.#canvas;
    this.#overlay?.show(this.#picture === 'visible' ? seen : picture, [...this.#covered.values()]);
  }

  /** The display may have another size now. The picture of a lost area is kept until the area returns. */
  async refit(): Promise<void> {
    const answer = await this.#keeper.query(x11.geometry(this.#keeper.root.id));
    const width = Math.max(this.#canvas.width, answer.readUInt16LE(16));
    const height = Math.max(this.#canvas.height, answer.readUInt16LE(18));
    if (this.#canvas.width === width && this.#canvas.height === height) return;
    // They were captured for the canvas that goes now.
    this.#forgetUnproven();
    this.#canvas = this.#canvas.resized(width, height);
    this.#overlay?.resize(width, height);
    this.#picture = 'kept';
    this.#show();
  }

  /** `keepsPicture`: another player takes over soon. Otherwise the display is restored. */
  close(keepsPicture: boolean): void {
    this.#forgetUnproven();
    this.#overlay?.close();
    if (!keepsPicture) this.#canvas.takeDown();
    this.#keeper.end();
    this.#raiser.end();
  }

  #forgetUnproven(): void {
    for (const cancel of this.#unproven.values()) cancel();
    this.#unproven.clear();
  }
}

function overlap(one: Area, other: Area): boolean {
  const isBeside = one.left >= other.left + other.width || other.left >= one.left + one.width;
  return !isBeside && one.top < other.top + other.height && other.top < one.top + one.height;
}
