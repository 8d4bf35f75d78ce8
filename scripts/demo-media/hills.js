// Morning light over ridges of fir forest, paler the farther away.
globalThis.draw = (ctx, width, height) => {
  const { brush } = globalThis;
  const dice = brush.dice(11);
  ctx.fillStyle = brush.fade(ctx, 0, height * 0.78, [
    [0, '#31507c'],
    [0.35, '#7a86a8'],
    [0.62, '#e6a98c'],
    [0.82, '#ffd3a1'],
    [1, '#ffe7c4'],
  ]);
  ctx.fillRect(0, 0, width, height);

  const [sunX, sunY] = [width * 0.66, height * 0.47];
  ctx.globalCompositeOperation = 'soft-light';
  brush.glow(ctx, sunX, sunY, 1250, 'rgba(255, 226, 170, 0.9)');
  ctx.globalCompositeOperation = 'source-over';
  brush.glow(ctx, sunX, sunY, 620, 'rgba(255, 214, 150, 0.5)');
  brush.glow(ctx, sunX, sunY, 330, 'rgba(255, 240, 205, 0.95)');
  ctx.fillStyle = '#fff6df';
  ctx.beginPath();
  ctx.arc(sunX, sunY, 62, 0, Math.PI * 2);
  ctx.fill();

  for (let cloud = 0; cloud < 26; cloud++) {
    const y = height * (0.06 + dice() * 0.36);
    const x = dice() * width;
    const long = 180 + dice() * 620;
    const warm = y / (height * 0.42);
    ctx.fillStyle = `rgba(255, ${Math.round(205 + 30 * (1 - warm))}, ${Math.round(190 + 40 * (1 - warm))}, ${0.05 + dice() * 0.11})`;
    for (let puff = 0; puff < 9; puff++) {
      ctx.beginPath();
      const along = (puff / 8 - 0.5) * long;
      ctx.ellipse(x + along, y + (dice() - 0.5) * 14, long * 0.18, 4 + dice() * 9, 0, 0, Math.PI * 2);
      ctx.fill();
    }
  }

  const ridges = [
    { y: 0.5, tall: 120, wide: 520, near: '#c79a9a', mist: '#f6cfae', seed: 3 },
    { y: 0.55, tall: 130, wide: 420, near: '#a3838f', mist: '#edc0a6', seed: 8 },
    { y: 0.61, tall: 120, wide: 360, near: '#7f7188', mist: '#d9aa9f', seed: 21 },
    { y: 0.68, tall: 120, wide: 330, near: '#5c5d7b', mist: '#b58f97', seed: 34, firs: 34 },
    { y: 0.76, tall: 110, wide: 380, near: '#3c4866', mist: '#7d728a', seed: 55, firs: 62 },
    { y: 0.86, tall: 90, wide: 460, near: '#22344a', mist: '#3d4b63', seed: 89, firs: 110 },
    { y: 0.99, tall: 90, wide: 700, near: '#122330', mist: '#0d1a25', seed: 144, firs: 230 },
  ];
  for (const ridge of ridges) {
    const noise = brush.noise(ridge.seed, 5);
    const line = (x) => height * ridge.y + noise(x / ridge.wide) * ridge.tall;
    const top = height * ridge.y - ridge.tall;
    if (ridge.firs) {
      for (let x = -40; x < width + 40; x += ridge.firs * (0.16 + dice() * 0.16)) {
        const tall = ridge.firs * (0.55 + dice() * 0.75);
        brush.fir(ctx, x, line(x) + tall * 0.12, tall, ridge.near, dice);
      }
    }
    brush.land(
      ctx,
      width,
      height,
      line,
      brush.fade(ctx, top, top + ridge.tall * 3.2, [
        [0, ridge.near],
        [0.35, ridge.near],
        [1, ridge.mist],
      ]),
    );
  }
  // The sun reaches over the middle ridges.
  ctx.globalCompositeOperation = 'soft-light';
  brush.glow(ctx, sunX, sunY + 120, 760, 'rgba(255, 196, 120, 0.9)', 0.8);
  ctx.globalCompositeOperation = 'source-over';

  ctx.strokeStyle = '#26324a';
  ctx.lineWidth = 3;
  ctx.lineCap = 'round';
  for (const [x, y, size] of [
    [430, 300, 22],
    [500, 270, 16],
    [565, 318, 18],
    [640, 286, 13],
    [380, 352, 14],
  ]) {
    ctx.beginPath();
    ctx.moveTo(x - size, y - size * 0.35);
    ctx.quadraticCurveTo(x - size * 0.35, y - size * 0.5, x, y);
    ctx.quadraticCurveTo(x + size * 0.35, y - size * 0.5, x + size, y - size * 0.35);
    ctx.stroke();
  }
};
