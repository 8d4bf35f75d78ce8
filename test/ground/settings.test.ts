import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withSettings } from '../../scripts/settings-table.ts';
import { commandHelp, overview } from '../../src/main/cli/help.ts';
import { command as run } from '../../src/main/cli/run.ts';
import { fitted } from '../../src/main/cli/text/fitted.ts';
import { settings } from '../../src/main/config/list.ts';
import { settingsSchema } from '../../src/main/config/settings.ts';

const page = readFileSync(
  fileURLToPath(new URL('../../docs/reference/settings.md', import.meta.url)),
  'utf8',
);

describe('every setting', () => {
  it('is in the table of the docs as declared', () => {
    expect(page, 'the table is old: npm run docs').toBe(withSettings(page));
    for (const { name } of settings) expect(page).toContain(`| \`${name}\` |`);
  });

  it('is in the help of run, and its variable in that of vitrine', async () => {
    const [ofRun, all] = [commandHelp(run), await overview()];
    for (const { name, variable } of settings) {
      expect(ofRun).toContain(variable === null ? `  ${name}` : `  ${name}, ${variable}`);
      expect(all).toContain(variable ?? '');
    }
  });

  it('has a meaning, its allowed values and its default', () => {
    const meanings = Object.fromEntries(settings.map(({ name, meaning }) => [name, meaning]));
    expect(meanings).toMatchObject({
      syncSeconds: expect.stringContaining('(1 to 86400; default 60)'),
      'screen.fit': expect.stringContaining('(contain, cover, stretch; default contain)'),
      'downloads.bytesPerSecond': expect.stringContaining('(from 1024)'),
      'screens[].display': expect.stringContaining('default primary'),
    });
    const declared = Object.keys(settingsSchema.entries);
    expect(new Set(settings.map(({ name }) => name.split(/[.[]/)[0]))).toEqual(new Set(declared));
  });

  it('that is a number accepts a number from the environment, the others text', () => {
    expect(settings.filter(({ variable, isNumber }) => variable && isNumber).map(({ name }) => name)).toEqual(
      ['syncSeconds', 'adminPort', 'setup.port', 'screen.pageZoom', 'screen.pageReloadSeconds'],
    );
  });
});

it('the help fits the width of the terminal, except for a single longer word', async () => {
  const lines = fitted(await overview(), 40).split('\n');
  expect(lines.filter((line) => line.length > 40 && line.trim().includes(' '))).toEqual([]);
  expect(fitted('  --json  one JSON document on stdout, for programs', 30)).toBe(
    '  --json  one JSON document on\n          stdout, for programs',
  );
  expect(fitted('  word-that-is-long', 10)).toBe('  word-that-is-long');
});
