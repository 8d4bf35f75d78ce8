import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import { testedHosts } from '../../e2e/hosts.ts';
import { describeHostContract } from '../contract.ts';
import { programRig } from './program-rig.ts';

const like = [process.execPath, fileURLToPath(new URL('./run.ts', import.meta.url))];
describeHostContract('Electron, made of the real Chromium', (parts) => programRig(parts, like));

const itself = testedHosts().find(({ name }) => name === 'electron');
const [program = ''] = itself?.command ?? [];
// A packaged player runs no other script.
const isThere = itself?.leftOut === null && itself.command.length === 2;
describe.skipIf(!isThere)('on electron', () =>
  describeHostContract('Electron itself', (parts) => programRig(parts, [program])),
);
