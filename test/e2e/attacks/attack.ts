import type { Page } from 'playwright-core';
import type { PersonKey } from '../../host/chromium/x11-input.ts';
import type { Route, TouchRig } from '../support/touch.ts';

/** What a page tries against the player, or against the next person. */
export interface Attack {
  readonly name: string;
  /** The page: `won(…)` says that it got what it wanted, `lost()` that it was refused. `foreign` is a host that is not allowed. */
  page(at: { readonly port: number; readonly foreign: string; readonly adminPort: number }): string;
  /** More pages of its server. */
  readonly routes?: readonly (readonly [string, Route])[];
  /** What the person does meanwhile. */
  readonly act?: (rig: TouchRig) => Promise<void>;
  /** The same in an ordinary browser, which must be beaten: the control. `none`: it has nothing to show. */
  readonly control: ((page: Page) => Promise<void>) | 'as it is' | 'none';
  /** Another sign that it has won, beside a request for `/won`. */
  readonly won?: (rig: TouchRig) => Promise<boolean>;
}

export const foreignWon = (foreign: string): string => `'${foreign}/won'`;
export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
export const click = (page: Page) => page.mouse.click(300, 300);
export const taps = (rig: TouchRig) => rig.tap(300, 300);
export const onClick = (code: string): string => `<script>addEventListener('click', async () => {
  try { ${code} } catch { lost() }
}, { once: true })</script>`;
/** Once the page was seen. */
export const run = (code: string): string =>
  `<script>setTimeout(async () => { try { ${code} } catch { lost() } }, 1000)</script>`;

export async function key(rig: TouchRig, ...keys: readonly PersonKey[]): Promise<void> {
  rig.person.press(...keys);
  await rig.person.done();
  await wait(150);
}

export async function drag(
  rig: TouchRig,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  rig.person.move(...from);
  rig.person.button(1, true);
  for (let step = 0; step <= 10; step++) {
    const at = (index: 0 | 1): number => Math.round(from[index] + ((to[index] - from[index]) * step) / 10);
    rig.person.move(at(0), at(1));
    await rig.person.done();
    await wait(30);
  }
  rig.person.button(1, false);
  await rig.person.done();
}
