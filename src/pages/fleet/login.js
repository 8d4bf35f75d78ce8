import { icon, make } from './element.js';
import { say } from './words.js';

const kept = ['url', 'fleet', 'user'];
/** The name of a fleet that is not configured otherwise. */
const usual = { fleet: 'vitrine' };

/** Asks for broker, fleet and user. The password is not kept. */
export function loginForm(connect) {
  const input = (id, attributes) =>
    make('input', { id, value: localStorage.getItem(`vitrine ${id}`) ?? usual[id] ?? '', ...attributes });
  const fields = {
    url: input('url', { required: true, placeholder: say('fleet.broker.example'), autocomplete: 'url' }),
    fleet: input('fleet', { required: true, pattern: '[\\w.\\-]{1,64}' }),
    user: input('user', { autocomplete: 'username' }),
    password: input('password', { type: 'password', autocomplete: 'current-password', value: null }),
  };
  const labels = {
    url: 'fleet.broker',
    fleet: 'fleet.title',
    user: 'fleet.user',
    password: 'fleet.password',
  };
  const fault = make('p', { id: 'login-fault', class: 'mistake', role: 'alert' });
  const form = make(
    'form',
    { id: 'login', class: 'card stack login' },
    make(
      'div',
      { class: 'row plain' },
      make('img', { src: 'icon.svg', alt: '', width: 32, height: 32 }),
      make('h1', {}, say('fleet.title')),
    ),
    make('p', { class: 'soft' }, say('fleet.login.why')),
    Object.entries(fields).map(([name, field]) =>
      make('label', { class: 'field', for: name }, say(labels[name]), field),
    ),
    fault,
    make('button', { type: 'submit', class: 'primary' }, icon('key'), say('fleet.connect')),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const login = Object.fromEntries(
      Object.entries(fields).map(([name, { value }]) => [name, name === 'password' ? value : value.trim()]),
    );
    for (const name of kept) localStorage.setItem(`vitrine ${name}`, login[name]);
    fault.textContent = say('fleet.connecting');
    connect(login);
  });
  return {
    element: make('main', { id: 'login-page' }, form),
    say(why) {
      fault.textContent = why;
    },
    forget() {
      fields.password.value = '';
    },
  };
}
