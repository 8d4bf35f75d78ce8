// A sailing boat on rolling waves; everything repeats after one turn, so that the clip loops without a seam.
globalThis.draw = (ctx, width, height, turn) => {
  const { brush } = globalThis;
  const whole = turn * Math.PI * 2;
  ctx.fillStyle = brush.fade(ctx, 0, height * 0.6, [
    [0, '#2f86a6'],
    [0.5, '#8cc7c4'],
    [0.85, '#fbe3b4'],
    [1, '#ffd08f'],
  ]);
  ctx.fillRect(0, 0, width, height);
  const [sunX, sunY] = [width * 0.3, height * 0.42];
  brush.glow(ctx, sunX, sunY, 420, 'rgba(255, 244, 205, 0.8)');
  ctx.fillStyle = '#fffbe8';
  ctx.beginPath();
  ctx.arc(sunX, sunY, 58, 0, Math.PI * 2);
  ctx.fill();

  ctx.fillStyle = 'rgba(255, 255, 255, 0.62)';
  for (const [x, y, size] of [
    [220, 130, 1],
    [760, 90, 1.3],
    [1110, 190, 0.8],
  ]) {
    // A cloud that leaves on the right is followed by its twin from the left.
    for (const lap of [-1, 0]) {
      const at = ((x + turn * (width + 400)) % (width + 400)) + lap * (width + 400) + 0;
      ctx.beginPath();
      for (const [dx, dy, r] of [
        [-60, 6, 34],
        [-18, -12, 46],
        [34, -4, 40],
        [78, 10, 28],
      ]) {
        ctx.moveTo(at + (dx + r) * size, y + dy * size);
        ctx.arc(at + dx * size, y + dy * size, r * size, 0, Math.PI * 2);
      }
      ctx.fill();
    }
  }
  const far = brush.noise(4, 4);
  brush.land(ctx, width, height, (x) => height * 0.575 - Math.max(0, far(x / 330)) * 70, '#6fa3a8', 4);

  const wave = (x, { y, tall, waves, laps }) =>
    height * y +
    Math.sin((x / width) * Math.PI * 2 * waves - whole * laps) * tall +
    Math.sin((x / width) * Math.PI * 2 * (waves * 2 + 1) - whole * (laps + 1) + 1.7) * tall * 0.35;
  const waves = [
    { y: 0.585, tall: 5, waves: 6, laps: 1, top: '#5fa9b5', low: '#4b98aa' },
    { y: 0.64, tall: 9, waves: 4, laps: 2, top: '#3f93a8', low: '#2f7f99' },
    { y: 0.71, tall: 14, waves: 3, laps: 2, top: '#2a7a98', low: '#1f6888' },
    { y: 0.8, tall: 19, waves: 2, laps: 2, top: '#1c6286', low: '#154f73' },
    { y: 0.91, tall: 22, waves: 2, laps: 3, top: '#144a6c', low: '#0d3553' },
  ];
  for (const [number, one] of waves.entries()) {
    const line = (x) => wave(x, one);
    brush.land(
      ctx,
      width,
      height,
      line,
      brush.fade(ctx, height * one.y - one.tall * 2, height * (one.y + 0.14), [
        [0, one.top],
        [1, one.low],
      ]),
      4,
    );
    ctx.strokeStyle = `rgba(255, 255, 255, ${0.14 + number * 0.06})`;
    ctx.lineWidth = 1.5 + number * 0.7;
    ctx.beginPath();
    for (let x = 0; x <= width; x += 6) ctx.lineTo(x, line(x) + 3);
    ctx.stroke();
    if (number === 1) {
      // The light of the sun lies on the water, in flakes that flicker once each turn.
      const dice = brush.dice(6);
      for (let flake = 0; flake < 120; flake++) {
        const depth = dice();
        const phase = dice() * Math.PI * 2;
        const x = sunX + (dice() - 0.5) * (90 + depth * 330);
        const wide = 10 + depth * 40 * dice();
        ctx.fillStyle = `rgba(255, 244, 205, ${0.34 * (0.5 + 0.5 * Math.sin(whole * 2 + phase))})`;
        ctx.fillRect(x - wide / 2, height * (0.585 + depth * 0.13), wide, 1.5 + depth * 2);
      }
    }
    if (number === 2) {
      const x = width * 0.62 + Math.sin(whole) * 46;
      const y = wave(x, one);
      const lean = Math.atan2(wave(x + 40, one) - wave(x - 40, one), 80) * 0.9 + Math.sin(whole * 2) * 0.03;
      ctx.save();
      ctx.translate(x, y - 4);
      ctx.rotate(lean);
      ctx.fillStyle = '#7b3f2b';
      ctx.fillRect(-3, -236, 6, 236);
      ctx.fillStyle = '#fff9ec';
      ctx.beginPath();
      ctx.moveTo(8, -226);
      ctx.quadraticCurveTo(140, -110, 112, -26);
      ctx.lineTo(8, -26);
      ctx.fill();
      ctx.fillStyle = '#f0703f';
      ctx.beginPath();
      ctx.moveTo(-8, -206);
      ctx.quadraticCurveTo(-34, -80, -98, -26);
      ctx.lineTo(-8, -26);
      ctx.fill();
      ctx.fillStyle = '#e3dccb';
      ctx.fillRect(9, -110, 110, 3);
      ctx.fillStyle = '#e9a23b';
      ctx.beginPath();
      ctx.moveTo(0, -238);
      ctx.quadraticCurveTo(22, -250 + Math.sin(whole * 4) * 5, 46, -240 + Math.sin(whole * 4 + 1) * 6);
      ctx.lineTo(0, -222);
      ctx.fill();
      ctx.fillStyle = '#a8452f';
      ctx.beginPath();
      ctx.moveTo(-120, -18);
      ctx.lineTo(132, -22);
      ctx.quadraticCurveTo(104, 34, 70, 38);
      ctx.lineTo(-84, 38);
      ctx.quadraticCurveTo(-108, 26, -120, -18);
      ctx.fill();
      ctx.fillStyle = '#fff3dc';
      ctx.fillRect(-116, -14, 244, 6);
      ctx.restore();
    }
  }
  ctx.strokeStyle = '#2a4a58';
  ctx.lineCap = 'round';
  ctx.lineWidth = 3;
  for (const [x, y, size, phase] of [
    [870, 170, 20, 0],
    [930, 140, 15, 1.2],
    [985, 182, 17, 2.4],
  ]) {
    const beat = Math.sin(whole * 5 + phase) * size * 0.35;
    const at = x + Math.sin(whole + phase) * 30;
    ctx.beginPath();
    ctx.moveTo(at - size, y - size * 0.3 - beat);
    ctx.quadraticCurveTo(at - size * 0.4, y - size * 0.5, at, y);
    ctx.quadraticCurveTo(at + size * 0.4, y - size * 0.5, at + size, y - size * 0.3 - beat);
    ctx.stroke();
  }
};
