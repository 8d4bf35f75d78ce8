import { expect, it } from 'vitest';
import { startedAs } from '../../src/main/cli/started-as.ts';

const node = { electron: false, defaultApp: false, windows: false };
const packaged = { electron: true, defaultApp: false, windows: false };
const onWindows = { ...packaged, windows: true };
const checkout = { electron: true, defaultApp: true, windows: false };

it.each([
  ['Node', node, ['/node', '/app/index.js', 'demo'], ['/app/index.js'], ['demo']],
  ['a package', packaged, ['/opt/vitrine', 'run'], [], ['run']],
  ['a package without a word', packaged, ['/opt/vitrine'], [], ['run']],
  ['a shortcut on Windows', onWindows, ['vitrine.exe'], [], ['launch']],
  ['a command on Windows', onWindows, ['vitrine.exe', 'status'], [], ['status']],
  ['an AppImage', packaged, ['/tmp/vitrine', '--no-sandbox', 'status'], ['--no-sandbox'], ['status']],
  ['an AppImage without a word', packaged, ['/tmp/vitrine', '--no-sandbox'], ['--no-sandbox'], ['run']],
  [
    'a package on X11',
    packaged,
    ['/opt/vitrine', '--ozone-platform=x11', 'run', '--config', 'a'],
    ['--ozone-platform=x11'],
    ['run', '--config', 'a'],
  ],
  [
    'a package behind a dash',
    packaged,
    ['/opt/vitrine', '--no-sandbox', '--', '-v'],
    ['--no-sandbox'],
    ['-v'],
  ],
  ['a checkout', checkout, ['/electron', '.', 'demo'], ['.'], ['demo']],
  [
    'a checkout on X11',
    checkout,
    ['/electron', '--no-sandbox', '/app', '--ozone-platform=x11', 'demo', '--cms-only'],
    ['--no-sandbox', '--ozone-platform=x11', '/app'],
    ['demo', '--cms-only'],
  ],
] as const)('%s tells its own arguments from the rest', (_name, runtime, argv, program, args) => {
  expect(startedAs(argv, runtime)).toEqual({ program, args });
});

it.each([
  '--help',
  '--version',
  '-v',
  '--config=/etc/vitrine.json',
  '--cms-only',
  '--json',
])('%s is an argument of the player in any position', (word) => {
  expect(startedAs(['/opt/vitrine', '--no-sandbox', word, 'run'], packaged).args).toEqual([word, 'run']);
});
