import { element, hintOf } from '../element.ts';

interface FileFieldNeeds {
  readonly name: string;
  readonly accept: string;
  readonly label: string;
  /** On the button: the browser's own speaks the browser's language. */
  readonly choose: string;
  readonly hint: string;
  /** What is known already. */
  readonly outcome?: string;
  /** Returns what to show about the chosen file. */
  take(file: File): Promise<string>;
}

/** A field for a file or a photo of a code, which says below it what has been found. */
export function fileField({
  name,
  accept,
  label,
  choose,
  hint,
  outcome = '',
  take,
}: FileFieldNeeds): HTMLElement {
  const input = element('input', { type: 'file', name, accept });
  const shown = element('span', { class: 'hint', role: 'status' }, outcome);
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (!file) return;
    void take(file).then((text) => {
      shown.textContent = text;
    });
  });
  return element(
    'label',
    { class: 'field' },
    label,
    input,
    element('span', { class: 'button' }, choose),
    hintOf(hint),
    shown,
  );
}
