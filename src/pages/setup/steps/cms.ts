import { Incomplete } from '../channel.ts';
import { element, field } from '../element.ts';
import type { Guide, Step } from '../guide.ts';
import { cancelButton } from './cancel.ts';
import { cmsCodeField } from './cms-code.ts';

/** The address of the CMS, and its login. */
export function cmsStep(guide: Guide): Step {
  const { say } = guide.words;
  const { entries } = guide;
  const url = field(say('setup.cms.address'), say('setup.cms.address.hint'), {
    name: 'url',
    inputmode: 'url',
    value: entries.url,
    'data-first': true,
    enterkeyhint: 'next',
  });
  const token = field(say('setup.cms.token'), say('setup.cms.token.hint'), {
    name: 'token',
    type: 'password',
    value: entries.token,
    enterkeyhint: 'go',
  });
  const show = element('input', { type: 'checkbox' });
  show.addEventListener('change', () => {
    token.input.type = show.checked ? 'text' : 'password';
  });
  const shown = element('label', { class: 'choice plain' }, show, say('setup.show-token'));
  const byLogin = element('button', { class: 'quiet', type: 'button' }, say('setup.cms.by-login'));
  // The address that is there is typed over.
  url.input.addEventListener('focus', () => window.setTimeout(() => url.input.select()));
  const keep = (): void => {
    guide.entries = { ...guide.entries, url: url.input.value, token: token.input.value };
  };
  byLogin.addEventListener('click', () => {
    keep();
    guide.show(guide.steps.login(guide));
  });
  return {
    number: 1,
    title: say('setup.cms.title'),
    content: [
      url.field,
      token.field,
      shown,
      cmsCodeField(guide, (address, word) => {
        url.input.value = address;
        token.input.value = word;
      }),
      element('div', {}, byLogin),
      cancelButton(guide, 'setup.again.cancel', 'setup.again.cancelled'),
    ],
    action: say('setup.next'),
    go: async () => {
      keep();
      if (guide.entries.url.trim() === '') throw new Incomplete('setup.empty.address');
      if (guide.entries.token.trim() === '') throw new Incomplete('setup.empty.token');
      const lists = await guide.channel.ask({
        act: 'connect',
        url: guide.entries.url,
        token: guide.entries.token,
      });
      guide.entries = { ...guide.entries, lists, url: lists.url };
      return guide.steps.what(guide);
    },
  };
}
