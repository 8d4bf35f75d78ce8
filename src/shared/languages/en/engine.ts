/** What sync and the thread that runs it report. */
export const engine = {
  'cms-unsteady': 'The CMS suddenly lists far fewer items than before, and its responses keep changing.',
  'sync-paused': 'Sync is paused.',
  'sync-paused.remedy': 'To resume sync, run: vitrine sync resume',
  'edition-not-found': 'Nothing to play: the player has not received any content from the CMS yet.',
  'edition-not-found.remedy': 'Check the CMS and the playlist assignment, or run: vitrine sync --once',
  'config-incomplete': 'Neither the CMS nor a playlist, device or device group is configured.',
  'config-incomplete.address': 'The CMS address is not configured (VITRINE_CMS_URL).',
  'config-incomplete.assignment':
    'No playlist, device or device group is configured (VITRINE_PLAYLIST, VITRINE_DEVICE or VITRINE_DEVICE_GROUP).',
  'config-incomplete.add': 'Complete the configuration in {file}.',
  'config-incomplete.set':
    'Complete the configuration with environment variables or in a configuration file.',
  'engine-closed': 'The background service is not ready yet.',
  'engine-gone': 'The background service has stopped.',
  'engine-silent': 'The background service does not respond.',
  'engine-silent.status':
    'The background service does not respond and is being restarted; the show continues. Content, sync, downloads and storage are shown in their last known state.',
} as const;
