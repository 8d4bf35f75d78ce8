import { systemCode } from '../ground/errors.ts';
import { mainFileSystem } from '../ground/main-fs.ts';
import { compareVersions } from '../release/release.ts';
import { launchedBy } from './launched.ts';
import { type Shelf, ShelfFolder } from './shelf.ts';
import { factory, type ReleaseId, type UpdateState } from './state.ts';
import { UpdateRoot } from './update-root.ts';

interface NewPackage {
  /** Its version; null: only a person changes the factory. */
  readonly over: string | null;
  readonly running: ReleaseId;
  readonly at: string;
}

/**
 * Another package was installed. The newest release that was not taken back on this machine runs: the package, which begins anew,
 * or what is current. A package older than the one before is a person's decision, since no package manager takes one by itself.
 * The launcher starts each new package first, so that this rule stands here alone; a package that fails to come up is lost.
 */
export async function laidOver(
  state: UpdateState,
  { over, running, at }: NewPackage,
  shelf: Pick<Shelf, 'versionOf'>,
): Promise<UpdateState> {
  if (over === null || state.over === over) return state;
  const { current, previous, blocked } = state;
  const isNewer = async (release: ReleaseId | null): Promise<boolean> => {
    const version = release === null || release === factory ? null : await shelf.versionOf(release);
    return version !== null && compareVersions(version, over) > 0;
  };
  const isLowered = state.over !== null && compareVersions(over, state.over) < 0;
  const isTakenBack = current !== factory && blocked.some(({ version }) => version === over);
  if (!isLowered && (isTakenBack || (await isNewer(current))))
    return { ...state, over, previous: (await isNewer(previous)) ? previous : factory };
  if (running !== factory) return { ...state, over, lost: { release: factory, version: over, at } };
  const nothing = { previous: null, trial: null, doubt: null, waiting: null, floor: null, lost: null };
  return { ...state, over, current: factory, ...nothing };
}

/**
 * True: this player is a package that is new to the state, and has to end as a newer release goes on. It ends before it opens a
 * database that the release may have changed.
 */
export async function givesWay(env: NodeJS.ProcessEnv): Promise<boolean> {
  const { release: running, over = null, byRoot = null } = launchedBy(env) ?? {};
  const path = env.VITRINE_UPDATE_ROOT;
  if (!path || running !== factory) return false;
  try {
    const root = new UpdateRoot(mainFileSystem, path);
    const written = await root.state();
    const shelf = new ShelfFolder(mainFileSystem, byRoot?.shelf ?? path);
    const state = await laidOver(written, { over, running, at: '' }, shelf);
    if (state === written || state.current === factory) return false;
    await root.cameUp(factory);
    await root.keep(state);
    return true;
  } catch (thrown) {
    // Unwritten, the end would be one of many: the package runs, and reports its disk once it is up.
    if (systemCode(thrown) === null) throw thrown;
    return false;
  }
}
