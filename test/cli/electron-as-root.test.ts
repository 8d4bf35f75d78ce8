import { expect, test } from 'vitest';
import { insideElectronInstead } from '../../src/main/cli/electron.ts';

test.skipIf(process.getuid?.() !== 0)(
  'root is told why, in our words and before Electron says it in its own',
  async () => {
    await expect(
      insideElectronInstead('electron', ['run'], new AbortController().signal),
    ).rejects.toMatchObject({
      code: 'electron-as-root',
      remedy: { code: 'electron-as-root.remedy' },
    });
  },
);
