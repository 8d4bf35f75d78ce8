// Portrait: a lighthouse at dusk, as a poster for a boat trip.
globalThis.draw = (ctx, width, height) => {
  const { brush } = globalThis;
  const dice = brush.dice(77);
  ctx.fillStyle = brush.fade(ctx, 0, height * 0.76, [
    [0, '#13294b'],
    [0.4, '#3a4f86'],
    [0.68, '#c9748a'],
    [0.88, '#f7ad7b'],
    [1, '#ffd699'],
  ]);
  ctx.fillRect(0, 0, width, height);
  for (let star = 0; star < 130; star++) {
    const y = dice() * height * 0.42;
    ctx.fillStyle = `rgba(255, 250, 230, ${(0.3 + dice() * 0.7) * (1 - y / (height * 0.45))})`;
    ctx.beginPath();
    ctx.arc(dice() * width, y, 0.8 + dice() * 1.8, 0, Math.PI * 2);
    ctx.fill();
  }
  const [lampX, lampY] = [700, 800];
  // Two beams of light.
  for (const [far, spread, strength] of [
    [-900, 150, 0.5],
    [700, 120, 0.4],
  ]) {
    const beam = ctx.createLinearGradient(lampX, lampY, lampX + far, lampY);
    beam.addColorStop(0, `rgba(255, 240, 190, ${strength})`);
    beam.addColorStop(1, 'rgba(255, 240, 190, 0)');
    ctx.fillStyle = beam;
    ctx.beginPath();
    ctx.moveTo(lampX, lampY - 10);
    ctx.lineTo(lampX + far, lampY - 130 - spread);
    ctx.lineTo(lampX + far, lampY - 130 + spread);
    ctx.lineTo(lampX, lampY + 10);
    ctx.fill();
  }
  const horizon = height * 0.735;
  ctx.fillStyle = brush.fade(ctx, horizon, height, [
    [0, '#d98a7c'],
    [0.18, '#7c6290'],
    [0.5, '#2f4674'],
    [1, '#10233f'],
  ]);
  ctx.fillRect(0, horizon, width, height - horizon);
  for (let glint = 0; glint < 260; glint++) {
    const depth = dice() ** 1.7;
    const y = horizon + 4 + depth * (height - horizon);
    const wide = 20 + depth * 150 * dice();
    ctx.fillStyle = `rgba(255, 214, 170, ${0.05 + 0.25 * dice() * (1 - depth)})`;
    ctx.fillRect(dice() * width - wide / 2, y, wide, 1.5 + depth * 3);
  }
  const isle = brush.noise(9, 4);
  brush.land(
    ctx,
    width,
    horizon + 3,
    (x) => horizon - 22 - isle(x / 300) * 26 - Math.max(0, 260 - x) * 0.12,
    '#6b4f7d',
  );

  brush.glow(ctx, lampX, lampY, 330, 'rgba(255, 235, 170, 0.75)');
  // The rock and the tower on it.
  const rock = brush.noise(31, 5);
  const shape = (x) =>
    1326 +
    420 * (1 - Math.exp(-((Math.abs(x - 775) / 330) ** 5))) +
    Math.abs(x - 775) * 0.06 +
    rock(x / 90) * 7;
  brush.land(
    ctx,
    width,
    height,
    shape,
    brush.fade(ctx, 1280, 1700, [
      [0, '#3a2f52'],
      [1, '#141a35'],
    ]),
  );
  const left = (y) => 632 - (y - 860) * 0.06;
  const right = (y) => 768 + (y - 860) * 0.06;
  const [top, foot] = [862, 1330];
  const side = ctx.createLinearGradient(600, 0, 800, 0);
  side.addColorStop(0, '#fff3df');
  side.addColorStop(0.55, '#ecd0c0');
  side.addColorStop(1, '#9c7f98');
  const red = ctx.createLinearGradient(600, 0, 800, 0);
  red.addColorStop(0, '#e2584b');
  red.addColorStop(0.55, '#c43f45');
  red.addColorStop(1, '#762a4c');
  const bands = 6;
  for (let band = 0; band < bands; band++) {
    const [from, to] = [top + ((foot - top) * band) / bands, top + ((foot - top) * (band + 1)) / bands];
    ctx.fillStyle = band % 2 === 0 ? side : red;
    ctx.beginPath();
    ctx.moveTo(left(from), from);
    ctx.lineTo(right(from), from);
    ctx.lineTo(right(to), to + 0.8);
    ctx.lineTo(left(to), to + 0.8);
    ctx.fill();
  }
  for (const [y, across] of [
    [930, 690],
    [1090, 706],
    [1240, 688],
  ]) {
    ctx.fillStyle = '#33294a';
    ctx.beginPath();
    ctx.roundRect(across - 13, y, 26, 40, 13);
    ctx.fill();
    ctx.fillStyle = '#ffd98f';
    ctx.beginPath();
    ctx.roundRect(across - 8, y + 5, 16, 30, 8);
    ctx.fill();
  }
  ctx.fillStyle = '#2b2342';
  ctx.fillRect(604, 846, 192, 18);
  ctx.fillRect(598, 820, 204, 6);
  for (let x = 602; x <= 798; x += 24) ctx.fillRect(x, 820, 4, 30);
  ctx.fillStyle = '#ffefb8';
  ctx.fillRect(656, 752, 88, 94);
  ctx.fillStyle = '#2b2342';
  for (const x of [652, 684, 714, 742]) ctx.fillRect(x, 752, 5, 94);
  ctx.fillStyle = '#c43f45';
  ctx.beginPath();
  ctx.moveTo(640, 754);
  ctx.quadraticCurveTo(700, 652, 760, 754);
  ctx.fill();
  ctx.fillStyle = '#2b2342';
  ctx.fillRect(697, 660, 6, 44);
  brush.glow(ctx, lampX, lampY, 110, 'rgba(255, 244, 200, 0.8)');
  // The keeper's house.
  ctx.fillStyle = '#f2dccb';
  ctx.fillRect(836, 1264, 130, 74);
  ctx.fillStyle = '#8d3547';
  ctx.beginPath();
  ctx.moveTo(822, 1268);
  ctx.lineTo(858, 1218);
  ctx.lineTo(944, 1218);
  ctx.lineTo(980, 1268);
  ctx.fill();
  ctx.fillStyle = '#ffd98f';
  ctx.fillRect(860, 1284, 24, 26);
  ctx.fillRect(918, 1284, 24, 26);
  brush.land(
    ctx,
    width,
    height,
    (x) => shape(x) + 70 + rock(x / 60) * 12,
    brush.fade(ctx, 1340, 1720, [
      [0, '#2b2547'],
      [1, '#0d1830'],
    ]),
  );
  // Foam where the sea meets the rock.
  for (let foam = 0; foam < 90; foam++) {
    ctx.fillStyle = `rgba(255, 240, 225, ${0.06 + dice() * 0.2})`;
    ctx.beginPath();
    ctx.ellipse(dice() * width, 1660 + dice() * 60, 30 + dice() * 90, 2 + dice() * 5, 0, 0, Math.PI * 2);
    ctx.fill();
  }
  const near = brush.noise(15, 3);
  brush.land(ctx, width, height, (x) => 1690 + near(x / 160) * 16, '#0e1f3b');

  ctx.textAlign = 'left';
  ctx.fillStyle = '#fff4de';
  ctx.font = '500 132px "Noto Serif Display"';
  ctx.fillText('Lighthouse', 84, 250);
  ctx.fillText('by boat', 84, 392);
  ctx.fillStyle = '#f7b98b';
  ctx.fillRect(90, 440, 120, 5);
  ctx.fillStyle = '#ffe9cf';
  ctx.font = '400 44px "Noto Sans Display"';
  ctx.fillText('Every Saturday at 11 and 15 h', 88, 530);
  ctx.fillStyle = '#e9d7d8';
  ctx.font = '400 36px "Noto Sans Display"';
  ctx.fillText('Pier 3 · 90 minutes · dogs welcome', 88, 1826);
};
