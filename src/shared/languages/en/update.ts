/** Releases of the player: what the updates do, and why there is none. */
export const update = {
  // What the updates do.
  'update.state.trying':
    'Release {version} has been on trial since {since:time}: {left} of {of} checks left.',
  'update.state.doubting.show':
    'Release {version} found nothing to show. The player went back to the previous release, which is checking whether it finds anything to show.',
  'update.state.doubting.cms':
    'With release {version}, the player lost the connection to the CMS. It went back to the previous release and is checking whether the network is the cause.',
  'update.state.held': 'Updates are on hold. To resume them, run “vitrine update resume”.',
  'update.state.looking': 'Checking for a new release.',
  'update.state.fetching': 'Downloading release {version}.',
  'update.state.unpacking': 'Unpacking release {version}.',
  'update.state.ready': 'Release {version} is downloaded and will be installed in the update window.',
  'update.state.ready.soon': 'Release {version} is downloaded and will be installed between two items.',
  'update.state.ready.missed':
    'Release {version} is downloaded, but the player was off during the update window. It will be installed the next time the player starts, or between two items after {after:time}.',
  'update.state.ending': 'The player is restarting with another release.',
  'update.state.waiting': 'The player has not checked for new releases yet.',
  'update.lost': 'Release {version} no longer starts: the previous release has been running since {at:time}.',
  'update.overdue':
    'Release {version} has been waiting since {since:time}: this player is off or asleep during the update window.',
  'update.stopped': 'No update: {why}',
  'update.idle':
    'update.url is set, but this player was not started by its launcher, so it installs no updates.',
  // Why a release is blocked.
  'update.blocked.lost-cms': 'The previous release could reach the CMS; this release could not.',
  'update.blocked.no-show': 'The previous release had content to show; this release found none.',
  'update.blocked.recalled': 'The publisher recalled the release.',
  'update.blocked.died': 'The release crashed or hung during its trial run.',
  'update.blocked.revives': {
    one: 'The screen had to be restored {count} time in ten minutes.',
    other: 'The screen had to be restored {count} times in ten minutes.',
  },
  'update.blocked.memory': 'The release uses too much memory ({memory:bytes}).',
  'update.blocked.no-item': 'The release showed nothing within its time, although content was scheduled.',
  'update.blocked.no-change': 'With this release, playback stayed on one item.',
  // Errors.
  'update-none': 'The player already has the newest release available to it.',
  'update-none.unwanted': 'The fleet is set to release {version}, which is not offered to this player.',
  'update-none.blocked': 'Release {version} is blocked. {why}',
  'update-none.not-yet': 'Release {version} is not offered to this player yet.',
  'update-off': 'Updates are off.',
  'update-off.no-address': 'No release address is configured (update.url).',
  'update-off.no-address.remedy':
    'Set update.url, or install from a folder: vitrine update now --from FOLDER',
  'update-off.no-launcher': 'Updates are off: this player was not started by its launcher.',
  'update-off.no-launcher.remedy': 'Start the player through its launcher: see docs/guide/updates.md.',
  'update-held': 'Updates are on hold.',
  'update-held.remedy': 'To resume them, run: vitrine update resume',
  'update-on-trial':
    'A release is on trial: wait until the player keeps it or goes back to the previous release.',
  'update-busy.stopping': 'The player is stopping.',
  'update-busy.switching': 'The player is switching to another release.',
  'update-busy.running': 'An update is in progress. To follow it, run “vitrine update status”.',
  'update-not-begun':
    'Release {version} was not installed: the player could not save the start of its trial run to the disk.',
  'update-not-begun.remedy':
    'Check whether the disk is full or read-only. The player will retry tomorrow. To retry now, run “vitrine update now”.',
  'update-clock': 'Cannot verify releases: this machine’s clock is wrong ({now}).',
  'update-no-space':
    'Not enough space: a release of {size:bytes} needs {needed:bytes}, but only {free:bytes} is free.',
  'update-wrong-length': '{name} does not have the size given in its signed metadata: {size:plain} bytes.',
  'update-wrong-hash': 'The content of {name} does not match its signature.',
  'update-server-error': 'The server answered with status {status:plain} for {url}.',
  'update-too-long': '{name} is larger than allowed.',
  'update-not-found': 'Cannot read {path}.',
  'update-not-found.metadata': 'The release folder does not contain metadata/{name}.',
  'update-no-root': 'The trusted root metadata {path} is missing.',
  'update-no-root.remedy': 'Copy the publisher’s metadata/1.root.json to that path.',
  'update-no-installer': 'The release installer does not respond.',
  'update-no-installer.remedy': 'See: systemctl status vitrine-installer.socket',
  'update-no-installer.garbled': 'The installer and the player exchanged unexpected data.',
  'update-no-installer.closed': 'The connection between the installer and the player was closed.',
  'update-no-installer.late': 'The connection between the installer and the player timed out.',
  'update-not-offered': 'No release with this hash is offered to this machine.',
  'update-rolled-back':
    'The “{role}” release metadata is older than the version that the other metadata announces.',
  'update-rolled-back.folder':
    'The “{role}” metadata in the folder (version {found:plain}) is older than the one already seen (version {seen:plain}).',
  'update-rolled-back.installed': 'Release {version} is older than {newest}, which was installed before.',
  'update-expired': 'The “{role}” release metadata has expired.',
  'update-not-signed': 'The “{role}” release metadata is not signed by the required keys.',
  'update-mixed':
    'The “{role}” release metadata does not match the size and hash given for it in other metadata.',
  'update-not-metadata':
    'Cannot read the “{role}” release metadata: this may be a login page or a damaged file.',
  'update-not-runnable': 'Release {version} does not run on this machine.',
  'update-not-runnable.version': 'Release {version} reports version {found}.',
  'update-not-runnable.unpack': 'Cannot unpack the package.',
  'update-not-runnable.entry':
    'The package contains {path}, which does not belong in a release: only regular files and folders are accepted.',
} as const;
