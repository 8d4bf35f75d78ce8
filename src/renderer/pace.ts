/** How many times slower than usual this machine is. */
let slowness = 1;

/** Main measures it by how long browser and stage take to start. */
export function becomeSlow(factor: number): void {
  slowness = factor;
}

/** A limit, scaled for this machine: a good file that loads slowly must not count as a broken one. */
export function scaled(usualMs: number): number {
  return usualMs * slowness;
}
