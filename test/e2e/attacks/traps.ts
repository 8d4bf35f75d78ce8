import { type Attack, click, key, onClick, run, taps, wait } from './attack.ts';

/** To keep the person, or to come between them and the bar. */
export const traps: readonly Attack[] = [
  {
    name: 'dialogs',
    page: () =>
      run(`const since = performance.now(); alert('stay'); const answers = [confirm('stay?'), prompt('stay', 'x')];
        answers.some(Boolean) || performance.now() - since > 5000 ? won() : lost()`),
    control: async () => undefined,
  },
  {
    name: 'a question before it is left',
    page: () =>
      onClick(
        `addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'x'; }); lost()`,
      ),
    act: taps,
    control: async (page) => {
      await click(page);
      await page.close({ runBeforeUnload: true });
      await wait(1_000);
    },
  },
  { name: 'the printer', page: () => run('print(); lost()'), control: 'none' },
  {
    name: 'the whole screen',
    page: () => onClick('await document.documentElement.requestFullscreen(); won()'),
    act: taps,
    control: click,
  },
  {
    name: 'the pointer',
    page: () =>
      `<script>addEventListener('pointerlockchange', won); document.addEventListener('pointerlockchange', won)</script>` +
      onClick('await document.body.requestPointerLock(); won()'),
    act: taps,
    control: click,
  },
  {
    name: 'a picture in a window above all others',
    page: () =>
      `<canvas id="c" width="64" height="64"></canvas><video id="v" muted autoplay playsinline></video>
      <script>const context = c.getContext('2d'); setInterval(() => context.fillRect(0, 0, 9, 9), 50);
      v.srcObject = c.captureStream(10)</script>` + onClick('await v.requestPictureInPicture(); won()'),
    act: async (rig) => {
      await wait(1_000);
      await taps(rig);
    },
    control: 'none',
  },
  {
    name: 'a long way back',
    page: () => run(`for (let i = 0; i < 200; i++) history.pushState(i, ''); history.go(-300); lost()`),
    control: 'none',
  },
  {
    name: 'a loop of redirects',
    page: () => run(`location = '/loop'`),
    routes: [['/loop', (response) => void response.writeHead(302, { Location: '/loop' }).end()]],
    control: 'none',
  },
  {
    name: 'loading again and again',
    page: () => run('setTimeout(() => location.reload(), 50)'),
    control: 'none',
  },
  { name: 'a loop without an end', page: () => run('setTimeout(() => { for (;;); }, 500)'), control: 'none' },
  {
    name: 'a thousand frames',
    page: () =>
      run(`for (let i = 0; i < 1000; i++) document.body.append(document.createElement('iframe')); lost()`),
    control: 'none',
  },
  {
    name: 'keys that are eaten',
    page: () =>
      run(
        `for (const name of ['keydown', 'keyup', 'keypress']) addEventListener(name, (event) => { event.preventDefault(); event.stopImmediatePropagation(); if (event.key === 'Escape') won(); }, true)`,
      ),
    act: (rig) => key(rig, 'Escape'),
    control: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'shortcuts of the browser',
    page: () => run(`addEventListener('keydown', (event) => event.ctrlKey && won()); lost()`),
    act: async (rig) => {
      for (const one of ['T', 'N', 'W', 'P', 'O', 'U', 'L', 'F', 'H', 'J', 'S'] as const)
        await key(rig, 'Control', one);
      for (const one of ['F1', 'F3', 'F5', 'F6', 'F7', 'F10', 'F11', 'F12', 'Menu'] as const)
        await key(rig, one);
      await key(rig, 'Control', 'Shift', 'I');
      await key(rig, 'Alt', 'F4');
    },
    won: async ({ server }) => server.asked.filter(({ path }) => path === '/').length > 1,
    control: (page) => page.keyboard.press('Control+k'),
  },
  {
    name: 'events that it makes, to stay for ever',
    page: () =>
      run(
        `setInterval(() => { for (const name of ['pointerdown', 'pointerup', 'touchmove', 'keydown', 'wheel']) document.body.dispatchEvent(new Event(name, { bubbles: true })); }, 200); lost()`,
      ),
    act: (rig) => rig.comes('red').then(() => undefined),
    control: 'none',
  },
];
