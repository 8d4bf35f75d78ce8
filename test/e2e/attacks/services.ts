import { type Attack, click, drag, onClick, run, taps, wait } from './attack.ts';

/** What a browser does for its user, and not here. */
export const services: readonly Attack[] = [
  {
    name: 'a download by a link',
    page: () =>
      onClick(
        `const link = document.createElement('a'); link.download = 'x.txt'; link.href = URL.createObjectURL(new Blob(['downloaded ' + 'here'])); link.click(); setTimeout(lost, 1000)`,
      ),
    act: taps,
    won: async (rig) => rig.isLeft('downloaded here'),
    control: click,
  },
  {
    name: 'a download by the server',
    page: () => run(`location = '/file'; setTimeout(lost, 1000)`),
    routes: [
      [
        '/file',
        (response) => {
          response.setHeader('Content-Disposition', 'attachment; filename="x.bin"');
          response.setHeader('Content-Type', 'application/octet-stream');
          response.end('downloaded here');
        },
      ],
    ],
    won: async (rig) => rig.isLeft('downloaded here'),
    control: 'as it is',
  },
  {
    name: 'a choice of files',
    page: () => `<input id="i" type="file" onchange="won()">${onClick('i.click(); setTimeout(lost, 1000)')}`,
    act: taps,
    control: click,
  },
  {
    name: 'folders and files by their own dialogs',
    page: () =>
      onClick(
        `const asks = [() => showOpenFilePicker(), () => showSaveFilePicker(), () => showDirectoryPicker()]; for (const ask of asks) { try { await ask(); won(); } catch {} } lost()`,
      ),
    act: taps,
    control: 'none',
  },
  {
    name: 'camera, microphone, position, screen, devices and notices',
    page: () =>
      onClick(`const asks = [
        () => navigator.mediaDevices.getUserMedia({ video: true }), () => navigator.mediaDevices.getUserMedia({ audio: true }),
        () => navigator.mediaDevices.getDisplayMedia(), () => new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no)),
        () => navigator.usb.requestDevice({ filters: [] }), () => navigator.serial.requestPort(), () => navigator.hid.requestDevice({ filters: [] }),
        () => navigator.bluetooth.requestDevice({ acceptAllDevices: true }), () => navigator.requestMIDIAccess({ sysex: true }),
        () => Notification.requestPermission().then((answer) => { if (answer !== 'granted') throw answer; }),
        () => getScreenDetails(), () => queryLocalFonts(), () => navigator.wakeLock.request('screen'), () => new PaymentRequest([{ supportedMethods: 'https://pay.example' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).show(),
        () => navigator.share({ title: 'x' }), () => navigator.credentials.get({ publicKey: { challenge: new Uint8Array(9) } }), () => new EyeDropper().open(),
      ];
      let granted = '';
      for (const [at, ask] of asks.entries()) {
        const late = new Promise((_, no) => setTimeout(no, 1000));
        await Promise.race([ask(), late]).then(() => { granted += at + ' '; }, () => undefined);
      }
      granted ? report('won', granted) : lost()`),
    act: async (rig) => {
      await taps(rig);
      await wait(15_000);
    },
    control: 'none',
  },
  {
    name: 'a menu of the browser',
    page: () =>
      run(
        `addEventListener('contextmenu', (event) => setTimeout(() => event.defaultPrevented ? lost() : won()))`,
      ),
    act: async ({ person }) => {
      person.move(300, 300);
      person.click(3);
      await person.done();
    },
    control: (page) => page.mouse.click(300, 300, { button: 'right' }),
  },
  {
    name: 'a menu of the browser, whose event it hides',
    page: () =>
      run(
        `addEventListener('contextmenu', (event) => { event.stopImmediatePropagation(); setTimeout(() => event.defaultPrevented ? lost() : won()); }, true)`,
      ),
    act: async ({ person }) => {
      person.move(300, 300);
      person.click(3);
      await person.done();
    },
    control: (page) => page.mouse.click(300, 300, { button: 'right' }),
  },
  {
    name: 'dragging out of the page',
    page: () =>
      `<div draggable="true" style="position:fixed;left:200px;top:200px;width:200px;height:200px;background:#00f">x</div>` +
      run(`addEventListener('dragover', (event) => { event.preventDefault(); won(); })`),
    act: (rig) => drag(rig, [300, 300], [600, 320]),
    control: async (page) => {
      await page.mouse.move(300, 300);
      await page.mouse.down();
      await page.mouse.move(600, 320, { steps: 10 });
      await page.mouse.up();
    },
  },
  {
    name: 'a selection of text, with its handles',
    page: () =>
      `<p style="position:fixed;left:100px;top:100px;font:40px sans-serif;color:#00f">some words that can be selected</p>` +
      run(`document.addEventListener('selectionchange', () => String(getSelection()) && won())`),
    act: (rig) => drag(rig, [110, 165], [500, 165]),
    control: async (page) => {
      await page.mouse.move(110, 165);
      await page.mouse.down();
      await page.mouse.move(500, 165, { steps: 10 });
      await page.mouse.up();
    },
  },
  {
    name: 'zoom by Ctrl and the wheel',
    page: () =>
      run('const before = innerWidth; addEventListener("resize", () => innerWidth !== before && won())'),
    act: async ({ person }) => {
      person.move(300, 300);
      person.hold('Control', true);
      for (let i = 0; i < 6; i++) person.click(4);
      person.hold('Control', false);
      await person.done();
    },
    control: 'none',
  },
];
