/** Requests to a running player: from its page, from commands beside it and from the network. */
export const admin = {
  'not-found': 'There is nothing at this address.',
  'not-found.picture': 'There are no screenshots while this player is being set up.',
  'internal.answer': 'The player sent an invalid response.',
  'player-silent': 'The running player did not answer within {time:duration}.',
  'player-silent.remedy': 'If the problem persists, restart the player.',
  'player-not-yours': 'The player that uses this data folder is run by another user of this machine.',
  'player-not-yours.remedy': 'Run the command as the user that runs the player.',
  'wrong-usage.action': '{name}, {where}: {what}.',
  'wrong-usage.access': 'Cannot turn on network access: {what}.',
  'wrong-usage.login': 'The login request is invalid.',
  'wrong-password': 'Wrong password.',
  'not-logged-in': 'Log in first.',
  'too-many-tries': 'Too many attempts: try again in {time:duration}.',
  'password-length': 'The password must have {shortest} to {longest} characters.',
  'access-not-kept': 'Cannot save the network access settings to the disk.',
  'access-not-kept.remedy': 'To find the cause, run “vitrine doctor”.',
  'access.port-taken': 'Port {port:plain} is in use. Choose another: vitrine access on --port {free:plain}',
  'access.not-listening': 'Cannot listen on port {port:plain}: {code}.',
  'access.port-taken.by':
    'Port {port:plain} is in use by {holder}. Choose another: vitrine access on --port {free:plain}',
  'wrong-usage.session': 'Give the ID of a session (see “vitrine access status”).',
} as const;
