import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(options: object): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
    }[];
  }>;
}

/** The violations that axe finds, one line each. `rules`: all of them, or only those about colours. */
export async function violations(page: Page, rules: 'all' | 'colours' = 'all'): Promise<readonly string[]> {
  // Injected by the debugger: the page's policy forbids foreign scripts.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async (which) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const only =
      which === 'colours'
        ? { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }
        : {};
    const { violations } = await axe.run({ resultTypes: ['violations'], ...only });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 150)} ${failureSummary}`),
    );
  }, rules);
}

/** For the same elements in other colours only these rules are checked. */
export async function violationsInLightAndDark(page: Page): Promise<readonly string[]> {
  const inLight = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await violations(page, 'colours');
  await page.emulateMedia({ colorScheme: 'light' });
  return [...inLight, ...inDark.map((line) => `dark: ${line}`)];
}
