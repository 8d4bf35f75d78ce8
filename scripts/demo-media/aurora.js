// Northern lights over a mountain lake; one turn of the curtains is one loop of the clip.
globalThis.draw = (ctx, width, height, turn) => {
  const { brush } = globalThis;
  const whole = turn * Math.PI * 2;
  const shore = Math.round(height * 0.7);
  ctx.fillStyle = brush.fade(ctx, 0, shore, [
    [0, '#040918'],
    [0.55, '#0a1f38'],
    [1, '#1b4a58'],
  ]);
  ctx.fillRect(0, 0, width, height);
  const dice = brush.dice(12);
  for (let star = 0; star < 170; star++) {
    const [x, y, size, phase] = [dice() * width, dice() * shore * 0.8, 0.6 + dice() * 1.2, dice() * 6.3];
    ctx.fillStyle = `rgba(235, 245, 255, ${0.45 + 0.35 * Math.sin(whole * 2 + phase)})`;
    ctx.beginPath();
    ctx.arc(x, y, size, 0, Math.PI * 2);
    ctx.fill();
  }
  ctx.globalCompositeOperation = 'lighter';
  const curtains = [
    { y: 0.46, tall: 300, colour: [70, 255, 170], phase: 0, sway: 46, strength: 0.1 },
    { y: 0.38, tall: 260, colour: [60, 210, 220], phase: 2, sway: 58, strength: 0.075 },
    { y: 0.31, tall: 240, colour: [170, 100, 255], phase: 4, sway: 66, strength: 0.06 },
  ];
  for (const { y, tall, colour, phase, sway, strength } of curtains) {
    for (let x = -8; x < width + 8; x += 4) {
      const at = (x / width) * Math.PI * 2;
      const foot =
        height * y +
        Math.sin(at * 1.3 + phase + Math.sin(whole) * 0.8) * sway +
        Math.sin(at * 3.1 - whole + phase) * sway * 0.35;
      const bright =
        0.55 +
        0.3 * Math.sin(at * 2.2 + whole + phase * 2) +
        0.15 * Math.sin(at * 11 - whole * 2 + phase) +
        0.1 * Math.sin(at * 29 + whole * 3);
      if (bright <= 0.02) continue;
      const long = tall * (0.7 + 0.3 * Math.sin(at * 1.7 - whole + phase));
      const ray = ctx.createLinearGradient(0, foot - long, 0, foot + 46);
      const [r, g, b] = colour;
      ray.addColorStop(0, `rgba(${r}, ${g}, ${b}, 0)`);
      ray.addColorStop(0.72, `rgba(${r}, ${g}, ${b}, ${strength * bright * 3.2})`);
      ray.addColorStop(
        0.86,
        `rgba(${Math.min(255, r + 60)}, 255, ${Math.min(255, b + 30)}, ${strength * bright * 5})`,
      );
      ray.addColorStop(1, `rgba(${r}, ${g}, ${b}, 0)`);
      ctx.fillStyle = ray;
      ctx.fillRect(x, foot - long, 4, long + 46);
    }
  }
  ctx.globalCompositeOperation = 'source-over';
  for (const [seed, y, tall, wide, colour] of [
    [3, 0.6, 130, 260, '#12303f'],
    [29, 0.66, 90, 190, '#0b2230'],
  ]) {
    const peaks = brush.noise(seed, 5);
    brush.land(
      ctx,
      width,
      shore,
      (x) => height * y - (1 - Math.abs(peaks(x / wide)) * 2) * tall * 0.5,
      colour,
      3,
    );
  }
  const firs = brush.dice(40);
  for (let x = -10; x < width + 10; x += 6 + firs() * 10)
    brush.fir(ctx, x, shore + 3, 18 + firs() * 34, '#05131c', firs);

  // The lake mirrors it all, a little darker and with a shiver that comes round with the loop.
  const above = document.createElement('canvas');
  above.width = width;
  above.height = shore;
  above.getContext('2d').drawImage(ctx.canvas, 0, 0);
  for (let y = 0; y < height - shore; y++) {
    const from = Math.max(0, shore - 1 - y * 1.9);
    const shiver = Math.sin(y * 0.55 + whole * 2) * (0.6 + y * 0.02);
    ctx.drawImage(above, 0, from, width, 1, shiver - 6, shore + y, width + 12, 1);
  }
  ctx.fillStyle = brush.fade(ctx, shore, height, [
    [0, 'rgba(2, 10, 20, 0.3)'],
    [1, 'rgba(2, 8, 18, 0.72)'],
  ]);
  ctx.fillRect(0, shore, width, height - shore);
};
