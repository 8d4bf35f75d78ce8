import type { Command } from './command.ts';

/** Every command by name. Loaded when used: `vitrine status` has no need of a downloader. */
const table: Readonly<Record<string, () => Promise<Command>>> = {
  run: async () => (await import('./run.ts')).runCommand,
  demo: async () => (await import('./demo.ts')).demoCommand,
  sync: async () => (await import('./sync.ts')).syncCommand,
  'sync pause': async () => (await import('./sync-pause.ts')).syncPauseCommand,
  'sync resume': async () => (await import('./sync-pause.ts')).syncResumeCommand,
  schedule: async () => (await import('./schedule.ts')).scheduleCommand,
  status: async () => (await import('./status.ts')).statusCommand,
  overlay: async () => (await import('./overlay.ts')).overlayCommand,
  'edition list': async () => (await import('./edition.ts')).editionListCommand,
  'edition rollback': async () => (await import('./edition.ts')).editionRollbackCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  'proof export': async () => (await import('./proof.ts')).proofExportCommand,
  'cms playlist list': cms('cms playlist list'),
  'cms playlist get': cms('cms playlist get'),
  'cms playlist create': cms('cms playlist create'),
  'cms playlist update': cms('cms playlist update'),
  'cms playlist delete': cms('cms playlist delete'),
  'cms mediafile list': cms('cms mediafile list'),
  'cms mediafile upload': cms('cms mediafile upload'),
  'cms device list': cms('cms device list'),
  'cms devicegroup list': cms('cms devicegroup list'),
  'cms login': cms('cms login'),
};

function cms(name: string): () => Promise<Command> {
  return async () => {
    const { cmsCommands } = await import('./cms.ts');
    const command = cmsCommands.find((candidate) => candidate.name === name);
    if (!command) throw new Error(`the command table names "${name}", which is not there`);
    return command;
  };
}

export function commandNames(): readonly string[] {
  return Object.keys(table);
}

export async function loadCommand(name: string): Promise<Command | null> {
  return Object.hasOwn(table, name) ? ((await table[name]?.()) ?? null) : null;
}
