/** What a fleet can ask of a player. */
export const fleetCommands = [
  'sync',
  'rollback',
  'overlay',
  'picture',
  'identify',
  'restart-browser',
  'restart-player',
  'update-now',
  'update-hold',
  'safe-mode-off',
  'logs',
  'doctor',
] as const;
