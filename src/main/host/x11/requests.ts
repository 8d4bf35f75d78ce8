/** Requests of the X protocol 11, little-endian, as far as the curtain needs them. */

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type Field = { readonly size: 1 | 2 | 4; readonly value: number };
const u8 = (value: number): Field => ({ size: 1, value });
const u16 = (value: number): Field => ({ size: 2, value: value & 0xffff });
const u32 = (value: number): Field => ({ size: 4, value: value >>> 0 });

/** Every request states its length in units of four bytes. */
function request(
  opcode: number,
  detail: number,
  fields: readonly Field[],
  tail: Buffer = Buffer.alloc(0),
): Buffer {
  const size = 4 + fields.reduce((sum, field) => sum + field.size, 0);
  const padding = (4 - ((size + tail.length) % 4)) % 4;
  const bytes = Buffer.alloc(size + tail.length + padding);
  bytes[0] = opcode;
  bytes[1] = detail;
  bytes.writeUInt16LE(bytes.length / 4, 2);
  let at = 4;
  for (const { size: length, value } of fields) at = bytes.writeUIntLE(value, at, length);
  tail.copy(bytes, at);
  return bytes;
}

const area = ({ left, top, width, height }: Area): readonly Field[] => [
  u16(left),
  u16(top),
  u16(width),
  u16(height),
];

/** Mask bits of window attributes. */
export const attribute = {
  backgroundPixmap: 0x1,
  backgroundPixel: 0x2,
  overrideRedirect: 0x200,
  eventMask: 0x800,
  cursor: 0x4000,
};

type Attributes = readonly (readonly [bit: number, value: number])[];

function attributes(given: Attributes): readonly Field[] {
  const ordered = given.toSorted(([a], [b]) => a - b);
  return [u32(ordered.reduce((mask, [bit]) => mask | bit, 0)), ...ordered.map(([, value]) => u32(value))];
}

export function createWindow(window: number, parent: number, place: Area, given: Attributes): Buffer {
  // Depth, class and visual are copied from the parent.
  return request(1, 0, [
    u32(window),
    u32(parent),
    ...area(place),
    u16(0),
    u16(0),
    u32(0),
    ...attributes(given),
  ]);
}

/** An invisible window that only receives button presses, beyond any window manager. */
export function createInputWindow(window: number, parent: number, place: Area): Buffer {
  const [inputOnly, pressAndRelease] = [2, 0x4 | 0x8];
  const given: Attributes = [
    [attribute.overrideRedirect, 1],
    [attribute.eventMask, pressAndRelease],
  ];
  return request(1, 0, [
    u32(window),
    u32(parent),
    ...area(place),
    u16(0),
    u16(inputOnly),
    u32(0),
    ...attributes(given),
  ]);
}

/** Reports which windows come up or move. */
export function watchChildren(window: number): Buffer {
  const substructure = 0x80000;
  return changeAttributes(window, [[attribute.eventMask, substructure]]);
}

export function raiseWindow(window: number): Buffer {
  const [stackMode, above] = [0x40, 0];
  return request(12, 0, [u32(window), u16(stackMode), u16(0), u32(above)]);
}

/** Raises a window that another one overlaps. Windows beside each other do not fight for the top. */
export function raiseIfCovered(window: number): Buffer {
  const [stackMode, topIf] = [0x40, 2];
  return request(12, 0, [u32(window), u16(stackMode), u16(0), u32(topIf)]);
}

export function changeAttributes(window: number, given: Attributes): Buffer {
  return request(2, 0, [u32(window), ...attributes(given)]);
}

export const destroyWindow = (window: number): Buffer => request(4, 0, [u32(window)]);
export const mapWindow = (window: number): Buffer => request(8, 0, [u32(window)]);

/** A width or height of zero extends to the edge. */
export function clearArea(window: number, place: Area): Buffer {
  return request(61, 0, [u32(window), ...area(place)]);
}

export function createPixmap(
  pixmap: number,
  drawable: number,
  depth: number,
  width: number,
  height: number,
): Buffer {
  return request(53, depth, [u32(pixmap), u32(drawable), u16(width), u16(height)]);
}

export const freePixmap = (pixmap: number): Buffer => request(54, 0, [u32(pixmap)]);

/** With it, copying from a window includes its child windows. */
export function createContext(context: number, drawable: number, foreground: number): Buffer {
  const [foregroundBit, subwindowBit, exposuresBit] = [0x4, 0x8000, 0x10000];
  const includeInferiors = 1;
  const given: Attributes = [
    [foregroundBit, foreground],
    [subwindowBit, includeInferiors],
    [exposuresBit, 0],
  ];
  return request(55, 0, [u32(context), u32(drawable), ...attributes(given)]);
}

export function copyArea(from: number, to: number, context: number, place: Area): Buffer {
  const { left, top, width, height } = place;
  const target = [u16(left), u16(top)];
  return request(62, 0, [u32(from), u32(to), u32(context), ...target, ...target, u16(width), u16(height)]);
}

export function fillRectangle(drawable: number, context: number, place: Area): Buffer {
  return request(70, 0, [u32(drawable), u32(context), ...area(place)]);
}

/** A fully transparent cursor of one pixel. */
export function createBlankCursor(cursor: number, bitmap: number): Buffer {
  const colours = Array.from({ length: 6 }, () => u16(0));
  return request(93, 0, [u32(cursor), u32(bitmap), u32(bitmap), ...colours, u16(0), u16(0)]);
}

/** The usual arrow: of the font that every X server has. */
export function createArrow(cursor: number, font: number): readonly Buffer[] {
  const [arrow, mask] = [68, 69];
  const [black, white] = [0, 0xffff].map((value) => [u16(value), u16(value), u16(value)]) as [
    Field[],
    Field[],
  ];
  return [
    request(45, 0, [u32(font), u16(6), u16(0)], Buffer.from('cursor')),
    request(94, 0, [u32(cursor), u32(font), u32(font), u16(arrow), u16(mask), ...black, ...white]),
  ];
}

/** Sends every key to this client alone, without freezing the keyboard. */
export function grabKeyboard(window: number): Buffer {
  const [now, asynchronous] = [0, 1];
  return request(31, 0, [u32(window), u32(now), u8(asynchronous), u8(asynchronous), u16(0)]);
}

/** Sends one key to this client alone, with any modifiers, while it is down. */
export function grabKey(window: number, code: number): Buffer {
  const [anyModifier, asynchronous] = [0x8000, 1];
  return request(33, 0, [
    u32(window),
    u16(anyModifier),
    u8(code),
    u8(asynchronous),
    u8(asynchronous),
    u8(0),
    u16(0),
  ]);
}

/** The symbols of the keys from `first` on. */
export const keyboardMapping = (first: number, count: number): Buffer =>
  request(101, 0, [u8(first), u8(count), u16(0)]);

export const geometry = (drawable: number): Buffer => request(14, 0, [u32(drawable)]);

export function internAtom(name: string): Buffer {
  return request(16, 0, [u16(name.length), u16(0)], Buffer.from(name));
}

const pixmapType = 20;

export function setPixmapProperty(window: number, atom: number, pixmap: number): Buffer {
  const replace = 0;
  const format = [u8(32), u8(0), u8(0), u8(0)];
  return request(18, replace, [u32(window), u32(atom), u32(pixmapType), ...format, u32(1), u32(pixmap)]);
}

export const deleteProperty = (window: number, atom: number): Buffer =>
  request(19, 0, [u32(window), u32(atom)]);

export function getPixmapProperty(window: number, atom: number): Buffer {
  return request(20, 0, [u32(window), u32(atom), u32(pixmapType), u32(0), u32(1)]);
}

/** The pixmap in the answer; null: none. */
export function pixmapIn(answer: Buffer): number | null {
  return answer[1] === 32 && answer.readUInt32LE(16) === 1 ? answer.readUInt32LE(32) : null;
}

/** Resources of this client stay after its end until they are killed. */
export function keepResources(): Buffer {
  const retainPermanent = 1;
  return request(112, retainPermanent, []);
}

export function dropResources(): Buffer {
  const destroy = 0;
  return request(112, destroy, []);
}

/** Frees everything of the client that created this resource, alive or gone. */
export const killClient = (resource: number): Buffer => request(113, 0, [u32(resource)]);

export function queryExtension(name: string): Buffer {
  return request(98, 0, [u16(name.length), u16(0)], Buffer.from(name));
}

/** The opcode of an extension in the answer; null: the server lacks it. */
export function opcodeIn(answer: Buffer): number | null {
  return answer[8] === 1 ? (answer[9] ?? null) : null;
}

/** Composite 0.3 has the overlay: a window above all others. */
export const compositeVersion = (opcode: number): Buffer => request(opcode, 0, [u32(0), u32(4)]);

/** Child windows of this one keep their content while covered. */
export const keepContents = (opcode: number, window: number): Buffer =>
  request(opcode, 2, [u32(window), u32(0)]);
export const forgetContents = (opcode: number, window: number): Buffer =>
  request(opcode, 4, [u32(window), u32(0)]);
export const getOverlay = (opcode: number, root: number): Buffer => request(opcode, 7, [u32(root)]);

/** Shapes a window to these areas. */
export function shapeWindow(
  opcode: number,
  window: number,
  kind: 'bounding' | 'input',
  places: readonly Area[],
): Buffer {
  const [set, rectangles] = [0, 1];
  const head = [u8(set), u8(kind === 'bounding' ? 0 : 2), u8(0), u8(0), u32(window), u16(0), u16(0)];
  return request(opcode, rectangles, [...head, ...places.flatMap(area)]);
}

/** Power management of the display: the DPMS extension. */
export const powerCapable = (opcode: number): Buffer => request(opcode, 1, []);
export const powerEnable = (opcode: number): Buffer => request(opcode, 4, []);
export const powerDisable = (opcode: number): Buffer => request(opcode, 5, []);
/** 0: on … 3: off. */
export const powerLevel = (opcode: number, level: number): Buffer => request(opcode, 6, [u16(level)]);
export const powerInfo = (opcode: number): Buffer => request(opcode, 7, []);
