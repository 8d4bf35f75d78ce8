import type { Metric } from '../health/metrics.ts';

type Numbers = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/**
 * The numbers of `/metrics` under the same names, as a message: one with a label is an object by what that label says. What has
 * more labels tells of reasons and releases, and the topics `state` and `about` have those.
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
