import { readdirSync } from 'node:fs';

/** What the machine has for drawing and for decoding videos. */
export interface Graphics {
  /** A device that draws. Without one the browser would load its drivers all the same, 40 MB, and find that out. */
  readonly draws: boolean;
  /** How videos could be decoded other than by the processor; null: there is no driver for it. */
  readonly decodes: 'va-api' | 'v4l2' | null;
}

/** Names of a folder; none where it is not there. Handed in by tests. */
export type Names = (folder: string) => readonly string[];

const libraries = ['/usr/lib', '/usr/lib64', '/usr/local/lib'];
/** Drivers that do not make a device for everybody, of boards and of virtual machines. */
const ownDevices = /^(nvidia\d|mali\d|kgsl|pvr_sync|galcore|vchiq|dxg$)/;

export function graphicsOf(names: Names = namesIn): Graphics {
  const dri = names('/dev/dri');
  const devices = names('/dev');
  const renders = dri.some((name) => name.startsWith('renderD'));
  const draws = renders || dri.some((name) => name.startsWith('card')) || devices.some(isOwnDevice);
  if (renders && driverFolders(names).some((folder) => names(folder).some(isVideoDriver)))
    return { draws, decodes: 'va-api' };
  // Boards name their decoder beside the cameras: such a node of its own is made by a decoder's driver alone.
  const decoder = devices.some((name) => /^video-dec\d/.test(name) || /^video1[0-9]$/.test(name));
  return { draws, decodes: renders && decoder ? 'v4l2' : null };
}

/** What the browser is started with for them. */
export function graphicsFlags({ draws, decodes }: Graphics): {
  readonly flags: readonly string[];
  readonly features: readonly string[];
} {
  if (!draws) return { flags: ['--disable-gpu'], features: [] };
  if (decodes === null) return { flags: [], features: [] };
  return {
    flags: [],
    features: ['AcceleratedVideoDecodeLinuxGL', 'AcceleratedVideoDecodeLinuxZeroCopyGL'],
  };
}

function isOwnDevice(name: string): boolean {
  return ownDevices.test(name);
}

function isVideoDriver(name: string): boolean {
  return name.endsWith('_drv_video.so');
}

/** Debian has a folder for each architecture. */
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
    // It is not there: a machine without such a thing.
    return [];
  }
}
