/** Releases of the player: what the updates do, and why there is none. */
export const update = {
  // What the updates do.
  'update.state.trying': '{version} is on trial since {since:time}: {left} of {of} checks left.',
  'update.state.doubting.show':
    '{version} found nothing to show; the previous release checks whether it does.',
  'update.state.doubting.cms':
    '{version} lost the CMS; the previous release checks whether the network is the cause.',
  'update.state.held': 'Updates are on hold. To resume them, run “vitrine update resume”.',
  'update.state.looking': 'Looking for a release.',
  'update.state.fetching': 'Downloading {version}.',
  'update.state.unpacking': 'Unpacking {version}.',
  'update.state.ready': '{version} is ready and starts in the update window.',
  'update.state.ready.soon': '{version} is ready and starts between two items.',
  'update.state.ready.missed':
    '{version} is ready; the player was off during the update window. It starts with the player, or between two items after {after:time}.',
  'update.state.ending': 'Restarting with another release.',
  'update.state.waiting': 'No check for releases yet.',
  'update.lost': 'Release {version} no longer starts: the previous one has been running since {at:time}.',
  'update.overdue':
    'Release {version} has been waiting since {since:time}: this player is off or asleep during the update window.',
  'update.stopped': 'No update: {why}',
  'update.idle': 'update.url is set, but the launcher did not start this player: it installs no releases.',
  // Why a release is blocked.
  'update.blocked.lost-cms': 'It did not reach the CMS; the previous release does.',
  'update.blocked.no-show': 'It found nothing to show; the previous release does.',
  'update.blocked.recalled': 'Its publisher recalled it.',
  'update.blocked.died': 'It crashed or hung before its trial run ended.',
  'update.blocked.revives': {
    one: 'Its screen had to be restored {count} time in ten minutes.',
    other: 'Its screen had to be restored {count} times in ten minutes.',
  },
  'update.blocked.memory': 'It uses {memory:bytes} of memory.',
  'update.blocked.no-item': 'It showed nothing for a minute, although something is scheduled.',
  'update.blocked.no-change': 'It did not advance from item to item.',
  // Errors.
  'update-none': 'This is the newest release for this player.',
  'update-none.unwanted': 'The fleet requests {version}, which is not offered to this player.',
  'update-none.blocked': '{version} is blocked: {why}',
  'update-none.not-yet': '{version} is not offered to this player yet.',
  'update-off': 'Updates are off.',
  'update-off.no-address': 'No address of releases is configured (update.url).',
  'update-off.no-address.remedy': 'Set update.url, or name a folder with --from.',
  'update-off.no-launcher': 'Updates are off: the launcher did not start this player.',
  'update-off.no-launcher.remedy':
    'See docs/guide/updates.md: a player that its launcher starts keeps releases side by side.',
  'update-held': 'Updates are on hold.',
  'update-held.remedy': 'Run: vitrine update resume',
  'update-on-trial': 'A release is on trial: wait until it is kept or rolled back.',
  'update-busy.stopping': 'The player is stopping.',
  'update-busy.switching': 'The player is switching to another release.',
  'update-busy.running': 'An update is in progress. To follow it, run “vitrine update status”.',
  'update-not-begun': '{version} was started, but its trial could not be recorded.',
  'update-not-begun.remedy':
    'Check whether the disk is full or read-only. The player retries tomorrow; “vitrine update now” retries at once.',
  'update-clock': 'Cannot verify releases: this machine’s clock is wrong ({now}).',
  'update-no-space':
    'Not enough space: a release of {size:bytes} needs {needed:bytes}, and {free:bytes} are free.',
  'update-wrong-length': '{name} does not have the signed length of {size:plain} bytes.',
  'update-wrong-hash': 'The content of {name} does not match its signature.',
  'update-server-error': 'The server answers with status {status:plain} for {url}.',
  'update-too-long': '{name} is larger than allowed.',
  'update-not-found': 'Cannot read {path}.',
  'update-not-found.metadata': 'The folder of releases has no metadata/{name}.',
  'update-no-root': 'The trusted root {path} is missing.',
  'update-no-root.remedy': 'Copy the publisher’s metadata/1.root.json there.',
  'update-no-installer': 'The installer of releases does not respond.',
  'update-no-installer.remedy': 'See: systemctl status vitrine-installer.socket',
  'update-no-installer.garbled': 'The installer and the player exchanged unexpected data.',
  'update-no-installer.closed': 'The connection between installer and player was closed.',
  'update-no-installer.late': 'The connection between installer and player timed out.',
  'update-not-offered': 'No release with this hash is offered to this machine.',
  'update-rolled-back': 'The “{role}” release metadata is older than the metadata that names it.',
  'update-rolled-back.folder':
    'The “{role}” metadata in the folder (version {found:plain}) is older than the one already seen (version {seen:plain}).',
  'update-rolled-back.installed': 'Release {version} is older than {newest}, which was installed before.',
  'update-expired': 'The “{role}” release metadata has expired.',
  'update-not-signed': 'The “{role}” release metadata is not signed by the required keys.',
  'update-mixed': 'The “{role}” release metadata is not the announced one.',
  'update-not-metadata':
    'Cannot read the “{role}” release metadata: this may be a login page or a damaged file.',
  'update-not-runnable': 'Release {version} does not run on this machine.',
  'update-not-runnable.version': 'Release {version} reports version {found}.',
  'update-not-runnable.unpack': 'Cannot unpack the package.',
  'update-not-runnable.entry':
    'The package contains {path}, which is not a plain file or folder of a release.',
} as const;
