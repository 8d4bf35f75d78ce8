import { type Message, message } from '../../shared/languages/message.ts';

/** Why an item failed on screen, for people. */
export function failureOnScreen(reason: Message | string): Message {
  return typeof reason === 'string'
    ? (knownFailure(reason) ?? message('failed.other', { detail: reason }))
    : reason;
}

/** Stage and hosts report a stable word, mostly with a detail: `decode: …`. Null: it is none of these. */
export function knownFailure(reason: string): Message | null {
  const [, word = '', detail = ''] = /^([a-z-]+)(?:: | )?(.*)$/s.exec(reason) ?? [];
  if (word.startsWith('renderer-') || word.startsWith('stage-'))
    return message('failed.stage', { detail: reason });
  const found = Object.hasOwn(failures, word) ? failures[word] : undefined;
  return found?.(detail || word) ?? null;
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

/** Why the player blocks a page's request (see net/page-reach.ts). A browser's own text stays as it is. */
function refusedPage(detail: string): Message | string {
  const [, word = '', host = ''] = /^([a-z-]+) (\S+)$/.exec(detail) ?? [];
  const found = Object.hasOwn(refusals, word) ? refusals[word] : undefined;
  return found?.(host) ?? detail;
}

const refusals: Readonly<Record<string, (host: string) => Message>> = {
  'own-page': (host) => message('failed.page-refused.own', { host }),
  inside: (host) => message('failed.page-refused.inside', { host }),
  'led-inside': (host) => message('failed.page-refused.led-inside', { host }),
  'of-interrupt': (host) => message('failed.page-refused.of-interrupt', { host }),
  insecure: (host) => message('failed.page-refused.insecure', { host }),
};
