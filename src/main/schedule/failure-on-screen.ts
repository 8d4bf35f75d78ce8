import { type Message, message } from '../../shared/languages/message.ts';

/** Why an item failed on screen, for people. Stage and hosts report a stable word, mostly with a detail: `decode: …`. */
export function failureOnScreen(reason: Message | string): Message {
  if (typeof reason !== 'string') return reason;
  const [, word = '', detail = ''] = /^([a-z-]+)(?:: | )?(.*)$/s.exec(reason) ?? [];
  if (word.startsWith('renderer-') || word.startsWith('stage-'))
    return message('failed.stage', { detail: reason });
  const found = Object.hasOwn(failures, word) ? failures[word] : undefined;
  return found?.(detail || word) ?? message('failed.other', { detail: reason });
}

/** Reported in safe mode instead of a failure. */
export const notInSafeMode = 'safe-mode';

const failures: Readonly<Record<string, (detail: string) => Message>> = {
  absent: () => message('failed.absent'),
  crashed: () => message('failed.crashed'),
  decode: (detail) => message('failed.decode', { detail }),
  empty: () => message('failed.empty'),
  load: (detail) => message('failed.load', { detail }),
  play: (detail) => message('failed.play', { detail }),
  'safe-mode': () => message('failed.safe-mode'),
  stalled: () => message('failed.stalled'),
  status: (status) => message('failed.page-status', { status }),
  timeout: (detail) => message('failed.timeout', { detail }),
  'too-large': (detail) => message('failed.too-large', { detail }),
  unreachable: (detail) => message('failed.page-unreachable', { detail: refusedPage(detail) }),
  unsupported: (detail) => message('failed.unsupported', { detail }),
};

/** Why the player blocks a page's request (see cms/page-reach.ts). A browser's own text stays as it is. */
function refusedPage(detail: string): Message | string {
  const [, word, host = ''] = /^(own-page|inside|led-inside) (\S+)$/.exec(detail) ?? [];
  if (word === 'own-page') return message('failed.page-refused.own', { host });
  if (word === 'inside') return message('failed.page-refused.inside', { host });
  return word === undefined ? detail : message('failed.page-refused.led-inside', { host });
}
