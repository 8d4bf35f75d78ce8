import type { FormRow, SetupForm } from '../../shared/messages.ts';
import { element } from './element.ts';
import { drawnCode } from './invitation.ts';

/** Setup by keyboard, display only: the player receives the keys, and secrets are not sent here. */
export function setupForm({ step, title, code, rows, notice, keys }: SetupForm): readonly HTMLElement[] {
  const list = element('ul', 'form', rows.map(row));
  const commands = element(
    'ul',
    'keys',
    keys.map((key) => element('li', '', [key])),
  );
  return [
    element('p', 'form-step', [step]),
    element('h1', '', [title]),
    // Screen readers announce changes here.
    live(notice === null ? [] : [noticed(notice)]),
    ...(code === null ? [] : [drawnCode(code)]),
    list,
    commands,
  ];
}

function row({ kind, label, value, hint, isActive }: FormRow): HTMLElement {
  const parts = [
    element('span', 'label', [label]),
    element('span', 'value', [value]),
    ...(hint === '' ? [] : [element('span', 'remark', [hint])]),
  ];
  const made = element('li', 'row', kind === 'line' ? parts.toReversed() : parts);
  made.dataset.kind = kind;
  if (isActive) made.setAttribute('aria-current', 'true');
  return made;
}

function live(children: readonly Node[]): HTMLElement {
  const made = element('div', '', children);
  made.setAttribute('aria-live', 'polite');
  return made;
}

function noticed({ tone, text, detail }: NonNullable<SetupForm['notice']>): HTMLElement {
  const small = detail === '' ? [] : [element('small', '', [detail])];
  const made = element('p', 'notice', [text, ...small]);
  made.dataset.tone = tone;
  return made;
}
