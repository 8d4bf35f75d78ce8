import type { Command } from './command.ts';

/** Every command by name. Loaded when used: `vitrine status` has no need of a downloader. */
const commands: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  run: () => import('./run.ts'),
  launch: () => import('./launch.ts'),
  demo: () => import('./demo.ts'),
  setup: () => import('./setup.ts'),
  sync: () => import('./sync.ts'),
  'sync pause': () => import('./sync-pause.ts'),
  'sync resume': () => import('./sync-resume.ts'),
  schedule: () => import('./schedule.ts'),
  status: () => import('./status.ts'),
  health: () => import('./health.ts'),
  display: () => import('./display.ts'),
  logs: () => import('./logs.ts'),
  overlay: () => import('./overlay.ts'),
  identify: () => import('./identify.ts'),
  support: () => import('./support.ts'),
  'access on': () => import('./access/on.ts'),
  'access off': () => import('./access/off.ts'),
  'access status': () => import('./access/status.ts'),
  'edition list': () => import('./edition-list.ts'),
  'edition rollback': () => import('./edition-rollback.ts'),
  doctor: () => import('./doctor.ts'),
  'proof export': () => import('./proof-export.ts'),
  'update status': () => import('./update/status.ts'),
  'update now': () => import('./update/now.ts'),
  'update hold': () => import('./update/hold.ts'),
  'update resume': () => import('./update/resume.ts'),
  'release keys': () => import('./release/keys.ts'),
  'release init': () => import('./release/init.ts'),
  'release add': () => import('./release/add.ts'),
  'release rollout': () => import('./release/rollout.ts'),
  'release recall': () => import('./release/recall.ts'),
  'release check': () => import('./release/check.ts'),
  'release renew': () => import('./release/renew.ts'),
  'fleet list': () => import('./fleet/list.ts'),
  'fleet watch': () => import('./fleet/watch.ts'),
  'fleet show': () => import('./fleet/show.ts'),
  'fleet cmd': () => import('./fleet/cmd.ts'),
  'fleet picture': () => import('./fleet/picture.ts'),
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

export const commandNames: readonly string[] = Object.keys(commands);

export async function loadCommand(name: string): Promise<Command | null> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return load ? (await load()).command : null;
}
