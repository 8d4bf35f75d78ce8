import type { CdpSession } from './cdp.ts';

const keys: Readonly<
  Record<string, { key: string; code: string; windowsVirtualKeyCode: number; modifiers?: number }>
> = {
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
  BackTab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9, modifiers: 8 },
  Left: { key: 'ArrowLeft', code: 'ArrowLeft', windowsVirtualKeyCode: 37 },
  Up: { key: 'ArrowUp', code: 'ArrowUp', windowsVirtualKeyCode: 38 },
  Right: { key: 'ArrowRight', code: 'ArrowRight', windowsVirtualKeyCode: 39 },
  Down: { key: 'ArrowDown', code: 'ArrowDown', windowsVirtualKeyCode: 40 },
};

/** A key that types nothing. Others than these have no effect. */
export function press(session: CdpSession, name: string): void {
  const key = keys[name];
  if (key === undefined) return;
  for (const type of ['keyDown', 'keyUp'] as const) session.post('Input.dispatchKeyEvent', { type, ...key });
}
