import { element, hintOf } from '../element.ts';
import { readFileOrCode } from '../read-code.ts';

interface FileFieldNeeds {
  readonly name: string;
  readonly accept: string;
  readonly label: string;
  /** On the button: the browser's own speaks the browser's language. */
  readonly choose: string;
  readonly hint: string;
  /** While a file is read. */
  readonly wait: string;
  /** What is known already. */
  readonly outcome?: string;
  /** Returns what to show about the text of the chosen file, or of the code in the photo; null: neither is readable. */
  take(text: string | null): Promise<string> | string;
}

/** A field for a file or a photo of a code, which says below it what has been found. */
export function fileField({
  name,
  accept,
  label,
  choose,
  hint,
  wait,
  outcome = '',
  take,
}: FileFieldNeeds): HTMLElement {
  const input = element('input', { type: 'file', name, accept });
  const shown = element('span', { class: 'hint', role: 'status' }, outcome);
  const read = async (file: File): Promise<void> => {
    // The last chosen file counts, however long an earlier one takes.
    const isLast = (): boolean => input.files?.[0] === file;
    shown.textContent = wait;
    const text = await readFileOrCode(file).catch(() => null);
    const found = isLast() ? await take(text) : '';
    if (isLast()) shown.textContent = found;
  };
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void read(file);
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
