import { expect, test } from 'vitest';
import { errorFrom } from '../../src/main/admin/failure.ts';
import { metricsText } from '../../src/main/admin/metrics-text.ts';

test('an error of the player has its remedy, and none where it had none', () => {
  const reported = { kind: 'auth', code: 'cms-down', message: 'The CMS is down.', remedy: 'Start it.' };
  const error = errorFrom(reported);
  expect(error).toMatchObject({ kind: 'auth', code: 'cms-down', message: 'The CMS is down.' });
  expect(error.remedy).not.toBeNull();
  expect(errorFrom({ ...reported, remedy: null }).remedy).toBeNull();
  expect(errorFrom({ ...reported, kind: 'odd' }).kind).toBe('temporary');
});

test('an answer that is no error is one all the same', () => {
  for (const odd of [null, 'text', 7]) expect(errorFrom(odd)).toMatchObject({ kind: 'temporary' });
});

test('metrics leave out what is unknown, and quote labels', () => {
  const help = 'Help.';
  const text = metricsText([
    { name: 'up', kind: 'gauge', help, samples: [[1], [null]] },
    { name: 'none', kind: 'gauge', help, samples: [[null]] },
    {
      name: 'shown',
      kind: 'counter',
      help,
      samples: [
        [2, { name: 'a "b"\\\n', screen: '1' }],
        [null, { screen: '2' }],
      ],
    },
  ]);
  expect(text).toBe(
    [
      ...['# HELP vitrine_up Help.', '# TYPE vitrine_up gauge', 'vitrine_up 1'],
      ...['# HELP vitrine_shown Help.', '# TYPE vitrine_shown counter'],
      'vitrine_shown{name="a \\"b\\"\\\\\\n",screen="1"} 2\n',
    ].join('\n'),
  );
});
