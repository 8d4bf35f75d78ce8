import type { Metric } from '../health/metrics.ts';

/** Content type of the Prometheus text format. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/** Writes the Prometheus text format. */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics.map(written).join('');
}

function written({ name: short, kind, help, samples }: Metric): string {
  const name = `vitrine_${short}`;
  const known = samples.flatMap(([value, labels = {}]) => {
    if (value === null) return [];
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
    return [`${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${Number(value)}\n`];
  });
  return known.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${known.join('')}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
