import type { Clock } from '../ground/clock.ts';
import type { FileSystem } from '../ground/fs.ts';
import type { Network } from '../net/network.ts';
import type { Bandwidth } from './bandwidth.ts';
import type { Blocks } from './blocks.ts';
import type { FreeSpace } from './free-space.ts';
import type { Limits } from './limits.ts';

/** Dependencies of the parts of a download. Each picks what it uses. */
export interface SharedNeeds {
  readonly fs: FileSystem;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly network: Network;
  readonly bandwidth: Bandwidth;
  readonly blocks: Blocks;
  readonly space: FreeSpace;
}
