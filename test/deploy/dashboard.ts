import { readFileSync } from 'node:fs';

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string }[];
}

const file = new URL('../../deploy/grafana/vitrine.json', import.meta.url);
export const dashboard = JSON.parse(readFileSync(file, 'utf8')) as { readonly panels: readonly Panel[] };

/** As Grafana asks Prometheus when all jobs are chosen. */
export function expressions(): readonly string[] {
  return dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$job', '.+')));
}

export function overlaps({ gridPos: one }: Panel, { gridPos: other }: Panel): boolean {
  const apart =
    one.x + one.w <= other.x ||
    other.x + other.w <= one.x ||
    one.y + one.h <= other.y ||
    other.y + other.h <= one.y;
  return !apart;
}
