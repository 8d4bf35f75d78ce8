import { describe, expect, test } from 'vitest';
import { StepAgenda } from '../../src/renderer/step-agenda.ts';
import { cue, image, looping } from './programmes.ts';

const agenda = new StepAgenda(
  looping('p', [cue('a', image('a'), 4_000), cue('b', image('b'), 4_000), cue('c', image('c'), 400)], {
    inStep: true,
  }),
);
const pass = 8_400;

describe('in step, a start', () => {
  test('in the middle of a turn joins it', () => {
    expect(agenda.starting(10 * pass + 1_500)).toMatchObject({
      at: 10 * pass,
      position: { cue: { id: 'a' } },
      endsAt: 10 * pass + 4_000,
    });
  });

  test('at the end of a turn gets the next one ready in time instead', () => {
    const next = { at: 10 * pass + 4_000, position: { cue: { id: 'b' } } };
    expect(agenda.starting(10 * pass + 3_200)).toMatchObject(next);
    expect(
      agenda.following({ position: null, endsAt: 10 * pass + 3_200 }),
      'what is on screen is gone from the programme',
    ).toMatchObject(next);
  });

  test('joins a short turn too, as long as half of it is left', () => {
    expect(agenda.starting(10 * pass + 8_150)).toMatchObject({ position: { cue: { id: 'c' } } });
    expect(agenda.starting(10 * pass + 8_250)).toMatchObject({
      at: 11 * pass,
      position: { cue: { id: 'a' } },
    });
  });

  test('begins every turn at its instant', () => {
    expect(agenda.following({ position: null, endsAt: 10 * pass + 8_000 })).toMatchObject({
      at: 10 * pass + 8_000,
      position: { cue: { id: 'c' } },
    });
  });
});
