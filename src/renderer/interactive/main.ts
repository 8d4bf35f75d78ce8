import './interactive.css';
import type { InteractiveShown } from '../../shared/interactive.ts';
import type { Field } from '../../shared/keyboard.ts';
import { InteractiveFrame } from './frame.ts';

// Main calls these in this document. The page, in a frame on another site, reaches neither them nor the bridge.
const own = globalThis as unknown as {
  toVitrine(text: string): void;
  vitrine: {
    show(shown: InteractiveShown): void;
    field(field: Field | null): void;
    countDown(seconds: number | null): void;
    say(text: string | null): void;
    refused(): void;
  };
};
let frame: InteractiveFrame | null = null;
own.vitrine = {
  show(shown) {
    frame = new InteractiveFrame(shown, (report) => own.toVitrine(JSON.stringify(report)));
    document.documentElement.lang = shown.language;
    document.body.replaceChildren(frame.element);
  },
  field: (field) => frame?.field(field),
  countDown: (seconds) => frame?.countDown(seconds),
  say: (text) => frame?.say(text),
  refused: () => frame?.refused(),
};
