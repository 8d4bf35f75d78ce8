import { readdirSync } from 'node:fs';

/** The machine's devices for drawing and for decoding videos. */
export interface Graphics {
  /** A GPU and its driver exist. Without them the browser would load drivers (40 MB) only to find that out. */
  readonly draws: boolean;
  /** Hardware decoding; null: no driver. */
  readonly decodes: 'va-api' | 'v4l2' | null;
}

/** Lists a folder; empty if it is missing. Injected by tests. */
export type Names = (folder: string) => readonly string[];

const libraries = ['/usr/lib', '/usr/lib64', '/usr/local/lib'];
/** GPU drivers without a render node, of boards and of virtual machines. */
const ownDevices = /^(nvidia\d|mali\d|kgsl|pvr_sync|galcore|vchiq|dxg$)/;

export function graphicsOf(names: Names = namesIn): Graphics {
  const dri = names('/dev/dri');
  const devices = names('/dev');
  const renders = dri.some((name) => name.startsWith('renderD'));
  const drivers = driverFolders(names).flatMap((folder) => names(folder));
  // A card without a render node only shows what others have drawn.
  const draws = (renders && drivers.some((name) => name.endsWith('_dri.so'))) || devices.some(isOwnDevice);
  if (draws && renders && drivers.some(isVideoDriver)) return { draws, decodes: 'va-api' };
  // Boards list their decoder among the cameras: only a decoder's driver makes such a node.
  const decoder = devices.some((name) => /^video-dec\d/.test(name) || /^video1[0-9]$/.test(name));
  return { draws, decodes: draws && renders && decoder ? 'v4l2' : null };
}

/** Browser switches for this hardware. */
export function graphicsFlags({ draws, decodes }: Graphics): {
  readonly flags: readonly string[];
  readonly features: readonly string[];
} {
  if (!draws) return { flags: ['--disable-gpu'], features: [] };
  if (decodes === null) return { flags: [], features: [] };
  return {
    flags: [],
    features: ['AcceleratedVideoDecodeLinuxZeroCopyGL'],
  };
}

function isOwnDevice(name: string): boolean {
  return ownDevices.test(name);
}

function isVideoDriver(name: string): boolean {
  return name.endsWith('_drv_video.so');
}

/** Debian has one folder per architecture. */
function driverFolders(names: Names): readonly string[] {
  return libraries.flatMap((library) => [
    `${library}/dri`,
    ...names(library)
      .filter((name) => name.includes('-linux-'))
      .map((name) => `${library}/${name}/dri`),
  ]);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The folder is missing: the machine has no such device.
    return [];
  }
}
