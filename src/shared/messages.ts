import * as v from 'valibot';
import { longestReason, type StageInterrupt } from './interrupts.ts';
import type { Language } from './languages/language.ts';
import type { Programme, ScreenSettings } from './programme.ts';

import type { ServiceShown } from './service.ts';

/** Raised when either side changes incompatibly. A stage that reports another number is reloaded. */
export const screenProtocol = 1;

/** The screen while no cue plays: never black. */
export interface Standby {
  readonly kind: 'starting' | 'idle' | 'setup' | 'fault';
  readonly language: Language;
  /** The name of this screen. */
  readonly name: string;
  /** For the public. */
  readonly title: string;
  /** Replaces the title of `starting` once there is a programme of which nothing is due. */
  readonly resting: string;
  /** The current state, and what to do. */
  readonly lines: readonly string[];
  /** Since when, as text; null if unknown. */
  readonly since: string | null;
  /** For support staff. */
  readonly small: readonly string[];
  /** How to set the player up from here; left out when setup is not offered. */
  readonly invitation?: Invitation;
  /** Replaces the invitation during setup by keyboard. */
  readonly form?: SetupForm;
  /** It covers the show of the first screen, which goes on below. */
  readonly inFront?: boolean;
  /** Rotation in degrees until a programme sets it. */
  readonly rotation?: 0 | 90 | 180 | 270;
}

/** One page of setup by keyboard, as displayed. It contains no secrets. */
export interface SetupForm {
  /** The step, for example `2 of 4`. */
  readonly step: string;
  readonly title: string;
  /** For a phone's camera. */
  readonly code: QrCode | null;
  readonly rows: readonly FormRow[];
  /** An error, progress or a result. */
  readonly notice: FormNotice | null;
  /** What the keys do. */
  readonly keys: readonly string[];
}

export interface FormNotice {
  readonly tone: 'dark' | 'attention' | 'well' | 'busy';
  readonly text: string;
  /** In English, for experts; empty if there is none. */
  readonly detail: string;
}

export interface FormRow {
  /** A text field, a choice, an entry of a list, or text that cannot be edited. */
  readonly kind: 'text' | 'pick' | 'line' | 'note';
  readonly label: string;
  readonly value: string;
  readonly hint: string;
  /** The row that receives the keys. */
  readonly isActive: boolean;
}

/** How to set this player up with a phone. */
export interface Invitation {
  /** The QR code for a phone's camera; null when no phone can reach the player. */
  readonly code: QrCode | null;
  readonly steps: readonly string[];
  /** What to type, each with a label: the address, the PIN. */
  readonly typed: readonly { readonly label: string; readonly value: string }[];
  /** The network, and the progress of setup. */
  readonly state: string;
  /** Other ways to set the player up from here. */
  readonly also: readonly string[];
}

/** Dark squares as an SVG path, one unit each. */
export interface QrCode {
  readonly path: string;
  /** Squares per side, including the quiet zone. */
  readonly size: number;
}

/** What a screen shows to identify itself, or to test picture and sound. */
export interface Identification {
  readonly kind: 'name' | 'test';
  readonly language: Language;
  /** Counted from the left, starting at 1. */
  readonly number: number;
  readonly name: string;
  /** Different on each screen. */
  readonly colour: string;
}

/** A position in a show that another stage can continue from. */
export interface Mark {
  readonly cueId: string;
  readonly pass: number;
  readonly index: number;
}

export type ToScreen =
  | { readonly type: 'programme'; readonly programme: Programme; readonly settings: ScreenSettings }
  | { readonly type: 'standby'; readonly standby: Standby }
  /**
   * The answer to a heartbeat: `echo` is its `mono`, from which the stage computes the offset of its clock. `slowness`: how
   * many times slower than usual this machine is.
   */
  | { readonly type: 'clock'; readonly echo: number; readonly epochMs: number; readonly slowness: number }
  /** A web page failed to load or answered an error status: only the host can know. */
  | { readonly type: 'page-failed'; readonly address: string; readonly reason: string }
  /**
   * Before the programme, to a stage that follows another one: the show continues after that item. A stage that stands by
   * makes the next item ready and waits.
   */
  | {
      readonly type: 'follow';
      readonly after: Mark | null;
      readonly standsBy: boolean;
      /** The zone whose item that is; left out: the screen is not divided. */
      readonly zone?: string;
      /** What the other zones go on after. */
      readonly others?: readonly { readonly zone: string; readonly after: Mark | null }[];
    }
  /** To the stage that stands by: the show is its own from that instant on. */
  | { readonly type: 'take-over'; readonly at: number }
  /** To the stage in sight: another stage continues after that showing, which stays in sight until then. */
  | { readonly type: 'yield'; readonly showingId: string; readonly zone?: string }
  /** To the stage that yielded: the other stage has been in sight since that instant. */
  | { readonly type: 'leave'; readonly at: number }
  /** To the stage that was to yield: the hand-over is cancelled. */
  | { readonly type: 'carry-on' }
  | { readonly type: 'overlay'; readonly visible: boolean }
  /** Shows the screen's name or a test picture with sound over everything. */
  | { readonly type: 'identify'; readonly shown: Identification; readonly forMs: number }
  /** Above everything; null: it is closed. */
  | { readonly type: 'service'; readonly shown: ServiceShown | null }
  /** All that is shown above the show from now on, from bottom to top. */
  | { readonly type: 'interrupts'; readonly shown: readonly StageInterrupt[] }
  /** While black, nothing is visible, audible or decoded. */
  | { readonly type: 'black'; readonly isBlack: boolean };

const text = (max: number) => v.pipe(v.string(), v.maxLength(max));
const steady = v.pipe(v.number(), v.finite());
/** Whole milliseconds: the stage's clock has fractions, records do not. */
const instant = v.pipe(v.number(), v.finite(), v.transform(Math.round));
const left = v.pipe(v.number(), v.finite(), v.minValue(0));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Left out: the screen is not divided. */
const zone = v.optional(text(40));

const markFields = { cueId: text(128), pass: count, index: count };
const mark = v.object(markFields);
/** Created by the stage for each showing: the key of proof of play. */
const showingId = v.pipe(v.string(), v.uuid());

/** All messages of a stage. Main parses them, because hostile content may have taken the stage over. */
const fromScreen = v.variant('type', [
  v.object({ type: v.literal('ready'), protocol: v.literal(screenProtocol) }),
  /** Correct content is painted: an item, or the standby screen with a valid message. */
  v.object({ type: v.literal('seen') }),
  v.object({
    type: v.literal('heartbeat'),
    /** The stage's steady clock in milliseconds. */
    mono: steady,
    /** Frames painted since the last heartbeat, counted with requestAnimationFrame. */
    frames: count,
    /** Video frames dropped since the stage was loaded. */
    droppedFrames: count,
    programmeId: v.nullable(text(128)),
    cueId: v.nullable(text(128)),
    /** Time left of a clip whose length main does not know. */
    remainingMs: v.optional(v.nullable(left)),
    /** The same for each zone that has such a clip. */
    zones: v.optional(v.pipe(v.array(v.object({ zone: text(40), remainingMs: left })), v.maxLength(40))),
    /** The stage is empty, and the next heartbeat comes only after some seconds. */
    sleeps: v.boolean(),
  }),
  /** The item being made ready: it is the suspect if the stage dies now. Null: none, or it is ready. */
  v.object({ type: v.literal('preparing'), zone, turn: v.nullable(v.object({ showingId, ...markFields })) }),
  v.object({
    type: v.literal('started'),
    zone,
    showingId,
    ...markFields,
    /** Epoch milliseconds by main's clock. */
    at: instant,
  }),
  v.object({
    type: v.literal('ended'),
    zone,
    showingId,
    cueId: text(128),
    at: instant,
    outcome: v.picklist(['completed', 'interrupted', 'failed']),
    reason: v.nullable(text(500)),
  }),
  /** A cue could not be shown at all: there was no showing. */
  v.object({
    type: v.literal('failed'),
    zone,
    showingId,
    cueId: text(128),
    at: instant,
    reason: text(500),
  }),
  /** Which stream types of the programme this browser can decode. */
  v.object({ type: v.literal('streams'), browser: text(500), decodes: v.record(text(200), v.boolean()) }),
  /** From a stage that stands by: the item after that one is painted; `shows` is false when there is none. */
  v.object({ type: v.literal('prepared'), after: v.nullable(mark), shows: v.boolean() }),
  /** An interrupt is on the display, or cannot be. */
  v.object({
    type: v.literal('interrupt'),
    key: text(300),
    state: v.picklist(['painted', 'failed']),
    at: instant,
    reason: v.nullable(text(longestReason)),
  }),
  /** The showing that was requested to yield ends at that instant, and nothing follows it here. */
  v.object({ type: v.literal('yields'), zone, showingId, at: instant }),
]);

export type FromScreen = v.InferOutput<typeof fromScreen>;

export type StreamVerdicts = Omit<Extract<FromScreen, { type: 'streams' }>, 'type'>;

export function parseFromScreen(message: unknown): FromScreen | null {
  const parsed = v.safeParse(fromScreen, message);
  return parsed.success ? parsed.output : null;
}

/** `window.bridge`, provided by both hosts. */
export interface Bridge {
  send(message: FromScreen): void;
  onMessage(listener: (message: ToScreen) => void): void;
}
