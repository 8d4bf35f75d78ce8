import { dialog, make } from './element.js';
import { say } from './words.js';

/** Asks before something that interrupts a show. `also`: what else the dialog shows. */
export function confirm({ label, ask }, run, also = []) {
  const yes = () => {
    box.close();
    void run();
  };
  const box = dialog(
    label,
    say('page.close'),
    ask ? make('p', {}, ask) : null,
    also,
    make(
      'div',
      { class: 'row' },
      make('button', { type: 'button', class: 'primary', onclick: yes }, label),
      make('button', { type: 'button', onclick: () => box.close() }, say('page.actions.cancel')),
    ),
  );
  return box;
}
