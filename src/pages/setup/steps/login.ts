import { Incomplete, TurnedAway } from '../channel.ts';
import { element, field } from '../element.ts';
import type { Guide, Step } from '../guide.ts';

/** Login by an OAuth2 client of the CMS instead of a token. */
export function loginStep(guide: Guide): Step {
  const { say } = guide.words;
  const url = field(say('setup.cms.address'), say('setup.cms.address.hint'), {
    name: 'url',
    inputmode: 'url',
    value: guide.entries.url,
    'data-first': true,
  });
  const id = field(say('setup.login.client'), null, { name: 'client' });
  const secret = field(say('setup.login.secret'), null, { name: 'secret', type: 'password' });
  const redirect = say('setup.login.redirect', { address: guide.entries.look.redirectUri });
  return {
    number: 1,
    title: say('setup.cms.title'),
    content: [url.field, id.field, secret.field, element('p', { class: 'notice' }, redirect)],
    action: say('setup.next'),
    back: () => guide.steps.cms(guide),
    go: async () => {
      const [clientId, clientSecret] = [id.input.value, secret.input.value];
      if (url.input.value.trim() === '') throw new Incomplete('setup.empty.address');
      if (clientId.trim() === '' || clientSecret.trim() === '') throw new Incomplete('setup.empty.client');
      const { address, code } = await guide.channel.ask({
        act: 'login',
        url: url.input.value,
        clientId,
        clientSecret,
      });
      guide.entries = { ...guide.entries, url: url.input.value };
      return code === null ? pasteStep(guide, address) : codeStep(guide, address, code);
    },
  };
}

const everyMs = 2_000;

/** The person approves on this phone or any other device; the player polls the CMS. */
function codeStep(guide: Guide, address: string, code: string): Step {
  const { say } = guide.words;
  const mistake = element('div', { role: 'alert' });
  const shown = element(
    'div',
    { class: 'stack' },
    element('p', {}, say('setup.login.code')),
    element('p', { class: 'figures' }, code),
    element(
      'a',
      { class: 'button', href: address, target: '_blank', rel: 'noreferrer' },
      say('setup.login.open'),
    ),
    element('p', { class: 'soft', role: 'status' }, say('setup.login.waits')),
    mistake,
  );
  const look = async (): Promise<void> => {
    // Another step is shown by now.
    if (!shown.isConnected) return;
    try {
      const { lists } = await guide.channel.ask({ act: 'poll' });
      if (lists !== null && shown.isConnected) {
        guide.entries = { ...guide.entries, lists, url: lists.url };
        return guide.show(guide.steps.what(guide));
      }
      mistake.replaceChildren();
    } catch (error) {
      mistake.replaceChildren(guide.notice(error));
      // A phone loses its network for a moment, above all while its person approves in another tab.
      if (!(error instanceof TurnedAway && error.why === 'away')) return;
    }
    window.setTimeout(() => void look(), everyMs);
  };
  return {
    number: 1,
    title: say('setup.cms.title'),
    content: [shown],
    action: null,
    back: () => loginStep(guide),
    go: async () => null,
    seen: () => void look(),
  };
}

/** The person approves in another tab, which ends at an address of the phone itself; that address is pasted here. */
function pasteStep(guide: Guide, address: string): Step {
  const { say } = guide.words;
  const open = element(
    'a',
    { class: 'button', href: address, target: '_blank', rel: 'noreferrer' },
    say('setup.login.open'),
  );
  const pasted = field(say('setup.login.paste'), say('setup.login.paste.hint'), { name: 'pasted' });
  return {
    number: 1,
    title: say('setup.cms.title'),
    content: [element('div', {}, open), pasted.field],
    action: say('setup.next'),
    back: () => loginStep(guide),
    go: async () => {
      if (pasted.input.value.trim() === '') throw new Incomplete('setup.empty.paste');
      const lists = await guide.channel.ask({ act: 'redeem', address: pasted.input.value });
      guide.entries = { ...guide.entries, lists, url: lists.url };
      return guide.steps.what(guide);
    },
  };
}
