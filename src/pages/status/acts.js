import { act } from './ask.js';
import { card, dialog, make } from './element.js';
import { failure } from './sentences.js';
import { say } from './words.js';

/** What somebody who has logged in may do; those that interrupt the show are asked about first. */
const acts = [
  { name: 'sync', path: 'api/sync' },
  { name: 'pause', path: 'api/sync/pause' },
  { name: 'resume', path: 'api/sync/resume' },
  { name: 'identify', path: 'api/identify?kind=name' },
  { name: 'test', path: 'api/identify?kind=test', asks: true },
  { name: 'overlay', path: 'api/overlay?visible=true' },
  { name: 'overlay-off', path: 'api/overlay?visible=false' },
  { name: 'rollback', path: 'api/edition/rollback', asks: true },
  { name: 'update', path: 'api/update/now', asks: true },
  { name: 'restart', path: 'api/restart', asks: true },
];
/** Offered first, and only where there is something to end. */
const safeModeOff = { name: 'safe-mode-off', path: 'api/safe-mode/off', asks: true };

export function actsCard() {
  const said = make('p', { class: 'soft', role: 'status' });
  const run = async ({ name, path }) => {
    said.textContent = say('page.act.under-way');
    try {
      await act(path);
      said.textContent = say(`page.act.${name}.done`);
    } catch (error) {
      said.textContent = failure(error);
    }
  };
  const button = (one) =>
    make(
      'button',
      {
        type: 'button',
        class: one.asks ? 'danger' : null,
        onclick: () => (one.asks ? confirm(one, run) : run(one)),
      },
      say(`page.act.${one.name}`),
    );
  const ending = button(safeModeOff);
  ending.hidden = true;
  const row = make('div', { class: 'acts' }, ending, acts.map(button));
  return {
    element: card(say('page.act.title'), row, said),
    update({ mode }) {
      ending.hidden = mode !== 'safe';
    },
  };
}

function confirm(one, run) {
  const box = dialog(
    say(`page.act.${one.name}`),
    say('page.close'),
    make('p', {}, say(`page.act.${one.name}.ask`)),
    make(
      'div',
      { class: 'row' },
      make(
        'button',
        {
          type: 'button',
          class: 'primary',
          onclick: () => {
            box.close();
            void run(one);
          },
        },
        say(`page.act.${one.name}`),
      ),
      make('button', { type: 'button', onclick: () => box.close() }, say('page.act.cancel')),
    ),
  );
}
