/** What `vitrine doctor` looks at. */
export const doctor = {
  'doctor.disk.free': '{free:bytes} free for {folder}',
  'doctor.disk.low': 'Only {free:bytes} is free for {folder}.',
  'doctor.disk.low.remedy':
    'Free up space on this disk: otherwise new content may not fit alongside the current content.',
  'doctor.disk.inodes': {
    one: 'The disk has room for only {count} more file.',
    other: 'The disk has room for only {count} more files.',
  },
  'doctor.disk.inodes.remedy': 'Delete files that are no longer needed.',
  'doctor.disk.no-folder': '{folder} cannot be the data folder: {other} is not a folder.',
  'doctor.disk.no-folder.remedy': 'Set dataDir to another folder.',
  'doctor.disk.read-only': 'Cannot write to {folder}: the file system is read-only.',
  'doctor.disk.read-only.remedy': 'Mount the file system writable, or set dataDir to another disk.',
  'doctor.disk.owner':
    '{path} belongs to the user with ID {uid:plain}, but the data folder belongs to the user with ID {owner:plain}: the player cannot write to {path}.',
  'doctor.disk.owner.remedy': 'Run: chown -R {owner:plain} {folder}',
  'doctor.disk.not-writable': 'Cannot write to {folder}: {code}.',
  'doctor.disk.not-writable.remedy': 'Check the disk’s free space, quota and health.',
  'doctor.disk.not-permitted': 'Cannot write to {folder}: the user that runs Vitrine has no permission.',
  'doctor.disk.not-permitted.remedy':
    'Make the user that runs the player the owner of the folder, or set dataDir to another folder.',
  'doctor.clock.right': '{shown}, time zone {zone}',
  'doctor.clock.too-early':
    'The clock is wrong: it shows {shown}. Entries with dates will not play until the clock is right.',
  'doctor.clock.contradicted':
    'The clock is wrong: it shows {shown}, but the clock of the CMS shows {there}. Entries with dates will not play until the clock is right.',
  'doctor.clock.synchronise':
    'Turn on time synchronisation (on Debian: timedatectl set-ntp true), or replace the clock battery.',
  'doctor.config.no-file': 'no configuration file: environment variables and default values apply',
  'doctor.database.files': { one: '{count} file, {size:bytes}', other: '{count} files, {size:bytes}' },
  'doctor.database.active': '{files}; content version {edition} is active',
  'doctor.database.no-edition': '{files}; nothing to play yet',
  'doctor.database.rebuild':
    'Start the player: it sets the damaged file aside and rebuilds the database from the files on disk.',
  'doctor.database.owner': 'Check that the user that runs the player owns the data folder.',
  'doctor.browser.found': '{program} ({reason})',
  'doctor.browser.root': 'Electron does not start as root, because it would run without a sandbox.',
  'doctor.browser.root.remedy': 'Run the player as another user, or set VITRINE_HOST=chromium.',
  'doctor.video.software':
    'no graphics card: the processor renders pages and decodes videos (“vitrine doctor --measure” shows how well)',
  'doctor.video.no-driver':
    'the graphics card renders pages, but the processor decodes videos: there is no driver for video decoding',
  'doctor.video.hardware':
    'the graphics card decodes videos with {api} (“vitrine doctor --measure” shows which codecs)',
  'doctor.video.now.hardware': 'now playing {file}, decoded by hardware ({decoder})',
  'doctor.video.now.processor': 'now playing {file}, decoded by the processor ({decoder})',
  'doctor.display.running': 'in use by the running player',
  'doctor.display.desktop': 'the desktop of this session',
  'doctor.display.x11': 'X11 display {name}, {width:plain} × {height:plain}',
  'doctor.display.wayland': 'Wayland display {name}',
  'doctor.display.several': 'Wayland places windows itself: several screens may appear on the same display.',
  'doctor.display.several.remedy':
    'Start the player with “vitrine --ozone-platform=x11 run”, or in an X11 session.',
  'doctor.display.none.electron': 'No display is set (DISPLAY), and Electron does not start without one.',
  'doctor.display.none.no-xvfb': 'No display is set (DISPLAY), and Xvfb is not installed.',
  'doctor.display.none.virtual':
    'No display is set (DISPLAY): the player would use a virtual one that nobody can see.',
  'doctor.display.session': 'Start the player in the graphical session, or set DISPLAY (often :0).',
  'doctor.display.no-wayland': 'Cannot connect to the Wayland display {name}: nothing is listening there.',
  'doctor.display.no-wayland.remedy': 'Start the player in the graphical session.',
  'doctor.show.well': 'No problems found in playlists and zones.',
  'doctor.show.rests':
    'Nothing in the playlist “{name}” is scheduled to play now, so the playlist is skipped; “vitrine schedule --screen {show}” shows why.',
  'doctor.show.screen-rests':
    'Nothing is scheduled to play now on screen {show}, which is showing a notice; “vitrine schedule --screen {show}” shows why.',
  'doctor.show.zone-rests':
    'Nothing is scheduled to play now in zone “{zone}”, which is showing its background; “vitrine schedule --screen {show}” shows why.',
  'doctor.player.state': '{sentence} (since {since}, browser: {browser})',
  'doctor.player.none': 'No player is running with this data folder.',
  'doctor.player.none.remedy': 'Start the player: vitrine run',
  'doctor.player.see-health': 'For details, run “vitrine health”.',
  'doctor.player.see-health.dark':
    'Run “vitrine health” and read the log; restart the player if the screen stays dark.',
  'doctor.player.restart': 'Restart the player.',
  'doctor.security.fine': 'no exposed file or display, no unencrypted connection, no outdated browser',
  'doctor.security.unencrypted':
    'The connection to the CMS ({origin}) is not encrypted: anyone on the network can read the token and change the content.',
  'doctor.security.unencrypted.remedy':
    'Use an https:// address for the CMS. To refuse unencrypted downloads and feeds as well, set cms.httpsOnly to true.',
  'doctor.security.nobody': 'The browser runs as the user “nobody”, which other programs may use too.',
  'doctor.security.nobody.remedy':
    'Run “useradd --system --shell /usr/sbin/nologin vitrine”, then remove chromium.user from the settings.',
  'doctor.security.outdated':
    'The browser was built on {day}, {days} days ago: it lacks newer security fixes.',
  'doctor.security.update-vitrine': 'Install a newer release of Vitrine.',
  'doctor.security.update-chromium':
    'Update the browser (on Debian: apt-get update && apt-get install chromium), and turn on automatic updates.',
  'doctor.security.display': 'Every program on this machine can see and change what display {display} shows.',
  'doctor.security.display.remedy':
    'Run “xhost -” in the graphical session, and find out which program ran “xhost +”.',
  'doctor.page.off': 'the status page is turned off',
  'doctor.page.free': 'port {port:plain} is free',
  'doctor.page.taken': 'The status page cannot start: port {port:plain} is in use.',
  'doctor.page.refused': 'The status page cannot start on port {port:plain}: {why}.',
  'doctor.page.another-port':
    'Set adminPort (VITRINE_ADMIN_PORT) to another port, or to 0 to turn the status page off.',
  'doctor.watchdog.none': 'this machine has no hardware watchdog',
  'doctor.watchdog.untimed': '{identity} is active.',
  'doctor.watchdog.active': '{identity}, timeout {timeout:duration}',
  'doctor.watchdog.unnamed': 'hardware watchdog',
  'doctor.watchdog.idle':
    'The hardware watchdog ({identity}) is not in use: if this machine hangs, nothing will restart it.',
  'doctor.watchdog.idle.remedy':
    'Set RuntimeWatchdogSec=30 under [Manager] in /etc/systemd/system.conf.d/watchdog.conf, and restart the machine.',
  'doctor.power.good': 'The supply voltage has been sufficient since the machine was started.',
  'doctor.power.was-low': 'The supply voltage was too low at times since the machine was started.',
  'doctor.power.was-low.remedy': 'Use the power supply that the manufacturer recommends, with a short cable.',
  'doctor.temperature.good': '{sensor} at {celsius} °C',
  'doctor.wear.good': '{disk}: at least {used:percent} of its rated life has been used',
  'doctor.wear.failing': 'The disk {disk} reports that it is failing (SMART).',
  'doctor.wear.failing.remedy': 'Replace the disk now.',
  'doctor.failed': 'Failed checks: {checks}.',
  // What `vitrine doctor --measure` finds.
  'player-runs': 'Cannot measure while a player is running: the test clips would cover its content.',
  'player-runs.remedy': 'Stop the player first.',
  'not-measured.no-display': 'Cannot measure video playback: no display is connected.',
  'not-measured.display-gone': 'Cannot measure video playback: the display was disconnected.',
  'not-measured.crashed':
    'Cannot measure video playback: the browser crashed while it played a test clip ({reason}).',
  'not-measured.hung': 'Cannot measure video playback: the browser does not respond.',
  'not-measured.slow':
    'Cannot measure video playback: the test clips did not finish within {limit:duration}.',
  'doctor.measure.retry':
    'Run the measurement again in the graphical session of the player, while the machine is idle.',
  'doctor.measure.machine': '{browser}, display {display}, processors: {processors}, {memory:plain} MiB',
  'doctor.measure.virtual': '{display} (virtual, not visible)',
  'doctor.measure.row.unknown': 'not supported by the browser',
  'doctor.measure.row': '{result}  {decoder}, {shown} of 30 frames, {rate} fps',
  'doctor.measure.row.memory': '{row}, {memory:plain} MiB',
  'doctor.measure.plays': 'plays   ',
  'doctor.measure.stutters': 'stutters',
  'doctor.measure.hardware': 'Hardware decoding: {codecs}.',
  'doctor.measure.software': 'Software decoding: {codecs}.',
  'doctor.measure.none': 'No decoder for {codecs}.',
  'doctor.measure.advice.small':
    'Use images, and videos of at most 1280×720: videos at 1920×1080 stutter with every codec.',
  'doctor.measure.advice.hd': 'Videos at 1920×1080 and 30 fps play smoothly with {codecs}.',
  'doctor.measure.advice.uhd': 'Videos at 3840×2160 play smoothly with {codecs}.',
  'doctor.measure.advice.no-uhd': 'Videos at 3840×2160 stutter with every codec.',
  'doctor.measure.advice.stutters': 'Videos at 1920×1080 stutter with {codecs}.',
  'doctor.measure.advice.unknown': 'The browser cannot play {codecs}.',
} as const;
