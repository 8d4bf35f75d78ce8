import { type Attack, click, foreignWon, onClick, run, taps } from './attack.ts';

/** To lead elsewhere, or out of the frame. */
export const escapes: readonly Attack[] = [
  {
    name: 'a link to another host',
    page: ({ foreign }) => run(`location = ${foreignWon(foreign)}`),
    control: 'as it is',
  },
  {
    name: 'a redirect by <meta>',
    page: ({ foreign }) => `<meta http-equiv="refresh" content="1; url=${foreign}/won">`,
    control: 'as it is',
  },
  {
    name: 'a redirect by the server',
    page: () => run(`location = '/away'`),
    routes: [
      [
        '/away',
        (response, { host }) => {
          response.writeHead(302, { Location: `http://localhost:${host.split(':')[1]}/won` }).end();
        },
      ],
    ],
    control: 'as it is',
  },
  {
    name: 'a form that is posted elsewhere',
    page: ({ foreign }) => `<form id="f" method="post" action="${foreign}/won"></form>${run('f.submit()')}`,
    control: 'as it is',
  },
  {
    name: 'a frame of another host',
    page: ({ foreign }) => `<iframe src="${foreign}/won"></iframe>`,
    control: 'as it is',
  },
  {
    name: 'a new window by script',
    page: () => onClick(`window.open('/won') ? won() : lost()`),
    act: taps,
    control: click,
  },
  {
    name: 'a new window by a form',
    page: () => `<form id="f" target="_blank" action="/won"></form>${onClick('f.submit()')}`,
    act: taps,
    control: click,
  },
  {
    name: 'a new window by the middle button',
    page: () => `<a href="/won" style="position:fixed;inset:0"></a>`,
    act: async ({ person }) => {
      person.move(300, 300);
      person.click(2);
      await person.done();
    },
    control: (page) => page.mouse.click(300, 300, { button: 'middle' }),
  },
  {
    name: 'a new window by Shift and a click',
    page: () => `<a href="/won" style="position:fixed;inset:0"></a>`,
    act: async (rig) => {
      await rig.person.done();
      rig.person.hold('Shift', true);
      await taps(rig);
      rig.person.hold('Shift', false);
      await rig.person.done();
    },
    won: async (rig) => rig.server.asked.some(({ path, dest }) => path === '/won' && dest === 'document'),
    control: 'none',
  },
  {
    name: 'the window above, by a touch',
    page: () => onClick(`top === window ? won() : (top.location = '/won', lost())`),
    act: taps,
    control: click,
  },
  {
    name: 'the document of the player, through its frames',
    page: () => run('if (parent === window || parent.document.body) won()'),
    control: 'as it is',
  },
  {
    name: 'files of the machine',
    page: () =>
      run(`const frame = document.createElement('iframe'); frame.src = 'file:///etc/passwd'; document.body.append(frame);
        await new Promise((then) => setTimeout(then, 500));
        if (frame.contentDocument?.body?.textContent.includes('root')) won(); location = 'file:///etc/passwd'; lost()`),
    control: 'none',
  },
  {
    name: 'pages of the browser',
    page: () =>
      run(
        `for (const one of ['chrome://settings', 'view-source:' + location, 'devtools://devtools/bundled/inspector.html']) location = one; lost()`,
      ),
    control: 'none',
  },
  {
    name: 'other programs, by mailto: and the like',
    page: () =>
      onClick(
        `for (const one of ['mailto:a@b.example', 'tel:1', 'xdg-open:x', 'steam://run/1']) { location = one; await new Promise((then) => setTimeout(then, 300)); } lost()`,
      ),
    act: taps,
    won: async (rig) => rig.isLeft('a program was started'),
    control: 'none',
  },
  {
    name: 'the status page, by requests',
    page: ({ adminPort }) =>
      run(
        `const answer = await fetch('http://127.0.0.1:${adminPort}/api/status'); (await answer.text()).includes('health') ? won() : lost()`,
      ),
    control: 'none',
  },
  {
    name: 'the status page in a frame',
    page: ({ adminPort }) =>
      `<iframe id="f" src="http://127.0.0.1:${adminPort}/"></iframe>` +
      run(
        `await new Promise((then) => setTimeout(then, 1000)); f.contentWindow.length >= 0 && !f.contentDocument ? won() : lost()`,
      ),
    control: 'none',
  },
  {
    name: 'a socket to the player',
    page: ({ adminPort }) =>
      run(
        `const socket = new WebSocket('ws://127.0.0.1:${adminPort}/'); socket.onopen = won; socket.onerror = lost`,
      ),
    control: 'none',
  },
];
