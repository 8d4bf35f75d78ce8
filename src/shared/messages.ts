import * as v from 'valibot';
import type { Language } from './languages/language.ts';
import type { Programme, ScreenSettings } from './programme.ts';

/** Raised when either side changes incompatibly. A stage that says another number is loaded again. */
export const screenProtocol = 1;

/** What is on screen when no cue plays: never black. */
export interface Standby {
  readonly kind: 'starting' | 'idle' | 'setup' | 'fault';
  readonly language: Language;
  /** What people call this screen. */
  readonly name: string;
  /** For whoever passes by. */
  readonly title: string;
  /** The title instead of that of `starting`, once there is a programme and nothing of it is due. */
  readonly resting: string;
  /** What is going on and what to do. */
  readonly lines: readonly string[];
  /** Since when it is so, in words; null where nobody knows. */
  readonly since: string | null;
  /** For whoever comes to mend it. */
  readonly small: readonly string[];
  /** How it is set up from here; left out where that is not offered now. */
  readonly invitation?: Invitation;
  /** In its place: what somebody at a keyboard is filling in. */
  readonly form?: SetupForm;
  /** Degrees by which the picture is turned before there is a programme that says it. */
  readonly rotation?: 0 | 90 | 180 | 270;
}

/** One page of setup by keyboard, as it is drawn. What is secret is not in it. */
export interface SetupForm {
  /** Which of the steps it is. */
  readonly step: string;
  readonly title: string;
  /** For the camera of a phone. */
  readonly code: QrCode | null;
  readonly rows: readonly FormRow[];
  /** What did not work, what is going on, or what was found. */
  readonly notice: FormNotice | null;
  /** What the keys do. */
  readonly keys: readonly string[];
}

export interface FormNotice {
  readonly tone: 'dark' | 'attention' | 'well' | 'busy';
  readonly text: string;
  /** In English, for an expert; empty: no more is known. */
  readonly detail: string;
}

export interface FormRow {
  /** A field of text, one of a few values, one line of a list, or something that is only told. */
  readonly kind: 'text' | 'pick' | 'line' | 'told';
  readonly label: string;
  readonly value: string;
  readonly hint: string;
  /** It is the one that keys go to. */
  readonly isActive: boolean;
}

/** What a person needs to set this player up with a phone. */
export interface Invitation {
  /** What the camera of a phone reads; null where no phone could reach the player. */
  readonly code: QrCode | null;
  readonly steps: readonly string[];
  /** For typing, each with what it is: the address, the PIN. */
  readonly typed: readonly { readonly label: string; readonly value: string }[];
  /** The network, and how far setup is. */
  readonly state: string;
  /** Other ways to set it up from here. */
  readonly also: readonly string[];
}

/** Dark squares as the path of a drawing, one unit each. */
export interface QrCode {
  readonly path: string;
  /** So many squares on each side, with the quiet edge. */
  readonly size: number;
}

/** What a screen says of itself to whoever asks which one it is, or whether picture and sound are right. */
export interface Sign {
  readonly kind: 'name' | 'test';
  readonly language: Language;
  /** From the left, 1 first. */
  readonly number: number;
  readonly name: string;
  /** Another one on each screen. */
  readonly colour: string;
}

/** A position in a show, as it can be told to another stage. */
export interface Mark {
  readonly cueId: string;
  readonly pass: number;
  readonly index: number;
}

export type ToScreen =
  | { readonly type: 'programme'; readonly programme: Programme; readonly settings: ScreenSettings }
  | { readonly type: 'standby'; readonly standby: Standby }
  /** The answer to a heartbeat: `echo` is its `mono`, so that the stage can tell the offset of its clock. */
  | { readonly type: 'clock'; readonly echo: number; readonly epochMs: number }
  /** The document of a web page did not come, or came with an error status: only the host can know. */
  | { readonly type: 'page-failed'; readonly address: string; readonly reason: string }
  /**
   * To a stage that follows another one, before its programme: the show goes on after that item. A stage that stands by
   * makes the next item ready and waits.
   */
  | { readonly type: 'follow'; readonly after: Mark | null; readonly standsBy: boolean }
  /** To the stage that stands by: the show is its own from that instant on. */
  | { readonly type: 'take-over'; readonly at: number }
  /** To the stage that is seen: another stage goes on after that showing, which stays in sight until then. */
  | { readonly type: 'yield'; readonly showingId: string }
  /** To the stage that yielded: the other one has been in sight since that instant. */
  | { readonly type: 'leave'; readonly at: number }
  /** To the stage that was asked to yield: there is no other one after all. */
  | { readonly type: 'carry-on' }
  | { readonly type: 'overlay'; readonly visible: boolean }
  /** Over everything for so long: which screen this is, or a test picture with sound. */
  | { readonly type: 'sign'; readonly sign: Sign; readonly forMs: number }
  /** Nothing is to be seen, heard or decoded until this is taken back. */
  | { readonly type: 'black'; readonly isBlack: boolean };

const text = (max: number) => v.pipe(v.string(), v.maxLength(max));
const steady = v.pipe(v.number(), v.finite());
/** Whole milliseconds: the stage's clock has fractions, records have none. */
const instant = v.pipe(v.number(), v.finite(), v.transform(Math.round));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const markFields = { cueId: text(128), pass: count, index: count };
const mark = v.object(markFields);
/** Made by the stage, once for each showing: proof of play is keyed by it. */
const showingId = v.pipe(v.string(), v.uuid());

/** Everything that a stage may say. Main parses it, for a stage may have been taken over by what it shows. */
const fromScreen = v.variant('type', [
  v.object({ type: v.literal('ready'), protocol: v.literal(screenProtocol) }),
  /** What is to be seen is there and painted: an item, or the standby screen with something true on it. */
  v.object({ type: v.literal('seen') }),
  v.object({
    type: v.literal('heartbeat'),
    /** The stage's own steady clock, milliseconds. */
    mono: steady,
    /** Frames painted since the last heartbeat, as told by requestAnimationFrame. */
    frames: count,
    /** Frames of video that were due but not shown since the stage was loaded. */
    droppedFrames: count,
    programmeId: v.nullable(text(128)),
    cueId: v.nullable(text(128)),
    /** Of a clip whose length main does not know: how much of it is left to play. */
    remainingMs: v.optional(v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0)))),
    /** Nothing is on the stage, and the next heartbeat comes only after some seconds. */
    sleeps: v.boolean(),
  }),
  /** What is being made ready, and to blame should the stage die meanwhile. Null: nothing is, or it is ready. */
  v.object({ type: v.literal('preparing'), turn: v.nullable(v.object({ showingId, ...markFields })) }),
  v.object({
    type: v.literal('started'),
    showingId,
    ...markFields,
    /** Epoch milliseconds by main's clock. */
    at: instant,
  }),
  v.object({
    type: v.literal('ended'),
    showingId,
    cueId: text(128),
    at: instant,
    outcome: v.picklist(['completed', 'interrupted', 'failed']),
    reason: v.nullable(text(500)),
  }),
  /** A cue could not be shown at all: there was no showing, but there is a reason. */
  v.object({
    type: v.literal('failed'),
    showingId,
    cueId: text(128),
    at: instant,
    reason: text(500),
  }),
  /** Which kinds of stream of the programme this browser can decode. */
  v.object({ type: v.literal('streams'), browser: text(500), decodes: v.record(text(200), v.boolean()) }),
  /** A stage that stands by: the item after that one is painted, or (`shows` is false) there is none. */
  v.object({ type: v.literal('prepared'), after: v.nullable(mark), shows: v.boolean() }),
  /** The showing that was asked to yield ends at that instant, and nothing follows it here. */
  v.object({ type: v.literal('yields'), showingId, at: instant }),
]);

export type FromScreen = v.InferOutput<typeof fromScreen>;

export type StreamVerdicts = Omit<Extract<FromScreen, { type: 'streams' }>, 'type'>;

export function parseFromScreen(message: unknown): FromScreen | null {
  const parsed = v.safeParse(fromScreen, message);
  return parsed.success ? parsed.output : null;
}

/** What both hosts give the renderer as `window.bridge`. */
export interface Bridge {
  send(message: FromScreen): void;
  onMessage(listener: (message: ToScreen) => void): void;
}
