import { afterEach, vi } from 'vitest';
import { describeHostContract } from '../contract.ts';
import { electronRig } from './rig.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describeHostContract('Electron, on its fake', (parts) => electronRig(parts));
