import { type Message, verbatim } from '../../shared/languages/message.ts';
import type { ScreenSight } from '../show/screen-status.ts';
import type { ScreenFacts } from './facts.ts';

/**
 * Facts of every planned or opened screen. `since`: when the player began to wait for its first window, by the monotonic clock,
 * which starts with the player.
 */
export function screenFacts(
  planned: readonly string[],
  sights: readonly ScreenSight[],
  absent: readonly { readonly screenId: string; readonly why: Message }[],
  monotonic: number,
  wanted: (screenId: string) => 'on' | 'off' = () => 'on',
  since = 0,
): readonly ScreenFacts[] {
  const known = new Map(sights.map((sight) => [sight.id, sight]));
  return [...new Set([...planned, ...known.keys()])].map((id) => {
    const sight = known.get(id);
    const away = absent.find(({ screenId }) => screenId === id);
    const state = sight === undefined || sight.state === 'off' ? 'waiting' : sight.state;
    return {
      id,
      wanted: wanted(id),
      state: away ? 'absent' : state === 'painting' && sight?.isBlack ? 'black' : state,
      forMs: monotonic - (sight?.since ?? since),
      why: away?.why ?? (sight?.why ? verbatim(sight.why) : null),
      plays: sight?.plays ?? false,
    };
  });
}
