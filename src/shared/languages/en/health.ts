/** How the player is: the reasons of health, each with what to do, and what brings the player back. */
export const health = {
  'health.well': 'All is well.',
  'health.off': 'All is well: the displays are off as scheduled.',
  'health.starting': 'Screen {screen} is not showing anything yet: the player is starting.',
  'health.starting.remedy': 'Wait a minute.',
  'health.not-painting': 'Screen {screen} is frozen or dark; the player is restoring it.',
  'health.not-painting.remedy':
    'The player restores the picture automatically. If this takes more than a few minutes, restart the machine.',
  'health.no-display': 'No display is connected for screen {screen}.',
  'health.no-display.remedy': 'Check that the cable is connected and the display is switched on.',
  'health.reviving': 'The player is restoring screen {screen}.',
  'health.reviving.remedy': 'This takes a few seconds.',
  'health.safe-mode':
    'Safe mode: there was no stable picture after the last three starts. Only images and videos play. Next normal start: {at:time}.',
  'health.safe-mode.remedy':
    'The player tries a normal start automatically. The log shows what happened before safe mode.',
  'health.changed.browser':
    'The browser changed from {before} to {now}; since then there has been no stable picture.',
  'health.changed.kernel':
    'The kernel changed from {before} to {now}; since then there has been no stable picture.',
  'health.changed.player':
    'The player changed from {before} to {now}; since then there has been no stable picture.',
  'health.browser-changed.remedy': 'If the screen stays dark, install the previous version again.',
  'health.engine-silent': 'The background service does not respond; the show continues.',
  'health.engine-silent.remedy':
    'The player restarts the background service automatically. If the problem persists, check the disk.',
  'health.loop-late': 'The machine is overloaded: the player stalled for a while.',
  'health.loop-late.remedy': 'Check what else is running on this machine.',
  'health.display-not-switched': 'Cannot switch a display on or off: {why}',
  'health.display-not-switched.remedy':
    'Check the display’s hook, cec or ddc setting and its cable; the player retries every 30 s.',
  'health.disk.full': 'The disk is full: content updates are on hold.',
  'health.disk.full.playing': 'The disk is full: content updates are on hold. The show continues.',
  'health.disk.failing': 'The disk is failing: replace it.',
  'health.disk.read-only': 'The disk is read-only: nothing can be stored.',
  'health.disk.read-only.playing': 'The disk is read-only: nothing can be stored. The show continues.',
  'health.disk.remedy': 'Free up space, or replace the disk; “vitrine doctor” says what to do.',
  'health.disk-low': 'The disk is nearly full: content updates are on hold.',
  'health.disk-low.remedy': 'Free up space on the disk, or remove files from the playlists.',
  'health.under-voltage': 'The supply voltage of this machine is too low.',
  'health.under-voltage.remedy': 'Use the power supply that the manufacturer recommends, with a short cable.',
  'health.hot': 'This machine is too hot: {sensor} is at {celsius} °C.',
  'health.hot.remedy':
    'Improve the ventilation, clean the machine’s fan, and keep the machine out of the sun.',
  'health.storage-worn': 'The disk {disk} is worn: {used:percent} of its rated life is used.',
  'health.storage-worn.remedy': 'Replace the disk soon: a worn disk loses files.',
  'health.clock-not-trusted': 'This machine’s clock is wrong.',
  'health.clock-not-trusted.remedy': 'Set the clock, or make sure that the machine can reach a time server.',
  'health.configuration.remedy':
    'Run “vitrine doctor”: it shows which setting is wrong and what to do. The player reads the corrected file within minutes.',
  'health.cms-silent': 'The CMS has been unreachable for hours: the content may be out of date.',
  'health.cms-silent.remedy': 'Check the network at the site, and whether another machine can reach the CMS.',
  'health.updates-stopped.remedy':
    '“vitrine update status” shows what is blocking the updates, and what to do.',
  'health.release-lost.remedy':
    'The files of the release that no longer starts are damaged: check the disk. If updates are on, the player downloads this release again.',
  'health.no-show': 'There is nothing to show yet.',
  'health.no-show.remedy': 'Assign a playlist to this screen in the CMS; playback starts automatically.',
  'health.fleet-clone': 'Another player in the fleet has the same name.',
  'health.fleet-clone.remedy':
    'Give each player its own fleet.device and credentials: a cloned SD card contains both.',
  'health.fleet-silent': 'The fleet’s broker has been unreachable for hours; the show continues.',
  'health.fleet-silent.remedy':
    'Check the network at the site and the broker; “vitrine health” shows why there is no connection.',
  'health.off-by-hand': 'The displays were switched off manually and will stay off until {until:time}.',
  'health.off-by-hand.open':
    'The displays were switched off manually and will stay off until they are switched on again.',
  'health.off-by-hand.remedy':
    'Switch the displays on from the status page, or return them to the schedule with: vitrine display auto',
  'health.cms-never-reached': 'The player has not been able to fetch anything from the CMS since it started.',
  'health.cms-never-reached.why':
    'The player has not been able to fetch anything from the CMS since it started: {why}',
  'health.cms-never-reached.remedy':
    'Run “vitrine doctor”: it tests the network, the address and the token, and says what to do.',
  'health.unassigned.remedy': 'Assign a playlist to this screen in the CMS; playback starts automatically.',
  'health.playlist-empty.remedy': 'Add entries to the playlist in the CMS, or assign another one.',
  'health.held-back': '{why} The previous content keeps playing.',
  'health.held-back.not-due':
    'The new playlist has nothing to play in the next 24 hours. The previous content keeps playing.',
  'health.unplayable': '“{name}” cannot be shown.',
  'health.unplayable.more': {
    one: '“{name}” and {count} more file cannot be shown.',
    other: '“{name}” and {count} more files cannot be shown.',
  },
  'health.unplayable.remedy':
    '“Files” on the status page and “vitrine status” give the reason. Replace the file in the CMS, or remove it from the playlist.',
  'health.setup-file':
    'The player keeps its current settings because it cannot use the file {file} from the USB stick: {why}',
  'health.setup-file.remedy': 'Correct the file, or remove it.',
  'health.touch-stuck':
    'The touch panel of screen {screen} reports a touch that never ends: touches may be ignored.',
  'health.touch-stuck.remedy':
    'Clean the screen and remove anything that touches it. If that does not help, restart the touch panel. This message disappears after the next normal touch.',
  'health.page-login.none': 'The web page of {host} is not logged in.',
  'health.page-login.expired': 'The login at {host} has expired.',
  'health.page-login.lost': 'The login at {host} was lost: its file is damaged.',
  'health.page-login.remedy':
    'Log in at the screen, from the service menu, which needs a PIN (service.pin). This message disappears after the login.',
  'health.sync-paused': 'Content updates have been paused manually: no new content is downloaded.',
  'health.sync-paused.remedy': 'Resume content updates on the status page, or with “vitrine sync resume”.',
  'health.fleet-not-joined':
    'The player has been unable to connect to the fleet’s broker since it started; the show continues.',
  'health.fleet-not-joined.why':
    'The player has been unable to connect to the fleet’s broker since it started: {why}',
  'health.fleet-not-joined.remedy':
    'Check the network, the broker and the fleet settings; “vitrine health” shows why there is no connection.',
  // Why nothing was shown for a while.
  'health.gap.not-running': 'The player was not running.',
  'health.gap.nothing-due': 'Nothing was scheduled.',
  // Restarts that a person requests.
  'not-supervised': 'Cannot restart the player: no service manager (such as systemd) would start it again.',
  'not-supervised.remedy':
    'Run the player as a service, or set VITRINE_SUPERVISED=1 if another program restarts it.',
  'not-in-safe-mode': 'The player is not in safe mode.',
  'not-in-safe-mode.remedy': 'Nothing to do: “vitrine health” shows the player’s state.',
} as const;
