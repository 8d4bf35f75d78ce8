// A harbour town at night: lit windows, and their long reflections on still water.
globalThis.draw = (ctx, width, height) => {
  const { brush } = globalThis;
  const dice = brush.dice(2024);
  const shore = Math.round(height * 0.6);
  ctx.fillStyle = brush.fade(ctx, 0, shore, [
    [0, '#0a1330'],
    [0.45, '#1a2a57'],
    [0.8, '#44487f'],
    [1, '#a2627e'],
  ]);
  ctx.fillRect(0, 0, width, shore);
  for (let star = 0; star < 240; star++) {
    const y = dice() ** 1.6 * shore * 0.7;
    ctx.fillStyle = `rgba(255, 250, 235, ${(0.25 + dice() * 0.75) * (1 - y / shore)})`;
    ctx.beginPath();
    ctx.arc(dice() * width, y, 0.6 + dice() * 1.5, 0, Math.PI * 2);
    ctx.fill();
  }
  brush.glow(ctx, 1530, 190, 330, 'rgba(226, 228, 255, 0.35)');
  ctx.fillStyle = '#f4f0de';
  ctx.beginPath();
  ctx.arc(1530, 190, 54, -2.2, 1.5);
  ctx.bezierCurveTo(1566, 224, 1556, 152, 1498, 146);
  ctx.fill();

  const hill = brush.noise(5, 4);
  brush.land(ctx, width, shore, (x) => shore - 150 - hill(x / 620) * 110, '#1a2249');

  const walls = ['#2a2f57', '#332f55', '#233258', '#3b3158', '#272a4d', '#40385f'];
  const lights = ['#ffd98a', '#ffc56b', '#ffe7b0', '#ffb35c'];
  const lamps = [];
  for (const row of [
    { base: 30, tall: 150, shade: 0.55, seed: 7 },
    { base: 0, tall: 130, shade: 1, seed: 17 },
  ]) {
    const row_ = brush.dice(row.seed);
    for (let x = -20; x < width; ) {
      const wide = 58 + row_() * 62;
      const tall = row.tall * (0.62 + row_() * 0.75);
      const top = shore - row.base - tall;
      const wall = walls[Math.floor(row_() * walls.length)];
      ctx.fillStyle = wall;
      ctx.globalAlpha = 1;
      ctx.fillRect(x, top, wide, tall + row.base);
      ctx.fillStyle = row.shade === 1 ? '#171b3a' : '#1c2144';
      const roof = row_();
      ctx.beginPath();
      if (roof < 0.5) {
        ctx.moveTo(x - 5, top);
        ctx.lineTo(x + wide / 2, top - wide * 0.55);
        ctx.lineTo(x + wide + 5, top);
      } else if (roof < 0.75) {
        ctx.moveTo(x - 3, top);
        for (const [across, up] of [
          [0, 18],
          [0.18, 18],
          [0.18, 36],
          [0.36, 36],
          [0.36, 54],
          [0.64, 54],
          [0.64, 36],
          [0.82, 36],
          [0.82, 18],
          [1, 18],
        ]) {
          ctx.lineTo(x + wide * across, top - up);
        }
        ctx.lineTo(x + wide + 3, top);
      } else {
        ctx.rect(x - 4, top - 10, wide + 8, 12);
      }
      ctx.fill();
      const columns = Math.max(2, Math.floor(wide / 26));
      for (let y = top + 16; y < shore - row.base - 22; y += 30) {
        for (let column = 0; column < columns; column++) {
          const lit = row_() < 0.46;
          const windowX = x + ((column + 0.5) * wide) / columns - 6;
          ctx.fillStyle = lit ? lights[Math.floor(row_() * lights.length)] : '#151a38';
          ctx.globalAlpha = lit ? 0.65 + row_() * 0.35 : 0.8;
          ctx.fillRect(windowX, y, 12, 17);
          if (lit) brush.glow(ctx, windowX + 6, y + 8, 26, 'rgba(255, 205, 120, 0.28)');
        }
      }
      ctx.globalAlpha = 1;
      x += wide + (row_() < 0.2 ? 14 : 0);
    }
  }
  // The church keeps watch over the roofs.
  ctx.fillStyle = '#1b1f42';
  ctx.fillRect(742, shore - 330, 66, 330);
  ctx.beginPath();
  ctx.moveTo(732, shore - 328);
  ctx.lineTo(775, shore - 478);
  ctx.lineTo(818, shore - 328);
  ctx.fill();
  ctx.fillStyle = '#ffe2a0';
  ctx.beginPath();
  ctx.arc(775, shore - 276, 20, 0, Math.PI * 2);
  ctx.fill();
  brush.glow(ctx, 775, shore - 276, 90, 'rgba(255, 214, 140, 0.5)');

  ctx.fillStyle = '#0d1129';
  ctx.fillRect(0, shore - 12, width, 14);
  for (let x = 50; x < width; x += 132) {
    ctx.fillStyle = '#0d1129';
    ctx.fillRect(x - 2, shore - 62, 4, 54);
    ctx.fillStyle = '#fff1c9';
    ctx.beginPath();
    ctx.arc(x, shore - 64, 6, 0, Math.PI * 2);
    ctx.fill();
    brush.glow(ctx, x, shore - 64, 70, 'rgba(255, 214, 130, 0.6)');
    lamps.push(x);
  }

  // The water: the town upside down, drawn line by line with a shiver that grows towards us.
  const above = document.createElement('canvas');
  above.width = width;
  above.height = shore;
  above.getContext('2d').drawImage(ctx.canvas, 0, 0);
  const water = height - shore;
  for (let y = 0; y < water; y++) {
    const depth = y / water;
    const from = shore - 1 - y * 1.18;
    const shiver = Math.sin(y * 0.42 + 6 * Math.sin(y * 0.031)) * (1 + depth * 11);
    ctx.drawImage(above, 0, Math.max(0, from), width, 1, shiver - 8, shore + y, width + 16, 1);
  }
  ctx.fillStyle = brush.fade(ctx, shore, height, [
    [0, 'rgba(14, 22, 54, 0.28)'],
    [0.5, 'rgba(10, 17, 44, 0.62)'],
    [1, 'rgba(6, 11, 30, 0.9)'],
  ]);
  ctx.fillRect(0, shore, width, water);
  for (const x of lamps) {
    for (let y = 6; y < water * 0.8; y += 5) {
      const fades = 1 - y / (water * 0.8);
      const wide = (6 + dice() * 26) * (0.5 + (1 - fades));
      ctx.fillStyle = `rgba(255, 214, 140, ${0.5 * fades * dice()})`;
      ctx.fillRect(x - wide / 2 + Math.sin(y * 0.5) * 3, shore + y, wide, 2.4);
    }
  }

  const boat = (x, y, size, colour) => {
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(size, size);
    ctx.strokeStyle = '#0a0e22';
    ctx.lineWidth = 4;
    ctx.beginPath();
    ctx.moveTo(8, 0);
    ctx.lineTo(8, -190);
    ctx.moveTo(8, -186);
    ctx.lineTo(-88, -8);
    ctx.moveTo(8, -186);
    ctx.lineTo(104, -10);
    ctx.stroke();
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.moveTo(-112, -12);
    ctx.lineTo(122, -20);
    ctx.quadraticCurveTo(104, 30, 72, 34);
    ctx.lineTo(-82, 34);
    ctx.quadraticCurveTo(-106, 26, -112, -12);
    ctx.fill();
    ctx.fillStyle = '#eadfc9';
    ctx.fillRect(-104, -6, 212, 5);
    ctx.fillStyle = '#151a38';
    ctx.fillRect(-54, -42, 74, 32);
    ctx.fillStyle = '#ffd58a';
    for (const hatch of [-46, -22, 2]) ctx.fillRect(hatch, -35, 14, 11);
    brush.glow(ctx, -16, -30, 70, 'rgba(255, 205, 120, 0.35)');
    ctx.fillStyle = 'rgba(5, 8, 22, 0.55)';
    ctx.beginPath();
    ctx.ellipse(0, 40, 118, 13, 0, 0, Math.PI * 2);
    ctx.fill();
    ctx.restore();
  };
  boat(1330, 790, 1.05, '#7a2f3d');
  boat(420, 850, 1.35, '#1f4d63');
  boat(1050, 720, 0.6, '#35365c');
};
