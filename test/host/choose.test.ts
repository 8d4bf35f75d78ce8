import { describe, expect, it } from 'vitest';
import { type ChoiceNeeds, chooseHost } from '../../src/main/host/choose.ts';

const installed = (): string => '/opt/electron';
const bare: ChoiceNeeds = { insideElectron: false, isRoot: false, electronProgram: (): null => null };

describe('the choice of a host', () => {
  it.each([
    ['configured', 'chromium', { ...bare, insideElectron: true }, 'chromium'],
    ['inside Electron', 'auto', { ...bare, insideElectron: true }, 'electron'],
    ['Electron installed', 'auto', { ...bare, electronProgram: installed }, 'electron'],
    [
      'Electron installed, as root',
      'auto',
      { ...bare, isRoot: true, electronProgram: installed },
      'chromium',
    ],
    ['nothing but the system', 'auto', bare, 'chromium'],
  ] as const)('%s', (_, configured, needs, name) => {
    const choice = chooseHost(configured, needs);
    expect(choice.name).toBe(name);
    expect(choice.reason).not.toBe('');
  });
});
