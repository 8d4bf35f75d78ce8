// A process on the platform of FAKE_PLATFORM, as far as scripts/setup.mjs asks. What it starts is not started but printed, and
// ends with 0. On Windows `process.execve` is there and throws, and a script is no program (CVE-2024-27980).
import { EventEmitter } from 'node:events';
import { createRequire, syncBuiltinESMExports } from 'node:module';

const { FAKE_PLATFORM: platform, FAKE_ARCH: arch = 'x64', FAKE_EXEC_PATH: execPath } = process.env;
Object.defineProperty(process, 'platform', { value: platform });
Object.defineProperty(process, 'arch', { value: arch });
if (execPath) process.execPath = execPath;
process.execve = (path, args) => {
  if (platform === 'win32') throw new Error('process.execve is unavailable on the current platform');
  print('execve', path, args.slice(1));
  process.exit(0);
};

function print(call, path, args) {
  process.stdout.write(`${JSON.stringify([call, path, ...args])}\n`);
}

function checked(path, shell) {
  const isScript = path === 'npm' || /\.(cmd|bat)$/.test(path);
  if (platform === 'win32' && isScript && !shell)
    throw Object.assign(new Error(`spawn ${path} EINVAL`), { code: 'EINVAL' });
}

const child = createRequire(import.meta.url)('node:child_process');
child.spawnSync = (path, args, { shell }) => {
  checked(path, shell);
  print('spawnSync', path, args);
  return { status: 0 };
};
child.spawn = (path, args, { shell }) => {
  checked(path, shell);
  print('spawn', path, args);
  const started = new EventEmitter();
  setImmediate(() => started.emit('exit', Number(process.env.FAKE_EXIT ?? 0)));
  return started;
};
syncBuiltinESMExports();
