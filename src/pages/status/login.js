import { act } from './ask.js';
import { icon, make } from './element.js';
import { length } from './format.js';
import { say } from './words.js';

/** Asks for the password that an installer has set for this player. */
export function openLogin(main, { name }, done) {
  const mistake = make('p', { class: 'mistake', id: 'login-mistake', role: 'alert' });
  const password = make('input', {
    type: 'password',
    id: 'password',
    autocomplete: 'current-password',
    required: true,
    'aria-describedby': 'login-mistake',
  });
  const button = make('button', { class: 'primary', type: 'submit' }, say('page.login.enter'));
  const send = async (event) => {
    event.preventDefault();
    button.disabled = true;
    mistake.textContent = '';
    try {
      await act('api/login', { password: password.value });
      await done();
    } catch (error) {
      button.disabled = false;
      password.setAttribute('aria-invalid', 'true');
      mistake.textContent =
        error.status === 429
          ? say('page.login.wait', { time: length((error.waitSeconds ?? 60) * 1000) })
          : say(error.status === 401 ? 'page.login.wrong' : 'page.silent');
      password.select();
      password.focus();
    }
  };
  main.replaceChildren(
    make(
      'form',
      { class: 'card stack login', onsubmit: send },
      make('div', { class: 'row' }, icon('key'), make('h1', {}, say('page.login.title', { name }))),
      make('p', { class: 'soft' }, say('page.login.why')),
      make('label', { class: 'field', for: 'password' }, say('page.login.password'), password),
      mistake,
      button,
    ),
  );
  password.focus();
}

/** The current user, and the logout button. */
export function openSession({ mayAct, canLogIn }, login) {
  if (!mayAct && !canLogIn) return [];
  const leave = async () => {
    await act('api/logout').catch(() => undefined);
    login();
  };
  return mayAct
    ? [make('button', { type: 'button', class: 'quiet', onclick: leave }, say('page.login.leave'))]
    : [];
}
