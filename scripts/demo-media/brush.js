// Shared by all drawings: repeatable random numbers, and a few strokes.
globalThis.brush = {
  /** Numbers in [0, 1), the same for the same seed. */
  dice(seed) {
    let state = seed >>> 0;
    return () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
  },
  /** Smooth noise along a line, between -1 and 1, rougher with more octaves. */
  noise(seed, octaves = 4) {
    const dice = this.dice(seed);
    const tables = Array.from({ length: octaves }, () => Array.from({ length: 256 }, () => dice() * 2 - 1));
    return (x) => {
      let sum = 0;
      for (const [octave, table] of tables.entries()) {
        const at = x * 2 ** octave + 1000 * octave;
        const whole = Math.floor(at);
        const part = at - whole;
        const ease = part * part * (3 - 2 * part);
        const a = table[((whole % 256) + 256) % 256];
        const b = table[(((whole + 1) % 256) + 256) % 256];
        sum += (a + (b - a) * ease) / 2 ** octave;
      }
      return sum / 1.9;
    };
  },
  /** A vertical gradient from [[place, colour], …]. */
  fade(ctx, top, bottom, stops) {
    const gradient = ctx.createLinearGradient(0, top, 0, bottom);
    for (const [place, colour] of stops) gradient.addColorStop(place, colour);
    return gradient;
  },
  glow(ctx, x, y, radius, colour, strength = 1) {
    const gradient = ctx.createRadialGradient(x, y, 0, x, y, radius);
    gradient.addColorStop(0, colour);
    gradient.addColorStop(1, colour.replace(/[\d.]+\)$/, '0)'));
    ctx.globalAlpha = strength;
    ctx.fillStyle = gradient;
    ctx.fillRect(x - radius, y - radius, radius * 2, radius * 2);
    ctx.globalAlpha = 1;
  },
  /** Fills everything under a line y(x). */
  land(ctx, width, bottom, line, fill, step = 2) {
    ctx.beginPath();
    ctx.moveTo(0, bottom);
    for (let x = 0; x <= width + step; x += step) ctx.lineTo(x, line(x));
    ctx.lineTo(width + step, bottom);
    ctx.closePath();
    ctx.fillStyle = fill;
    ctx.fill();
  },
  /** A fir from its foot upwards: a stack of ragged skirts. */
  fir(ctx, x, foot, height, colour, dice) {
    ctx.fillStyle = colour;
    ctx.beginPath();
    const layers = 6;
    const half = height * 0.19;
    ctx.moveTo(x, foot - height);
    for (let layer = 1; layer <= layers; layer++) {
      const y = foot - height + (height * 0.94 * layer) / layers;
      const reach = half * (layer / layers) * (0.85 + dice() * 0.3);
      ctx.lineTo(x + reach, y + height * 0.02);
      ctx.lineTo(x + reach * 0.45, y - height * 0.015);
    }
    ctx.lineTo(x + height * 0.015, foot);
    ctx.lineTo(x - height * 0.015, foot);
    for (let layer = layers; layer >= 1; layer--) {
      const y = foot - height + (height * 0.94 * layer) / layers;
      const reach = half * (layer / layers) * (0.85 + dice() * 0.3);
      ctx.lineTo(x - reach * 0.45, y - height * 0.015);
      ctx.lineTo(x - reach, y + height * 0.02);
    }
    ctx.closePath();
    ctx.fill();
  },
};
