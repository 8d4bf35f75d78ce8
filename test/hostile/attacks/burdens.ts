import { type Attack, burden, mebibyte } from '../attack.ts';

/** Renderers of pages and of the stage together. */
const mostMemory = 2500 * mebibyte;

/** Attacks on processor, memory and other scarce resources. */
export const burdens: readonly Attack[] = [
  burden(
    'timers',
    'sets a hundred thousand',
    `for (let i = 0; i < 100000; i++) setInterval(() => { i * i; }, 1);`,
  ),
  burden(
    'timers',
    'never lets its loop rest',
    `const again = () => { for (const end = performance.now() + 40; performance.now() < end; ); 
    queueMicrotask(() => setTimeout(again)); }; again();`,
  ),
  burden('CPU', 'loops for ever', `setTimeout(() => { for (;;); }, 100);`),
  burden(
    'CPU',
    'loops in microtasks',
    `const again = () => Promise.resolve().then(again); setTimeout(again, 100);`,
  ),
  burden(
    'CPU',
    'loops in eight workers',
    `
    const code = URL.createObjectURL(new Blob(['for (;;);'])); for (let i = 0; i < 8; i++) new Worker(code);`,
  ),
  burden(
    'CPU',
    'loops in forty workers',
    `
    const code = URL.createObjectURL(new Blob(['for (;;);'])); for (let i = 0; i < 40; i++) new Worker(code);`,
  ),
  burden(
    'CPU',
    'loops in frames of ten other sites',
    `
    if (/^(127|localhost)/.test(location.hostname)) for (let i = 0; i < 10; i++) { const inner = document.createElement('iframe');
      inner.src = location.href.replace(/\\/\\/[^:]*/, '//x' + i + '.test.localhost').replace('.test', String(i)); document.body.append(inner); }
    else setTimeout(() => { for (;;); }, 50);`,
  ),
  burden(
    'CPU',
    'matches an expression that never ends',
    `setTimeout(() => /^(a+)+$/.test('a'.repeat(40) + 'b'), 100);`,
  ),
  burden(
    'workers',
    'starts two thousand',
    `
    const code = URL.createObjectURL(new Blob(['setInterval(() => 0, 1)'])); for (let i = 0; i < 2000; i++) try { new Worker(code) } catch {}`,
  ),
  burden(
    'memory',
    'takes arrays until it ends',
    `const held = []; setInterval(() => { for (let i = 0; i < 4; i++) held.push(new Uint8Array(2e7).fill(7)); }, 10);`,
    {
      ms: 6000,
      broke: ({ memoryBytes }) =>
        memoryBytes > mostMemory ? `pages held ${(memoryBytes / mebibyte).toFixed(0)} MiB` : null,
    },
  ),
  burden(
    'memory',
    'takes objects until it ends',
    `const held = []; setInterval(() => { for (let i = 0; i < 2e5; i++) held.push({ i, j: [i] }); }, 10);`,
    {
      ms: 5000,
      broke: ({ memoryBytes }) =>
        memoryBytes > mostMemory ? `pages held ${(memoryBytes / mebibyte).toFixed(0)} MiB` : null,
    },
  ),
  burden(
    'memory',
    'takes blobs until it ends',
    `const held = []; setInterval(() => held.push(new Blob([new Uint8Array(2e7).fill(7)])), 20);`,
    { ms: 4000 },
  ),
  burden(
    'memory',
    'takes memory for WebAssembly',
    `const held = []; setInterval(() => { const memory = new WebAssembly.Memory({ initial: 1000 });
    new Uint8Array(memory.buffer).fill(7); held.push(memory); }, 20);`,
    {
      ms: 5000,
      broke: ({ memoryBytes }) =>
        memoryBytes > mostMemory ? `pages held ${(memoryBytes / mebibyte).toFixed(0)} MiB` : null,
    },
  ),
  burden(
    'memory',
    'decodes huge pictures',
    `for (let i = 0; i < 10; i++) { const canvas = new OffscreenCanvas(8000, 8000); const c = canvas.getContext('2d');
    c.fillRect(0, 0, 8000, 8000); globalThis['c' + i] = canvas; }`,
  ),
  burden(
    'document',
    'grows without end',
    `setInterval(() => { for (let i = 0; i < 5000; i++) document.body.append(document.createElement('div')); }, 10);`,
  ),
  burden('document', 'is endless', `location.href = '/endless';`),
  burden('document', 'is half a million deep', `location.href = '/deep';`),
  burden(
    'document',
    'blurs everything all the time',
    `document.body.innerHTML = '<div style="filter:blur(50px);position:fixed;inset:0;background:conic-gradient(red,blue)"></div>'.repeat(30);
    let i = 0; const turn = () => { document.body.style.transform = 'rotate(' + i++ + 'deg)'; requestAnimationFrame(turn); }; turn();`,
  ),
  burden(
    'document',
    'has ten thousand animations',
    `document.head.innerHTML += '<style>@keyframes x { to { transform: rotate(1turn) scale(2) } } b { animation: x 1s infinite; position: fixed; left: 50%; top: 50% }</style>';
    document.body.innerHTML = '<b>x</b>'.repeat(10000);`,
  ),
  burden(
    'frames',
    'opens five hundred',
    `for (let i = 0; i < 500; i++) document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: '<p>' + i }));`,
  ),
  burden(
    'frames',
    'opens forty of other sites',
    `
    if (/^(127|localhost)/.test(location.hostname)) for (let i = 0; i < 40; i++) { const inner = document.createElement('iframe');
      inner.src = 'http://many' + i + '.localhost:' + location.port + '/x'; document.body.append(inner); }`,
  ),
  burden(
    'frames',
    'frames itself over and over',
    `if (document.body.children.length < 3) for (let i = 0; i < 2; i++) {
    const inner = document.createElement('iframe'); inner.src = location.href + '?' + Math.random(); document.body.append(inner); }`,
  ),
  burden('navigation', 'loads itself over and over', `setTimeout(() => location.reload(), 1);`),
  burden(
    'history',
    'replaces its address all the time',
    `setInterval(() => { try { history.replaceState({}, '', '?' + Math.random()); location.hash = Math.random(); } catch {} }, 1);`,
  ),
  burden(
    'GPU',
    'draws WebGL without end',
    `const canvas = document.createElement('canvas'); canvas.width = canvas.height = 2000; document.body.append(canvas);
    const gl = canvas.getContext('webgl'); const shader = (kind, text) => { const made = gl.createShader(kind); gl.shaderSource(made, text); gl.compileShader(made); return made; };
    const program = gl.createProgram();
    gl.attachShader(program, shader(gl.VERTEX_SHADER, 'attribute vec2 p; void main() { gl_Position = vec4(p, 0, 1); }'));
    gl.attachShader(program, shader(gl.FRAGMENT_SHADER, 'precision highp float; void main() { float x = 0.; for (int i = 0; i < 10000; i++) x += sin(float(i) * gl_FragCoord.x); gl_FragColor = vec4(x); }'));
    gl.linkProgram(program); gl.useProgram(program); gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1,-1,3,-1,-1,3]), gl.STATIC_DRAW); gl.enableVertexAttribArray(0); gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    const draw = () => { gl.drawArrays(gl.TRIANGLES, 0, 3); requestAnimationFrame(draw); }; draw();`,
  ),
  burden(
    'GPU',
    'paints a canvas without end',
    `const canvas = document.createElement('canvas'); canvas.width = 4000; canvas.height = 4000; document.body.append(canvas);
    const c = canvas.getContext('2d'); const draw = () => { for (let i = 0; i < 200; i++) { c.filter = 'blur(20px)'; c.fillRect(i, i, 3000, 3000); } requestAnimationFrame(draw); }; draw();`,
  ),
  burden(
    'GPU',
    'asks for WebGPU',
    `navigator.gpu?.requestAdapter().then((adapter) => adapter?.requestDevice());`,
    { ms: 500 },
  ),
  burden(
    'network',
    'asks for ten thousand things at once',
    `for (let i = 0; i < 10000; i++) fetch('/x' + i).catch(() => {});`,
  ),
  burden(
    'sound',
    'starts a hundred contexts',
    `for (let i = 0; i < 100; i++) try { new AudioContext() } catch {}`,
    { ms: 600 },
  ),
  burden(
    'crash',
    'ends its own process by recursion and memory',
    `const deep = () => deep(deep()); try { deep() } catch {} try { 'x'.repeat(2 ** 29).split('') } catch {}`,
  ),
];
