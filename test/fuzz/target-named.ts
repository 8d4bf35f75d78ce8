import { controls } from './controls.ts';
import { type Target, targets } from './targets.ts';

export async function targetNamed(name: string): Promise<Target> {
  const make = targets[name] ?? controls[name];
  if (!make) throw new Error(`there is no target ${name}`);
  return make();
}
