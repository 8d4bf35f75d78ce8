import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Architecture } from '../kiosk/architectures.ts';

/** What the image has beside the kiosk's package and what that needs. Recommendations are not installed. */
const own = [
  ['initramfs-tools', 'busybox', 'zstd', 'shim-signed'],
  [
    'systemd-repart',
    'systemd-timesyncd',
    'e2fsprogs',
    'kbd',
    'tzdata',
    'unattended-upgrades',
    'openssh-server',
  ],
  ['network-manager', 'polkitd', 'wpasupplicant', 'wireless-regdb'],
  ['alsa-utils', 'cec-utils', 'ddcutil', 'va-driver-all'],
  ['firmware-iwlwifi', 'firmware-realtek', 'firmware-atheros', 'firmware-brcm80211', 'firmware-mediatek'],
  ['firmware-intel-graphics', 'firmware-amd-graphics', 'firmware-sof-signed', 'firmware-bnx2'],
  ['firmware-misc-nonfree'],
].flat();

/** Kernel, boot loader, and what its processors need. */
const ofArchitecture: Readonly<Record<Architecture, readonly string[]>> = {
  amd64: ['linux-image-amd64', 'systemd-boot-efi-amd64-signed', 'intel-microcode', 'amd64-microcode'],
  arm64: ['linux-image-arm64', 'systemd-boot-efi-arm64-signed'],
};

/** All packages of Debian in the image. */
export function packagesOf(root: string, architecture: Architecture): readonly string[] {
  const control = readFileSync(join(root, 'packaging/kiosk/control/control'), 'utf8');
  const wanted = ['Depends', 'Recommends'].flatMap((field) =>
    (new RegExp(`^${field}: (.*)$`, 'm').exec(control)?.[1] ?? '')
      .split(', ')
      .map((name) => name.replace(/ .*/, ''))
      .filter((name) => name !== ''),
  );
  return [...new Set([...wanted, ...own, ...ofArchitecture[architecture]])].sort();
}
