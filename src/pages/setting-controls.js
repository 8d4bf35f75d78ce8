import { make } from './element.js';
import { hoursEditor } from './hours.js';
import { known, language, say, written } from './words.js';

export const titled = (name) =>
  say(known(`page.setting.${name}`) ? `page.setting.${name}` : 'page.tab.settings');

/** By kind: the element, and what it holds. */
export const controls = {
  text({ value, otherwise, control }, { id, isFixed, changed }) {
    const input = make('input', {
      id,
      type: 'text',
      maxlength: control.most || null,
      disabled: isFixed,
      value: value ?? '',
      placeholder: otherwise ?? '',
      oninput: changed,
    });
    return { element: input, read: () => input.value.trim() || null };
  },
  number({ name, value, control: { least, most } }, { id, isFixed, changed }) {
    const shown = make('output', { for: id });
    const input = make('input', {
      id,
      type: 'range',
      min: least,
      max: most,
      disabled: isFixed,
      value: value ?? most,
      oninput: () => {
        draw();
        changed();
      },
    });
    let isUsual = value === null;
    const draw = () => {
      isUsual = isUsual && Number(input.value) === most;
      shown.textContent = isUsual ? usually(name, null) : written().percent(Number(input.value) / 100);
    };
    draw();
    return {
      element: make('div', { class: 'row plain' }, input, shown),
      read: () => (isUsual ? null : Number(input.value)),
    };
  },
  choice({ name, value, otherwise, control }, { id, isFixed, changed }) {
    const options = [null, ...control.options].map((one) =>
      make(
        'option',
        { value: JSON.stringify(one), selected: one === value },
        one === null ? usually(name, otherwise) : chosenWord(name, one),
      ),
    );
    const select = make('select', { id, disabled: isFixed, onchange: changed }, options);
    return { element: select, read: () => JSON.parse(select.value) };
  },
  zone({ value, otherwise }, { id, isFixed, changed }) {
    const input = make('input', {
      id,
      type: 'text',
      list: `${id}-list`,
      disabled: isFixed,
      autocomplete: 'off',
      spellcheck: 'false',
      value: value ?? '',
      placeholder: otherwise ?? '',
      oninput: changed,
    });
    const zones = Intl.supportedValuesOf('timeZone').map((zone) => make('option', { value: zone }));
    return {
      element: make('div', {}, input, make('datalist', { id: `${id}-list` }, zones)),
      read: () => input.value.trim() || null,
    };
  },
  hours({ value }, { id, isFixed, changed }) {
    return { ...hoursEditor(value, { id, isFixed, changed }), isGroup: true };
  },
};

function usually(name, otherwise) {
  const key = `page.setting.${name}.default`;
  if (known(key)) return say('page.settings.usual', { value: say(key) });
  return otherwise === null
    ? say('page.settings.default')
    : say('page.settings.usual', { value: chosenWord(name, otherwise) });
}

function chosenWord(name, value) {
  if (name === 'language') return new Intl.DisplayNames(language(), { type: 'language' }).of(value);
  return typeof value === 'number' ? say('page.settings.degrees', { count: value }) : String(value);
}
