import { startDemoCms } from '../../../src/demo/cms.ts';
import type { Gallery } from './state.ts';

/** The console of the demo CMS, in English only. */
export async function console(): Promise<Gallery> {
  const [show, zones] = await Promise.all([startDemoCms(), startDemoCms({ seed: 'zones' })]);
  const views = { list: show, editor: show, zones };
  return {
    states: Object.entries(views).map(([name, cms]) => ({
      name,
      open: async (page) => {
        await page.goto(cms.consoleUrl);
        await page.locator('.entry').first().waitFor();
        if (name === 'editor')
          await page.locator('.entry').first().getByRole('button', { name: 'Edit' }).click();
        if (name === 'zones') await page.locator('.zone-box').first().waitFor();
        // Thumbnails arrive after their rows.
        await page.waitForTimeout(500);
      },
    })),
    close: async () => {
      await Promise.all([show.stop(), zones.stop()]);
    },
  };
}
