import './interactive.css';
import type { InteractiveMissed, InteractiveShown } from '../../shared/interactive.ts';
import type { Field } from '../../shared/keyboard.ts';
import { InteractiveFrame, type Report } from './frame.ts';

// Main calls these in this document. The page, in a frame of another origin, does not reach them.
const own = globalThis as unknown as {
  vitrine: {
    /** The next of its reports. */
    next(): Promise<Report | undefined>;
    show(shown: InteractiveShown): void;
    /** The page is on the display, or does not load. */
    painted(): Promise<void>;
    field(field: Field | null): void;
    countDown(seconds: number | null): void;
    say(text: string | null): void;
    missed(missed: InteractiveMissed): void;
  };
};
const { readable, writable } = new TransformStream<Report, Report>();
const [reader, writer] = [readable.getReader(), writable.getWriter()];
let frame: InteractiveFrame | null = null;

own.vitrine = {
  next: async () => (await reader.read()).value,
  show(shown) {
    frame = new InteractiveFrame(shown, (report) => void writer.write(report));
    document.documentElement.lang = shown.language;
    document.body.replaceChildren(frame.element);
  },
  painted: async () => frame?.painted(),
  field: (field) => frame?.field(field),
  countDown: (seconds) => frame?.countDown(seconds),
  say: (text) => frame?.say(text),
  missed: (missed) => frame?.missed(missed),
};
