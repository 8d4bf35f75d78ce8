import { expect, test } from 'vitest';
import { insideElectronInstead } from '../../src/main/cli/electron.ts';

test.skipIf(process.getuid?.() !== 0)(
  'Electron as root is refused with a remedy before Electron refuses',
  async () => {
    await expect(
      insideElectronInstead('electron', ['run'], new AbortController().signal),
    ).rejects.toMatchObject({
      code: 'electron-as-root',
      remedy: { code: 'electron-as-root.remedy' },
    });
  },
);
