import type { Metric } from '../health/metrics.ts';

type Numbers = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/**
 * The metrics of `/metrics` under the same names, as JSON. A metric with one label becomes an object keyed by the label's value.
 * Metrics with more labels are left out: topics `state` and `about` carry reasons and releases.
 */
export function numbersOf(metrics: readonly Metric[]): Numbers {
  const known = metrics.map(({ name, samples }) => ({ name, samples: samples.flatMap(labelled) }));
  return Object.fromEntries(
    known.flatMap(({ name, samples: [first, ...more] }) => {
      if (first === undefined) return [];
      return [[name, first.by === null ? first.value : Object.fromEntries([first, ...more].map(pair))]];
    }),
  );
}

interface Labelled {
  readonly by: string | null;
  readonly value: number;
}

function labelled([value, labels = {}]: Metric['samples'][number]): readonly Labelled[] {
  const [by = null, ...more] = Object.values(labels);
  return value === null || more.length > 0 ? [] : [{ by, value: Number(value) }];
}

function pair({ by, value }: Labelled): readonly [string, number] {
  return [by ?? '', value];
}
