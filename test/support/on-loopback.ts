import { Reach } from '../../src/main/net/reach.ts';

/** The allowed addresses of a player whose CMS is on this machine, as in tests. */
export function onLoopback(): Reach {
  return new Reach({ cms: 'http://127.0.0.1/' });
}
