import type { Attack } from './attack.ts';
import { burdens } from './attacks/burdens.ts';
import { devices } from './attacks/devices.ts';
import { hoards } from './attacks/hoards.ts';
import { network } from './attacks/network.ts';
import { waysOut } from './attacks/ways-out.ts';

export const attacks: readonly Attack[] = [...waysOut, ...hoards, ...devices, ...network, ...burdens];
