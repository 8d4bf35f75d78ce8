import { element, hintOf } from '../element.ts';

interface FileFieldNeeds {
  readonly name: string;
  readonly accept: string;
  readonly label: string;
  readonly hint: string;
  /** What is known already. */
  readonly outcome?: string;
  /** Returns what to show about the chosen file. */
  take(file: File): Promise<string>;
}

/** A field for a file or a photo of a code, which says below it what has been found. */
export function fileField({ name, accept, label, hint, outcome = '', take }: FileFieldNeeds): HTMLElement {
  const input = element('input', { type: 'file', name, accept });
  const shown = element('span', { class: 'hint', role: 'status' }, outcome);
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (!file) return;
    void take(file).then((text) => {
      shown.textContent = text;
    });
  });
  return element('label', { class: 'field' }, label, input, hintOf(hint), shown);
}
