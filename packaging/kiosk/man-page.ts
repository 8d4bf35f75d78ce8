import type { Reference } from '../../src/main/cli/command.ts';

/** vitrine(1), generated from the commands' own help. */
export function manPage({ commands, settings, version }: Reference, date: number): string {
  const day = new Date(date * 1000).toISOString().slice(0, 10);
  return [
    `.TH VITRINE 1 "${day}" "Vitrine ${text(version)}" "Vitrine"`,
    '.SH NAME',
    'vitrine \\- digital signage player',
    '.SH SYNOPSIS',
    '.B vitrine',
    '.I COMMAND',
    '[options]',
    '.SH DESCRIPTION',
    'Plays the playlists of a signage CMS fullscreen, online or not. On a kiosk the service',
    '.B vitrine.service',
    'is the player; root and the members of the group',
    '.B vitrine',
    'reach it with these commands.',
    '.SH COMMANDS',
    ...commands.flatMap(section),
    '.SH SETTINGS',
    'In the configuration file, or in the environment, which overrides it.',
    ...settings.flatMap(({ name, variable, meaning }) => [
      '.TP',
      `.B ${text(variable === null ? name : `${name}, ${variable}`)}`,
      text(meaning),
    ]),
    '.SH EXIT STATUS',
    '0 done, 1 failed (one line on standard error says why), 2 wrong usage.',
    '.SH FILES',
    ...[
      ['/etc/vitrine/config.json', 'the configuration'],
      ['/var/lib/vitrine', 'the show, proof of play, logs'],
      ['/run/vitrine', 'profiles of the browser, the control socket, the log of the X server'],
      ['/etc/X11/xorg.conf.d', 'settings of this machine for the X server'],
    ].flatMap(([path = '', meaning = '']) => ['.TP', `.I ${text(path)}`, text(meaning)]),
    '',
  ].join('\n');
}

function section({ name, usage, summary, details }: Reference['commands'][number]): readonly string[] {
  return [
    '.TP',
    `.B ${text(name)} ${text(usage)}`.trimEnd(),
    text(summary),
    ...(details === '' ? [] : ['.RS', '.nf', ...text(details).split('\n'), '.fi', '.RE']),
  ];
}

/** Escapes characters that roff would interpret. */
function text(plain: string): string {
  return plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1')
    .replaceAll(/^$/gm, '\\&');
}
