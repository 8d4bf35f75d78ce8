import { expect, onTestFinished, test } from 'vitest';
import { askPlayer } from '../../src/main/admin/client.ts';
import { until } from '../support/until.ts';
import { comesWithPhone, waitForCode } from './support/installer.ts';
import { token, unconfigured } from './support/unconfigured.ts';

test('each mistake on the phone has its own headline, one tap uses the address that was meant, and setup leads on', {
  tags: 'long',
}, async () => {
  const made = await unconfigured();
  onTestFinished(() => made.stop());
  const phone = await comesWithPhone();
  onTestFinished(() => phone.close());
  const { page } = phone;
  await page.goto(await waitForCode(made.display));
  const url = page.locator('input[name=url]');
  const says = async (address: string, headline: string) => {
    await url.fill(address);
    await page.locator('button[type=submit]').tap();
    await page.getByText(headline).waitFor();
  };
  await says('', 'Enter the CMS address.');
  await says('cms.example.invalid', 'Enter the token.');
  await page.locator('input[name=token]').fill(token);
  await page.getByLabel('Show token').check();
  expect(await page.locator('input[name=token]').inputValue()).toBe(token);
  expect(await page.locator('input[name=token]').getAttribute('type')).toBe('text');
  await says('http://cms.example.invalid', 'No server with this name was found.');
  await says('http://127.0.0.1:1', 'nothing answers on this port.');
  await says('not an address', 'This is not an address.');

  // The phone leaves, and returns to its tab and by the code.
  await page.reload();
  await url.waitFor();
  await page.goto(await waitForCode(made.display));
  await page.locator('input[name=token]').fill(token);
  const { host } = new URL(made.cms.baseUrl);
  await url.fill(`https://${host}`);
  await page.locator('button[type=submit]').tap();
  await page.getByRole('button', { name: `Use ${made.cms.baseUrl}` }).tap();
  await page.locator('button[type=submit]').tap();
  await page.getByText('Choose what this screen should play.').waitFor();
  await page.locator('label.choice:has-text("Demo screen")').tap();
  await phone.next();
  await phone.next();
  await phone.next();
  await page.getByRole('heading', { name: 'Next steps' }).waitFor();
  await page.getByLabel('Name of this screen').fill('Window 3');
  await page.getByRole('button', { name: 'Save' }).first().tap();
  await page.getByText('Saved.').waitFor();
  await until('the name', async () => (await made.player.status()).name === 'Window 3');
  await page.getByRole('button', { name: 'Allow access from the network' }).tap();
  await page.getByText('Note down the password').waitFor();
  expect(await askPlayer(made.dataDir, 'GET', '/api/access')).toMatchObject({ on: true });
  await page.screenshot({ path: process.env.VITRINE_SHOT ?? '/dev/null', fullPage: true, type: 'png' });
});
