// What the machine's services weigh beside each other. A bench starts the player without systemd, so it makes the groups itself:
// `system.slice` with the player's unit and another one. The display is a session of its own beside them, as on a kiosk.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const one = '/sys/fs/cgroup/cpu';
const two = '/sys/fs/cgroup';
const usual = 100;

export interface Services {
  /** Of the player's unit; any other has 100. */
  readonly weight: number;
  /** What is started meanwhile belongs to that service. */
  starting<Started>(service: 'player' | 'other', start: () => Started): Started;
  remove(): void;
}

/** Needs root, and cgroups of either version. */
export function servicesOf(checkout: string): Services {
  const unit = readFileSync(join(checkout, 'packaging/kiosk/files/vitrine.service'), 'utf8');
  const weight = Number(/^CPUWeight=(\d+)$/m.exec(unit)?.[1] ?? usual);
  const isFirst = existsSync(one);
  const root = isFirst ? one : two;
  const slice = join(root, `vitrine-load-${process.pid}`);
  const control = (folder: string): void => {
    if (!isFirst) writeFileSync(join(folder, 'cgroup.subtree_control'), '+cpu');
  };
  const make = (folder: string, units: number): void => {
    mkdirSync(folder);
    if (isFirst) writeFileSync(join(folder, 'cpu.shares'), String((units * 1024) / usual));
    else writeFileSync(join(folder, 'cpu.weight'), String(units));
  };
  control(root);
  make(slice, usual);
  control(slice);
  make(join(slice, 'player'), weight);
  make(join(slice, 'other'), usual);
  const move = (to: string): void => writeFileSync(join(to, 'cgroup.procs'), String(process.pid));
  return {
    weight,
    starting(service, start) {
      move(join(slice, service));
      try {
        return start();
      } finally {
        move(root);
      }
    },
    remove() {
      for (const folder of [join(slice, 'player'), join(slice, 'other'), slice]) rmdirSync(folder);
    },
  };
}
