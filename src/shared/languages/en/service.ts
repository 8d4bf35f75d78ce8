/** The service menu at the screen. */
export const service = {
  'service.title': 'Service menu',
  'service.pin': 'Enter the PIN.',
  'service.wrong': 'Wrong PIN.',
  'service.wait': {
    one: 'Too many wrong PINs: try again in {count} minute.',
    other: 'Too many wrong PINs: try again in {count} minutes.',
  },
  'service.busy': 'One moment…',
  'service.cancel': 'Cancel',
  'service.yes': 'Continue',
  'service.hold': 'Keep holding: {seconds} s',
  'service.setup': 'Set up again',
  'service.setup.ask':
    'Setup will begin on this screen. The current show goes on until the new one is ready.',
  'service.login': 'Log in: {host}',
  'service.login.ask':
    'The page will open. Log in there, then use the bar to go back to the show. The player keeps the cookies of that page, encrypted, but not the password. Everyone who sees this screen will see what the login shows.',
  'service.login.failed': 'The page at {host} did not answer: no login is kept.',
  'service.login.kept': 'The login at {host} is kept.',
  'service.login.none': 'The page at {host} did not set any cookies: no login is kept.',
  'service.login.too-large': 'The cookies of {host} are too large: no login is kept.',
  'service.login.unsaved':
    'The login at {host} is not on the disk yet: it would be lost if the player restarted now.',
  'service.name': 'Player: {name}',
  'service.page': 'Status page: {address}',
  'service.page.none': 'Status page: not available',
  'service.network': 'Network: {address}',
  'service.network.none': 'Network: not connected',
  'service.cms.reached': 'CMS: connected',
  'service.cms.not': 'CMS: not connected',
} as const;
