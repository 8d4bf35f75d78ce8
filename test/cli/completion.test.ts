import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bash } from '../../src/main/cli/completion/bash.ts';
import { fish } from '../../src/main/cli/completion/fish.ts';
import { zsh } from '../../src/main/cli/completion/zsh.ts';
import { reference } from '../../src/main/cli/help.ts';
import { temporaryFolder } from '../store/support/folder.ts';

const lines = (text: string): readonly string[] => text.trim().split(/\s*\n/).sort();

test('bash completes commands, their second words and their options', async () => {
  const file = join(await temporaryFolder(), 'vitrine');
  writeFileSync(file, bash(await reference()));
  const complete = (...words: string[]) =>
    lines(
      execFileSync(
        'bash',
        [
          '-c',
          `. ${file}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vitrine; printf '%s\\n' "\${COMPREPLY[@]}"`,
          'bash',
          ...words,
        ],
        {
          encoding: 'utf8',
        },
      ),
    );
  expect(complete('vitrine', 'sta')).toEqual(['status']);
  expect(complete('vitrine', 'alert', '')).toEqual(['test']);
  expect(complete('vitrine', 'sync', '')).toEqual(['pause', 'resume']);
  expect(complete('vitrine', 'identify', '--t')).toEqual(['--test']);
});

test.skipIf(!existsSync('/usr/bin/zsh'))('zsh completes the same', async () => {
  const file = join(await temporaryFolder(), '_vitrine');
  writeFileSync(file, zsh(await reference()));
  // Outside of its line editor zsh has no `compadd`: what would be added is printed.
  const complete = (...words: string[]) =>
    lines(
      execFileSync(
        'zsh',
        [
          '-f',
          '-c',
          `compdef() { :; }; . ${file}; compadd() { shift; print -l -- "$@"; }; _files() { :; }; words=("$@"); CURRENT=$#; _vitrine`,
          'zsh',
          ...words,
        ],
        {
          encoding: 'utf8',
        },
      ),
    );
  expect(complete('vitrine', '')).toEqual(expect.arrayContaining(['status', 'alert', 'completion']));
  expect(complete('vitrine', 'alert', '')).toEqual(['test']);
  expect(complete('vitrine', 'identify', '--t')).toEqual(expect.arrayContaining(['--test', '--seconds']));
});

test.skipIf(!existsSync('/usr/bin/fish'))(
  'fish completes the same, and says what a command does',
  async () => {
    const file = join(await temporaryFolder(), 'vitrine.fish');
    writeFileSync(file, fish(await reference()));
    const complete = (typed: string) =>
      lines(
        execFileSync('fish', ['--no-config', '-c', `source ${file}; complete -C '${typed}'`], {
          encoding: 'utf8',
        }),
      );
    expect(complete('vitrine sta')).toEqual([expect.stringMatching(/^status\t\S/)]);
    expect(complete('vitrine alert ')).toEqual([expect.stringMatching(/^test\tSends a test message/)]);
    expect(complete('vitrine identify --te')).toEqual(['--test']);
  },
);
