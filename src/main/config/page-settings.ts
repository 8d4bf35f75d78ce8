/**
 * What people may change at the running player, in the order in which its page shows it. Control and bounds come from the schema of
 * the setting.
 */
export const pageSettings = [
  'name',
  'screen.hours',
  'screen.volume',
  'screen.rotation',
  'timeZone',
  'language',
] as const;

export type PageSetting = (typeof pageSettings)[number];
