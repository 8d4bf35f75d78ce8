import { act, ask } from './ask.js';
import { card, make } from './element.js';
import { when } from './format.js';
import { failure } from './sentences.js';
import { say } from './words.js';

/** Who is logged in to this page, and logging others out. */
export function sessionsCard() {
  const list = make('ul', { class: 'list' });
  const outcome = make('p', { class: 'soft', role: 'status' });
  const others = make(
    'button',
    { type: 'button', hidden: true, onclick: () => end(null) },
    say('page.sessions.end-others'),
  );

  async function end(id) {
    try {
      await act('api/sessions/end', { id });
      outcome.textContent = say('page.sessions.ended');
    } catch (error) {
      outcome.textContent = failure(error);
    }
    await update();
  }
  function row({ id, address, since, seen, isOwn }) {
    return make(
      'li',
      {},
      make(
        'div',
        { class: 'grow' },
        make('strong', {}, address),
        make(
          'p',
          { class: 'soft small' },
          [
            say('page.sessions.since', { time: when(since) }),
            say('page.sessions.seen', { time: when(seen) }),
          ].join(' · '),
        ),
      ),
      isOwn
        ? make('span', { class: 'chip' }, say('page.sessions.own'))
        : make('button', { type: 'button', onclick: () => end(id) }, say('page.login.leave')),
    );
  }
  async function update() {
    try {
      const sessions = await ask('api/sessions');
      list.replaceChildren(...sessions.map(row));
      others.hidden = sessions.length < 2;
    } catch (error) {
      outcome.textContent = failure(error);
    }
  }
  void update();
  return card(say('page.sessions.title'), list, make('div', {}, others), outcome);
}
