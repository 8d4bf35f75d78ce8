import { confirm } from './confirm.js';
import { dialog, make } from './element.js';
import { rolloutOf } from './screens.js';
import { say, translated } from './words.js';

const largestPlan = 16_384;
const mostTries = 5;
/** So long its runner may not know of the stop, and write over it. */
const unheardMs = 5_000;
const english = await (await fetch('texts/en.json')).json();
/** The plan on the broker has its reason in English. */
const byHand = 'rollout.stopped.by-hand';

/** The rollout of the fleet, as the broker keeps it. `needs`: isUp(), publish(name, text, onDenied), changed(). */
export class Rollout {
  #needs;
  #plan = null;
  #reported = null;
  #progress = null;
  /** The rollout that somebody has stopped here. */
  #stopping = null;
  #fault = '';

  constructor(needs) {
    this.#needs = needs;
  }

  hear(name, text) {
    if (name === 'progress') {
      this.#progress = rolloutOf(text, translated);
      this.#reported = this.#progress === null ? null : JSON.parse(text);
    } else if (name === 'plan') this.#heardPlan(text);
    this.#needs.changed();
  }

  /** As data, for whoever draws it only when it has changed; null: there is none. */
  get now() {
    if (this.#progress === null) return null;
    const isRunning = this.#progress.state === 'running' && this.#plan?.state === 'running';
    return {
      ...this.#progress,
      fault: this.#fault,
      isStopping: this.#stopping !== null && this.#plan?.state === 'running',
      canStop: isRunning && this.#needs.isUp(),
    };
  }

  askToStop() {
    confirm({ label: say('fleet.rollout.stop'), ask: say('fleet.rollout.stop.ask') }, () => {
      if (this.#plan === null) return;
      this.#stopping = { id: this.#plan.id, tries: 0, until: Date.now() + unheardMs };
      this.#fault = '';
      this.#stop();
    });
  }

  #heardPlan(text) {
    this.#plan = planIn(text);
    if (this.#stopping === null || this.#plan?.id !== this.#stopping.id) return;
    const { tries, until } = this.#stopping;
    if (this.#plan.state === 'running' && tries < mostTries && Date.now() < until) return this.#stop();
    if (this.#plan.state !== 'stopped' || this.#reported === null) return;
    // Perhaps nobody runs it any more.
    const at = new Date().toISOString();
    const i18n = { sentence: { code: byHand } };
    this.#publish('progress', { ...this.#reported, state: 'stopped', at, sentence: english[byHand], i18n });
  }

  #stop() {
    this.#stopping.tries++;
    const revision = (this.#plan.revision ?? 0) + 1;
    this.#publish('plan', {
      ...this.#plan,
      state: 'stopped',
      why: english[byHand],
      by: 'fleet page',
      revision,
    });
    this.#needs.changed();
  }

  #publish(name, value) {
    this.#needs.publish(name, JSON.stringify(value), () => {
      this.#stopping = null;
      this.#fault = say('fleet.denied');
      this.#needs.changed();
    });
  }
}

function planIn(text) {
  try {
    const plan = text.length > largestPlan ? null : JSON.parse(text);
    return typeof plan?.id === 'string' && typeof plan.state === 'string' ? plan : null;
  } catch {
    return null;
  }
}

/** How far the rollout is, and the button that stops it. */
export function rolloutParts({ fault, isStopping, canStop, ...progress }, askToStop) {
  const { state, version, step, steps, counts, sentence } = progress;
  const { asked, kept, failed } = counts;
  return [
    make(
      'div',
      { class: 'grow stack tight' },
      make(
        'strong',
        {},
        say('fleet.rollout', { version, state: say(`fleet.rollout.${state}`), step, steps }),
      ),
      make('progress', {
        class: 'bar',
        max: Math.max(1, asked),
        value: kept + failed,
        'aria-label': say('fleet.rollout.bar'),
      }),
      make('p', {}, [say('fleet.rollout.counts', counts), sentence].filter(Boolean).join(' ')),
      fault === '' ? null : make('p', { class: 'mistake' }, fault),
    ),
    state === 'running'
      ? make(
          'button',
          { type: 'button', id: 'stop-rollout', disabled: !canStop || isStopping, onclick: askToStop },
          say('fleet.rollout.stop'),
        )
      : null,
  ];
}

/**
 * A rollout runs for hours, and judges each step: a terminal does that. The form writes its command, for the players that are
 * chosen on the page.
 */
export function rolloutDialog(group) {
  const version = make('input', {
    id: 'rollout-version',
    placeholder: '2.1.0',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const steps = make('input', {
    id: 'rollout-steps',
    value: group === '' ? '1%,10%,50%,100%' : `${group}:10%,${group}`,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const limit = make('input', { id: 'rollout-limit', type: 'number', min: 0, max: 100, value: '5' });
  const inWindow = make('input', { id: 'rollout-window', type: 'checkbox' });
  const commands = make('dl', { class: 'stack', id: 'terminal' });

  function draw() {
    const release = word(version.value, '2.1.0');
    const start = ['vitrine fleet rollout start', release, '--steps', word(steps.value, '100%')];
    const more = [`--limit ${Number(limit.value) || 0}%`, ...(inWindow.checked ? ['--window'] : [])];
    const lines = {
      start: [...start, ...more].join(' '),
      status: 'vitrine fleet rollout status',
      recall: `vitrine release recall releases ${release} --keys targets.key --keys online`,
    };
    commands.replaceChildren(
      ...Object.entries(lines).flatMap(([name, text]) => [
        make('dt', {}, say(`fleet.command.${name}`)),
        make('dd', {}, make('code', { class: 'line' }, text)),
      ]),
    );
  }

  draw();
  dialog(
    say('fleet.rollout.new'),
    say('page.close'),
    make('p', {}, say('fleet.rollout.why')),
    make(
      'div',
      { class: 'stack', oninput: draw, onchange: draw },
      make('label', { class: 'field' }, say('fleet.release'), version),
      make(
        'label',
        { class: 'field' },
        say('fleet.rollout.steps'),
        steps,
        make('span', { class: 'hint' }, say('fleet.rollout.steps.why')),
      ),
      make('label', { class: 'field' }, say('fleet.rollout.limit'), limit),
      make('label', { class: 'row plain' }, inWindow, say('fleet.rollout.window')),
    ),
    commands,
  );
}

/** Nothing else may get into a command that somebody copies into a shell. */
const word = (text, otherwise) => text.replaceAll(/[^\w.,:%+-]/g, '') || otherwise;
