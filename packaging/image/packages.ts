import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the image has beside the kiosk's package and what that needs. Recommendations are not installed. */
const own = [
  ['linux-image-amd64', 'initramfs-tools', 'busybox', 'zstd', 'shim-signed', 'systemd-boot-efi-amd64-signed'],
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
  ['firmware-misc-nonfree', 'intel-microcode', 'amd64-microcode'],
].flat();

/** All packages of Debian in the image. */
export function packagesOf(root: string): readonly string[] {
  const control = readFileSync(join(root, 'packaging/kiosk/control/control'), 'utf8');
  const wanted = ['Depends', 'Recommends'].flatMap((field) =>
    (new RegExp(`^${field}: (.*)$`, 'm').exec(control)?.[1] ?? '')
      .split(', ')
      .map((name) => name.replace(/ .*/, ''))
      .filter((name) => name !== ''),
  );
  return [...new Set([...wanted, ...own])].sort();
}
