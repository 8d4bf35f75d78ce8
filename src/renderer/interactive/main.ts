import './interactive.css';
import type { InteractiveShown } from '../../shared/interactive.ts';
import type { Field } from '../../shared/keyboard.ts';
import { InteractiveFrame, type Report } from './frame.ts';

// Main calls these in this document. The page, in a frame of another origin, does not reach them.
const own = globalThis as unknown as {
  vitrine: {
    /** The next of its reports. */
    next(): Promise<Report>;
    show(shown: InteractiveShown): void;
    field(field: Field | null): void;
    countDown(seconds: number | null): void;
    say(text: string | null): void;
    refused(): void;
  };
};
const reports: Report[] = [];
let wanted: ((report: Report) => void) | null = null;
let frame: InteractiveFrame | null = null;

function hand(): void {
  const [report] = reports;
  if (wanted === null || report === undefined) return;
  reports.shift();
  wanted(report);
  wanted = null;
}

own.vitrine = {
  next: () =>
    new Promise((resolve) => {
      wanted = resolve;
      hand();
    }),
  show(shown) {
    frame = new InteractiveFrame(shown, (report) => {
      reports.push(report);
      hand();
    });
    document.documentElement.lang = shown.language;
    document.body.replaceChildren(frame.element);
  },
  field: (field) => frame?.field(field),
  countDown: (seconds) => frame?.countDown(seconds),
  say: (text) => frame?.say(text),
  refused: () => frame?.refused(),
};
