/** What sync, schedule, stage and displays report. */
export const engine = {
  'cms-unsteady': 'The CMS suddenly lists far less than before, and each of its answers differs.',
  'sync-paused': 'Sync is paused.',
  'sync-paused.remedy': 'Run: vitrine sync resume.',
} as const;
