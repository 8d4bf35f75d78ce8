import { inEnglish } from '../../../shared/languages/message.ts';
import type { AccessReport } from '../../admin/access/lan-access.ts';

export function accessText({ on, addresses, fingerprint, sessions, refused, why }: AccessReport): string {
  if (!on) return 'The page is for this machine alone.\n';
  return [
    why === null
      ? 'The page can be reached from the network:'
      : `The page cannot be reached from the network: ${inEnglish(why)}`,
    ...addresses.map((address) => `  ${address}`),
    `Fingerprint of its certificate (SHA-256): ${fingerprint}`,
    `Logged in: ${sessions}. Tries of a password that were refused: ${refused}.`,
    '',
  ].join('\n');
}
