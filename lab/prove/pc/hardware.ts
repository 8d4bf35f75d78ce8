import type { Architecture } from '../../../packaging/kiosk/architectures.ts';
import { makeControlGroup } from '../../support/control-group.ts';

/** The host as the emulated machine reaches it. */
export const host = '10.0.2.2';

interface Board {
  readonly program: string;
  /** Its code, and the settings of a fresh one. */
  readonly firmware: { readonly code: string; readonly settings: string };
  /** The device of the disk that it starts from. */
  readonly disk: string;
  readonly args: readonly string[];
}

export const boards: Readonly<Record<Architecture, Board>> = {
  amd64: {
    program: 'qemu-system-x86_64',
    firmware: { code: '/usr/share/OVMF/OVMF_CODE_4M.fd', settings: '/usr/share/OVMF/OVMF_VARS_4M.fd' },
    disk: 'ide-hd,drive=disk,bus=ide.0',
    // Four levels of pages are quicker than five.
    args: ['-machine', 'q35', '-cpu', 'max,la57=off', '-vga', 'std'],
  },
  arm64: {
    program: 'qemu-system-aarch64',
    firmware: { code: '/usr/share/AAVMF/AAVMF_CODE.fd', settings: '/usr/share/AAVMF/AAVMF_VARS.fd' },
    // Its firmware starts from no SATA disk.
    disk: 'virtio-blk-pci,drive=disk',
    args: ['-machine', 'virt', '-cpu', 'cortex-a72', '-device', 'virtio-gpu-pci'],
  },
};

export interface PcNeeds {
  readonly architecture: Architecture;
  /** Pictures are kept here. */
  readonly folder: string;
  /** A raw file, or an address that QEMU understands. */
  readonly disk: string;
  /** Of memory; 2048 otherwise. */
  readonly mebibytes?: number;
  /** Its clock begins with this date. */
  readonly date?: Date;
  /** Ports of this machine that lead to its SSH and, by that, to its status page; and the key. */
  readonly shell: { readonly port: number; readonly page: number; readonly key: string };
  /** More disks, by their serial numbers: they are never written. */
  readonly sources?: Readonly<Record<string, string>>;
  readonly targets?: Readonly<Record<string, string>>;
  /** The prefix that limits QEMU. */
  readonly enter?: readonly string[];
  /** For a search for faults: kernel and systemd write what they do to `console.log`, and the watchdog resets nothing. */
  readonly isVerbose?: boolean;
}

/** Written disks keep what is written. */
function more(
  disks: Readonly<Record<string, string>> = {},
  snapshot: 'on' | 'off',
  first: number,
): readonly string[] {
  return Object.entries(disks).flatMap(([serial, file], index) => [
    ...['-drive', `if=none,id=${serial},format=raw,snapshot=${snapshot},file=${file}`],
    ...['-device', `ide-hd,drive=${serial},serial=${serial},bus=ide.${first + index}`],
  ]);
}

/** With each ping of the hardware watchdog. */
const verbose = 'console=ttyS0 loglevel=7 systemd.log_target=kmsg trace_event=watchdog tp_printk';

/** systemd-boot takes more of the kernel's command line from the firmware's tables. */
function verbosely({ folder, isVerbose }: PcNeeds): readonly string[] {
  if (!isVerbose) return ['-action', 'watchdog=reset'];
  return [
    ...['-serial', `file:${folder}/console.log`, '-action', 'watchdog=none'],
    ...['-smbios', `type=11,value=io.systemd.boot.kernel-cmdline-extra=${verbose}`],
  ];
}

/** A machine with UEFI, a SATA disk, USB, a display, a network and a hardware watchdog, as QEMU's arguments. */
export function hardware(needs: PcNeeds, settings: string, control: string): readonly string[] {
  const { disk, mebibytes = 2048, date, shell, sources, targets } = needs;
  const board = boards[needs.architecture];
  return [
    // Emulated throughout: the same everywhere, and KVM fails in some virtual machines.
    ...[...board.args, '-accel', 'tcg,thread=multi', '-smp', '2', '-m', String(mebibytes)],
    ...['-drive', `if=pflash,format=raw,readonly=on,file=${board.firmware.code}`],
    ...['-drive', `if=pflash,format=raw,file=${settings}`],
    ...['-drive', `if=none,id=disk,format=raw,file=${disk}`, '-device', board.disk],
    ...['-netdev', `user,id=net,hostfwd=tcp:127.0.0.1:${shell.port}-:22`, '-device', 'e1000e,netdev=net'],
    ...['-device', 'qemu-xhci'],
    ...more(sources, 'on', 1),
    ...more(targets, 'off', 3),
    ...['-device', 'i6300esb'],
    ...(date === undefined ? [] : ['-rtc', `base=${date.toISOString().slice(0, 19)}`]),
    ...['-display', 'none', '-qmp', `unix:${control},server=on,wait=off`],
    ...verbosely(needs),
  ];
}

/** The prefix that runs a command with so many percent of one processor of this machine. */
export function slowed(percent: number): { readonly enter: readonly string[]; remove(): void } {
  return makeControlGroup(`vitrine-pc-${process.pid}`, { bytes: 6 * 1024 ** 3, percent });
}
