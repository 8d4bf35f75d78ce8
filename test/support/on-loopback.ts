import { Reach } from '../../src/main/net/reach.ts';

/** What a player may ask whose CMS is on this machine, as the servers of tests are. */
export function onLoopback(): Reach {
  return new Reach({ cms: 'http://127.0.0.1/' });
}
