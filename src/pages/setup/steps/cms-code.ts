import type { Guide } from '../guide.ts';
import { fileField } from './file-field.ts';

/** As a console writes it into its code: the address of the CMS, and below it a token. */
const codePattern = /^\s*(https?:\/\/\S+)\s+(\S+)\s*$/;

/** Address and token from a photo of a code, as the demo's console has one. */
export function cmsCodeField(
  { words: { say } }: Guide,
  take: (url: string, token: string) => void,
): HTMLElement {
  return fileField({
    name: 'code',
    accept: 'image/*',
    label: say('setup.cms.code'),
    choose: say('setup.choose-file'),
    hint: say('setup.cms.code.hint'),
    wait: say('setup.wait'),
    take: (text) => {
      const [, url, token] = codePattern.exec(text ?? '') ?? [];
      if (url && token) take(url, token);
      return say(url && token ? 'setup.cms.code.there' : 'setup.cms.code.unread');
    },
  });
}
