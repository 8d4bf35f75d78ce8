import { OnScreenKeyboard } from '../../../src/renderer/keyboard/keyboard.ts';
import type { Field, Typed } from '../../../src/shared/keyboard.ts';
import type { Language } from '../../../src/shared/languages/language.ts';

// A document of the player as small as can be: the page in a frame, and the keyboard below it.
const own = globalThis as unknown as {
  wrote(text: string): void;
  show(field: Field | null): void;
};
const { searchParams } = new URL(location.href);
const frame = document.createElement('iframe');
frame.src = searchParams.get('page') ?? '';
const keyboard = new OnScreenKeyboard({
  language: (searchParams.get('language') ?? 'en') as Language,
  typed: (typed: Typed) => own.wrote(JSON.stringify(typed)),
  hidden: () => own.wrote('null'),
});
document.body.append(frame, keyboard.element);
own.show = (field) => keyboard.show(field);
