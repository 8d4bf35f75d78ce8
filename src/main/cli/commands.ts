import { actionTable } from '../actions/table/table.ts';
import { actionCommands } from './action-commands.ts';
import type { Command } from './command.ts';

/** Commands beyond the action table, loaded when used: `vitrine status` needs no downloader. */
const commands: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  run: () => import('./run.ts'),
  launch: () => import('./launch.ts'),
  demo: () => import('./demo.ts'),
  setup: () => import('./setup.ts'),
  sync: () => import('./sync.ts'),
  schedule: () => import('./schedule.ts'),
  status: () => import('./status.ts'),
  settings: () => import('./settings.ts'),
  health: () => import('./health.ts'),
  logs: () => import('./logs.ts'),
  support: () => import('./support.ts'),
  completion: () => import('./completion.ts'),
  'access on': () => import('./access/on.ts'),
  'access off': () => import('./access/off.ts'),
  'access status': () => import('./access/status.ts'),
  'access logout': () => import('./access/logout.ts'),
  'interrupt token add': () => import('./interrupt-token/add.ts'),
  'interrupt token list': () => import('./interrupt-token/list.ts'),
  'interrupt token revoke': () => import('./interrupt-token/revoke.ts'),
  'edition list': () => import('./edition-list.ts'),
  'edition rollback': () => import('./edition-rollback.ts'),
  doctor: () => import('./doctor.ts'),
  'proof export': () => import('./proof-export.ts'),
  'update status': () => import('./update/status.ts'),
};

/** Of publishers, fleets and the CMS. */
const others: typeof commands = {
  'release keys': () => import('./release/keys.ts'),
  'release init': () => import('./release/init.ts'),
  'release add': () => import('./release/add.ts'),
  'release rollout': () => import('./release/rollout.ts'),
  'release recall': () => import('./release/recall.ts'),
  'release remove': () => import('./release/remove.ts'),
  'release check': () => import('./release/check.ts'),
  'release renew': () => import('./release/renew.ts'),
  'fleet list': () => import('./fleet/list.ts'),
  'fleet watch': () => import('./fleet/watch.ts'),
  'fleet show': () => import('./fleet/show.ts'),
  'fleet forget': () => import('./fleet/forget.ts'),
  'fleet cmd': () => import('./fleet/cmd.ts'),
  'fleet picture': () => import('./fleet/picture.ts'),
  'fleet enrol group': () => import('./fleet/enrol/group.ts'),
  'fleet enrol serve': () => import('./fleet/enrol/serve.ts'),
  'fleet enrol player': () => import('./fleet/enrol/player.ts'),
  'fleet rollout start': () => import('./fleet/rollout/start.ts'),
  'fleet rollout run': () => import('./fleet/rollout/run.ts'),
  'fleet rollout stop': () => import('./fleet/rollout/stop.ts'),
  'fleet rollout resume': () => import('./fleet/rollout/resume.ts'),
  'fleet rollout status': () => import('./fleet/rollout/status.ts'),
  'cms playlist list': () => import('./cms/playlist-list.ts'),
  'cms playlist get': () => import('./cms/playlist-get.ts'),
  'cms playlist create': () => import('./cms/playlist-create.ts'),
  'cms playlist update': () => import('./cms/playlist-update.ts'),
  'cms playlist delete': () => import('./cms/playlist-delete.ts'),
  'cms mediafile list': () => import('./cms/mediafile-list.ts'),
  'cms mediafile upload': () => import('./cms/mediafile-upload.ts'),
  'cms device list': () => import('./cms/device-list.ts'),
  'cms devicegroup list': () => import('./cms/devicegroup-list.ts'),
  'cms login': () => import('./cms/login.ts'),
};

const ofActions = actionCommands(actionTable());

/** Those of one family stand together: `sync pause` beside `sync`. */
export const commandNames: readonly string[] = [
  ...Map.groupBy(
    [commands, ofActions, others].flatMap(Object.keys),
    (name) => name.split(' ', 1)[0],
  ).values(),
].flat();

export async function loadCommand(name: string): Promise<Command | null> {
  if (Object.hasOwn(ofActions, name)) return ofActions[name] ?? null;
  const all = { ...commands, ...others };
  const load = Object.hasOwn(all, name) ? all[name] : undefined;
  return load ? (await load()).command : null;
}
