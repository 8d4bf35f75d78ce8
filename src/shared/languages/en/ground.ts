/** What any part of the player may report. */
export const ground = {
  'see-log': 'See the player’s log.',
  sentences: '{first} {next}',
  /** Text of another program, which has no translation. */
  verbatim: '{text}',
  // An error that no part of the player foresaw.
  internal: 'Unexpected error: {text}',
  'node-too-old':
    'Node {version} is too old for the database: it provides Node-API {found:plain}, but the database needs {needed:plain}.',
  'node-too-old.remedy':
    'Install Node 24, or start the player with npm: the npm scripts use the Node version installed with the project.',
  // How a program of the machine ended that was run for the player.
  'program.missing': '{program} is not installed',
  'program.not-started': '{program} did not start ({code})',
  'program.late': '{program} took longer than {limit:duration}',
  'program.ended': '{program} ended with status {code}',
} as const;
