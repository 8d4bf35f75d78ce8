import { act, ask } from './ask.js';
import { card, facts, fill, make } from './element.js';
import { when } from './format.js';
import { failure } from './sentences.js';
import { sessionsCard } from './sessions.js';
import { controls, titled } from './setting-controls.js';
import { say } from './words.js';

/** What people may change at this player, as its table of settings names it. */
export function openSettings(root, { session, status }) {
  const undo = make('div', {});
  const list = make('div', { class: 'stack' });
  const outcome = make('p', { class: 'soft', role: 'status' });
  const source = make('div', {});
  root.append(
    undo,
    card(null, session.mayAct ? null : mayNot(), list),
    source,
    session.mayAct ? sessionsCard() : '',
    outcome,
  );
  const rows = new Map();
  let isOver = false;

  const save = async (name, value) => take(await act('api/actions/set', { name, value }));
  const take = ({ settings, changed, cannot }) => {
    if (isOver) return;
    fill(source, [cannot, status?.source], () => sourceCard(status?.source, cannot, session.mayAct));
    for (const setting of settings) {
      const row = rows.get(setting.name) ?? settingRow(session.mayAct, save);
      if (!rows.has(setting.name)) list.append(row.element);
      rows.set(setting.name, row);
      row.take(setting);
    }
    fill(undo, changed, () => (changed && session.mayAct ? undoCard(changed, goBack) : null));
  };
  const goBack = async () => {
    try {
      take(await act('api/actions/settings-undo'));
      outcome.textContent = say('page.settings.undone');
    } catch (error) {
      outcome.textContent = failure(error);
    }
  };
  void ask('api/settings').then(take, (error) => {
    outcome.textContent = failure(error);
  });
  return {
    stop() {
      isOver = true;
    },
  };
}

const mayNot = () => make('p', { class: 'notice' }, say('page.settings.may-not'));

function undoCard({ name, at, by }, goBack) {
  const who = by && say(`page.settings.by-${by.kind}`, by.address ? { address: by.address } : undefined);
  const what = say('page.settings.changed', { setting: titled(name), time: when(at) });
  return make(
    'div',
    { class: 'card row' },
    make('p', { class: 'grow' }, [what, who].filter(Boolean).join(', ')),
    make('button', { type: 'button', onclick: goBack }, say('page.settings.undo')),
  );
}

/** The same guide as at the first setup, while the show goes on. */
function sourceCard(source, cannot, mayAct) {
  const outcome = make('p', { class: 'mistake', role: 'alert' });
  const begin = async () => {
    outcome.textContent = '';
    try {
      location.assign((await act('api/actions/setup-again')).address);
    } catch (error) {
      outcome.textContent = failure(error);
    }
  };
  return card(
    say('page.settings.source'),
    facts([
      [say('page.now.cms'), source?.cms],
      [source && say(`page.now.${source.kind}`), source?.name],
    ]),
    make('p', { class: 'soft' }, cannot ?? say('page.settings.again-why')),
    mayAct
      ? make(
          'div',
          {},
          make(
            'button',
            { type: 'button', disabled: cannot !== null, onclick: begin },
            say('page.settings.again'),
          ),
        )
      : null,
    outcome,
  );
}

/** One setting: what was typed stays until it is saved or discarded. */
function settingRow(mayAct, save) {
  const body = make('div', { class: 'setting stack' });
  let isDirty = false;
  const row = {
    element: body,
    take(setting) {
      if (!isDirty) fill(body, setting, () => parts(setting));
    },
  };

  function parts(setting) {
    const { name, value, origin } = setting;
    const id = `setting-${name.replaceAll('.', '-')}`;
    const isFixed = !mayAct || origin.kind === 'file' || origin.kind === 'variable';
    const outcome = make('p', { class: 'soft', role: 'status' });
    const mistake = make('p', { class: 'mistake', role: 'alert', id: `${id}-mistake` });
    const buttons = make('div', { class: 'row', hidden: true });
    const control = controls[setting.control.kind](setting, { id, isFixed, changed });
    const usual = make(
      'button',
      { type: 'button', class: 'quiet', onclick: () => send(null) },
      say('page.settings.default'),
    );
    usual.hidden = isFixed || origin.kind !== 'chosen';

    function changed() {
      isDirty = JSON.stringify(control.read()) !== JSON.stringify(value);
      buttons.hidden = !isDirty;
      mistake.textContent = '';
      outcome.textContent = '';
    }
    async function send(wanted) {
      outcome.textContent = say('page.settings.saving');
      mistake.textContent = '';
      try {
        const before = isDirty;
        isDirty = false;
        await save(name, wanted).catch((error) => {
          isDirty = before;
          throw error;
        });
        body.querySelector('[role=status]').textContent = say('page.settings.saved');
      } catch (error) {
        outcome.textContent = '';
        mistake.textContent = failure(error);
      }
    }
    function discard() {
      isDirty = false;
      delete body.dataset.facts;
      row.take(setting);
    }
    buttons.append(
      make(
        'button',
        { type: 'button', class: 'primary', onclick: () => send(control.read()) },
        say('page.settings.save'),
      ),
      make('button', { type: 'button', onclick: discard }, say('page.settings.discard')),
    );
    const label = control.isGroup
      ? make('h2', { id: `${id}-label` }, titled(name))
      : make('label', { for: id, class: 'title' }, titled(name));
    return [
      make('div', {}, label, make('p', { class: 'soft small' }, say(`page.setting.${name}.why`))),
      control.element,
      origin.name
        ? make('p', { class: 'soft small' }, say(`page.settings.from-${origin.kind}`, { name: origin.name }))
        : null,
      buttons,
      usual,
      mistake,
      outcome,
    ];
  }
  return row;
}
