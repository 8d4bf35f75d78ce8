// A service has the processor weight of its unit. A bench starts the player without systemd, so it makes the group itself.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const one = '/sys/fs/cgroup/cpu';
const two = '/sys/fs/cgroup';
const usual = 100;

export interface UnitGroup {
  readonly weight: number;
  /** What is started meanwhile belongs to the group. */
  starting<Started>(start: () => Started): Started;
  remove(): void;
}

/** Needs root, and cgroups of either version. */
export function groupOfUnit(checkout: string): UnitGroup {
  const unit = readFileSync(join(checkout, 'packaging/kiosk/files/vitrine.service'), 'utf8');
  const weight = Number(/^CPUWeight=(\d+)$/m.exec(unit)?.[1] ?? usual);
  const isFirst = existsSync(one);
  const root = isFirst ? one : two;
  const group = join(root, `vitrine-load-${process.pid}`);
  if (!isFirst) writeFileSync(join(root, 'cgroup.subtree_control'), '+cpu');
  mkdirSync(group);
  if (isFirst) writeFileSync(join(group, 'cpu.shares'), String((weight * 1024) / usual));
  else writeFileSync(join(group, 'cpu.weight'), String(weight));
  const move = (to: string): void => writeFileSync(join(to, 'cgroup.procs'), String(process.pid));
  return {
    weight,
    starting(start) {
      move(group);
      try {
        return start();
      } finally {
        move(root);
      }
    },
    remove: () => rmdirSync(group),
  };
}
