import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A runtime as a shell script has this length, whatever stands in it: the packager writes the file system behind it. */
const runtimeLength = 512;

/**
 * Stands in for the folder of tools that makes AppImages and that no registry within reach carries: Debian's own mksquashfs,
 * and a runtime that unpacks what lies behind it instead of mounting it, and starts its AppRun as the real one does.
 */
export function makeAppImageTools(folder: string): string {
  const tools = join(folder, 'appimage-tools');
  for (const name of ['runtimes', 'lib/x64', 'lib/arm64']) mkdirSync(join(tools, name), { recursive: true });
  symlinkSync('/usr/bin/mksquashfs', join(tools, 'mksquashfs'));
  symlinkSync('/bin/true', join(tools, 'desktop-file-validate'));
  const runtime = `#!/bin/sh
set -e
APPDIR="$(mktemp -d)/root"
unsquashfs -quiet -no-progress -offset ${runtimeLength} -dest "$APPDIR" "$0" >/dev/null
export APPDIR
[ "$1" = --appimage-extract ] && { echo "$APPDIR"; exit 0; }
code=0
"$APPDIR/AppRun" "$@" || code=$?
rm -rf "$(dirname "$APPDIR")"
exit $code
`;
  for (const name of ['x64', 'arm64']) {
    const file = join(tools, 'runtimes', `runtime-${name}`);
    writeFileSync(file, runtime.padEnd(runtimeLength, '\n'));
    chmodSync(file, 0o755);
  }
  return tools;
}
