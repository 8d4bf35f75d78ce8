// Acts as a person who installs a player: reads the code on the display, goes through setup on a phone (a real browser of that
// size) until the first item plays; then the same by PIN, with a keyboard at the screen, at a terminal, and by a file on a stick.
// Prints seconds and taps or key presses. Repeats it with three mistakes on the phone, each of which one tap must correct.
// Usage: npm run prove -- installer
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comesWithPhone, setsUp, typesItIn, waitForCode } from '../../../test/e2e/support/installer.ts';
import { comesWithKeyboard } from '../../../test/e2e/support/keyboard.ts';
import { runVitrine } from '../../../test/e2e/support/player.ts';
import { token, type Unconfigured, unconfigured } from '../../../test/e2e/support/unconfigured.ts';

/** Returns the taps; a typed line at a terminal and a plugged stick count as one. */
type Way = (made: Unconfigured) => Promise<number>;

async function byPhone(
  made: Unconfigured,
  begin: (phone: Awaited<ReturnType<typeof comesWithPhone>>) => Promise<void>,
) {
  const phone = await comesWithPhone();
  try {
    await begin(phone);
    await setsUp(phone, { url: new URL(made.cms.baseUrl).host, token, device: 'Demo screen' });
    return phone.taps();
  } finally {
    await phone.close();
  }
}

/** Three mistakes on the way: no token, the wrong scheme, and the wrong device. One tap corrects each. */
async function withMistakes(made: Unconfigured): Promise<number> {
  const code = await waitForCode(made.display);
  const phone = await comesWithPhone();
  const { page } = phone;
  const healed = async (mistake: string, by: () => Promise<void>, sees: string): Promise<void> => {
    const before = phone.taps();
    await by();
    await page.locator(sees).first().waitFor();
    const taps = phone.taps() - before;
    process.stdout.write(`           ${mistake}: healed by ${taps} ${taps === 1 ? 'tap' : 'taps'}\n`);
    if (taps !== 1) process.exitCode = 1;
  };
  try {
    await page.goto(code);
    await page.locator('input[name=url]').fill('');
    await phone.type('input[name=url]', `https://${new URL(made.cms.baseUrl).host}`);
    await phone.next();
    await page.getByText('Enter the token.').waitFor();
    await healed('no token', () => phone.type('input[name=token]', token), 'button[type=submit]');
    await phone.next();
    await healed('https for http', () => phone.tap('[role=alert] button'), 'label.choice');
    await phone.tap('label.choice:has-text("Welcome")');
    await phone.next();
    await healed('the wrong device', () => phone.tap('.actions button.quiet'), 'label.choice');
    await phone.tap('label.choice:has-text("Demo screen")');
    await phone.next();
    await phone.next();
    await phone.next();
    await page.locator('.shown img').waitFor();
    return phone.taps();
  } finally {
    await phone.close();
  }
}

const ways: Readonly<Record<string, Way>> = {
  code: async (made) => {
    const code = await waitForCode(made.display);
    return byPhone(made, async (phone) => void (await phone.page.goto(code)));
  },
  mistakes: withMistakes,
  PIN: (made) =>
    byPhone(made, async (phone) => {
      const { address, pin } = await made.typed();
      await phone.page.goto(`http://${address}`);
      await phone.type('input[name=pin]', pin);
      await phone.next();
    }),
  keyboard: async (made) => {
    const person = await comesWithKeyboard(made.display.name);
    const reported = { url: new URL(made.cms.baseUrl).host, token, device: 'Demo screen' };
    await typesItIn(person, made.form, reported);
    person.leave();
    return person.presses();
  },
  terminal: async ({ cms, env }) => {
    const args = ['setup', '--cms', cms.baseUrl, '--device', 'Demo screen'];
    const { code, log } = await runVitrine(args, { ...env, VITRINE_CMS_TOKEN: token });
    if (code !== 0) throw new Error(log);
    return 1;
  },
  file: async ({ cms, env }) => {
    const folder = env.VITRINE_SETUP_FOLDER ?? '';
    await mkdir(folder);
    const reported = { cms: { url: cms.baseUrl, token }, device: 'Demo screen' };
    await writeFile(join(folder, 'vitrine.json'), JSON.stringify(reported));
    return 1;
  },
};

for (const [name, way] of Object.entries(ways)) {
  const stick = join(tmpdir(), `vitrine-stick-${process.pid}`);
  const made = await unconfigured({ VITRINE_SETUP_FOLDER: stick });
  try {
    await waitForCode(made.display);
    const began = performance.now();
    const taps = await way(made);
    await made.plays();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const what = name === 'keyboard' ? 'key presses' : taps === 1 ? 'tap' : 'taps';
    process.stdout.write(`${name.padEnd(10)} ${seconds} s, ${taps} ${what}\n`);
  } finally {
    await made.stop();
    await rm(stick, { recursive: true, force: true });
  }
}
process.exit();
