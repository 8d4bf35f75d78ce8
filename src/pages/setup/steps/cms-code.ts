import { element, hintOf } from '../element.ts';
import type { Guide } from '../guide.ts';
import { readFileOrCode } from '../read-code.ts';

/** As a console writes it into its code: the address of the CMS, and below it a token. */
const codePattern = /^\s*(https?:\/\/\S+)\s+(\S+)\s*$/;

/** Address and token from a photo of a code, as the demo's console has one. */
export function cmsCodeField(
  { words: { say } }: Guide,
  take: (url: string, token: string) => void,
): HTMLElement {
  const input = element('input', { type: 'file', name: 'code', accept: 'image/*' });
  const outcome = element('span', { class: 'hint', role: 'status' });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (!file) return;
    void readFileOrCode(file)
      .catch(() => null)
      .then((text) => {
        const [, url, token] = codePattern.exec(text ?? '') ?? [];
        if (url && token) take(url, token);
        outcome.textContent = say(url && token ? 'setup.cms.code.there' : 'setup.cms.code.unread');
      });
  });
  return element(
    'label',
    { class: 'field' },
    say('setup.cms.code'),
    input,
    hintOf(say('setup.cms.code.hint')),
    outcome,
  );
}
