import { make } from './element.js';
import { messageFields } from './message-fields.js';
import { controls, titled } from './setting-controls.js';
import { say } from './words.js';

/** What pages write in the name of one player cannot be meant for several. */
const ofOnePlayer = ['name'];

/**
 * Commands that ask for something first, beside those that only need a button. `like`: the button that can work when it can;
 * `fields(those, commands)`: see `openSend`.
 */
export function forms(settings) {
  return [
    {
      key: 'message',
      like: 'interrupt-test',
      name: 'interrupt-show',
      group: 'screens',
      label: say('fleet.message'),
      fields: messageFields,
    },
    {
      key: 'setting',
      name: 'set',
      group: 'player',
      label: say('fleet.setting'),
      fields: (those, commands) => settingFields(settings, those, commands),
    },
  ];
}

/** One setting and its new value. Of one player the present values are read first. */
function settingFields(settings, those, commands) {
  const offered = settings.filter(({ name }) => those.length === 1 || !ofOnePlayer.includes(name));
  const known = new Map(offered.map((setting) => [setting.name, setting]));
  const body = make('div', { class: 'setting stack', id: 'setting' });
  const which = make(
    'select',
    { id: 'which-setting', onchange: draw },
    offered.map(({ name }) => make('option', { value: name }, titled(name))),
  );
  const note = make('p', { class: 'soft small', role: 'status' });
  let control = null;
  let isTouched = false;
  body.addEventListener('input', () => {
    isTouched = true;
  });

  function draw() {
    const { name, origin } = known.get(which.value);
    const isFixed = origin.kind === 'file' || origin.kind === 'variable';
    isTouched = false;
    control = controlOf(known.get(which.value), isFixed);
    const label = say('fleet.setting.value');
    body.replaceChildren(
      make('p', { class: 'soft small' }, say(`page.setting.${name}.why`)),
      control.isGroup
        ? make('h3', { id: 'value-label' }, label)
        : make('label', { for: 'value', class: 'title' }, label),
      control.element,
      isFixed ? make('p', { class: 'notice' }, say(`page.settings.from-${origin.kind}`, origin)) : '',
    );
    if (isFixed) control = null;
  }

  draw();
  if (those.length > 1) note.textContent = say('fleet.setting.several');
  else {
    note.textContent = say('fleet.setting.reads');
    commands.send(those[0].device, { name: 'settings', args: {} }, (state, _, answer) => {
      if (state === 'accepted') return;
      const isRead = state === 'done' && take(known, answer);
      note.textContent = isRead ? '' : say('fleet.setting.unread');
      // What was entered in the meantime stays.
      if (isRead && !isTouched) draw();
    });
  }
  return {
    element: make(
      'div',
      { class: 'stack' },
      make('label', { class: 'field' }, say('fleet.setting.which'), which),
      note,
      body,
    ),
    read: () => control && { name: which.value, value: control.read() },
  };
}

/** What a player says is hostile: a value that its control cannot show is left out. */
function take(known, answer) {
  const reported = Array.isArray(answer?.settings) ? answer.settings : [];
  let isRead = false;
  for (const { name, value = null, otherwise = null, origin } of reported.map((one) => one ?? {})) {
    const setting = known.get(name);
    if (setting === undefined || typeof origin?.kind !== 'string') continue;
    const now = { ...setting, value, otherwise, origin: { kind: origin.kind, name: String(origin.name) } };
    try {
      controlOf(now, true);
    } catch {
      continue;
    }
    known.set(name, now);
    isRead = true;
  }
  return isRead;
}

const controlOf = (setting, isFixed) =>
  controls[setting.control.kind](setting, { id: 'value', isFixed, changed: () => undefined });
