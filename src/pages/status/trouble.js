import { ask } from './ask.js';
import { card, fill, make } from './element.js';
import { clockSeconds, dayOf, length, shortDate, when } from './format.js';
import { failure } from './sentences.js';
import { known, say } from './words.js';

const refreshMs = 15_000;

/** Current and past problems, the log, and the support bundle. */
export function openTrouble(root, { session }) {
  const [reasons, history] = [make('div', {}), make('div', {})];
  root.append(
    make(
      'div',
      { class: 'columns' },
      make('div', { class: 'stack' }, reasons, history),
      make('div', { class: 'stack' }, doctorCard(), supportCard(session)),
    ),
    logCard(),
  );
  let isOver = false;
  let timer = null;
  const learn = async () => {
    const periods = await ask('api/health/log?limit=200').catch(() => null);
    if (isOver) return;
    if (periods) fill(history, periods, () => historyCard(periods));
    timer = setTimeout(learn, refreshMs);
  };
  void learn();
  return {
    update({ health }) {
      fill(reasons, [health.verdict, health.reasons], () => reasonsCard(health));
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

function reasonsCard({ verdict, reasons }) {
  const rows = reasons.map(({ code, verdict: one, sentence }) =>
    make(
      'li',
      {},
      make('span', { class: `lamp ${one}` }),
      make(
        'div',
        { class: 'grow' },
        make('strong', {}, sentence),
        make('p', { class: 'soft' }, say(`health.${code}.remedy`)),
      ),
    ),
  );
  return card(
    say('page.trouble.now'),
    rows.length > 0
      ? make('ul', { class: 'list' }, rows)
      : make('p', { class: 'row plain' }, make('span', { class: `lamp ${verdict}` }), say('health.well')),
  );
}

function historyCard(periods) {
  const rows = periods
    .slice(0, 60)
    .map(({ at, endedAt, seconds, verdict, sentence }) =>
      make(
        'li',
        {},
        make('span', { class: `lamp ${verdict}` }),
        make(
          'div',
          { class: 'grow' },
          make('span', {}, sentence),
          make('p', { class: 'soft small' }, when(at)),
        ),
        make(
          'span',
          { class: 'chip' },
          endedAt === null ? say('page.trouble.still') : length(seconds * 1000),
        ),
      ),
    );
  return card(
    say('page.trouble.history'),
    rows.length > 0
      ? make('ul', { class: 'list long', tabindex: 0, 'aria-label': say('page.trouble.history') }, rows)
      : make('p', { class: 'empty' }, say('page.trouble.no-history')),
  );
}

function doctorCard() {
  const found = make('div', { role: 'status' });
  const button = make('button', { type: 'button' }, say('page.trouble.examine'));
  button.addEventListener('click', async () => {
    button.disabled = true;
    found.replaceChildren(make('p', { class: 'soft' }, say('page.trouble.examining')));
    try {
      found.replaceChildren(make('ul', { class: 'list' }, (await ask('api/doctor')).map(finding)));
    } catch (error) {
      found.replaceChildren(make('p', { class: 'mistake' }, failure(error)));
    }
    button.disabled = false;
  });
  return card(
    say('page.trouble.doctor'),
    make('p', { class: 'soft' }, say('page.trouble.doctor-why')),
    make('div', {}, button),
    found,
  );
}

const grades = { ok: 'well', warn: 'attention', fail: 'dark' };

function finding({ check, result, message, remedy }) {
  return make(
    'li',
    {},
    make('span', { class: `lamp ${grades[result]}` }),
    make(
      'div',
      { class: 'grow' },
      make('span', {}, make('span', { class: 'unseen' }, `${say(`page.trouble.${result}`)}: `), message),
      remedy ? make('p', { class: 'soft' }, remedy) : null,
      make('p', { class: 'soft small' }, checkName(check)),
    ),
  );
}

/** An unknown check keeps doctor's name. */
function checkName(check) {
  const key = `setup.finding.${check.replaceAll(' ', '-')}`;
  return known(key) ? say(key) : check;
}

function supportCard({ mayAct }) {
  const contents = ['log', 'health', 'config', 'schedule', 'doctor', 'pictures'].map((one) =>
    make('li', {}, say(`page.support.${one}`)),
  );
  return card(
    say('page.support.title'),
    make('p', { class: 'soft' }, say('page.support.why')),
    make('ul', { class: 'dots' }, contents),
    make('p', { class: 'soft' }, say('page.support.secrets')),
    mayAct
      ? make(
          'div',
          {},
          make(
            'a',
            { class: 'button primary', href: 'api/support.zip', download: 'vitrine-support.zip' },
            say('page.support.get'),
          ),
        )
      : make('p', {}, say('page.support.run')),
  );
}

function logCard() {
  const level = make(
    'select',
    { 'aria-label': say('page.log.level') },
    ['debug', 'info', 'warn', 'error'].map((one) =>
      make('option', { value: one, selected: one === 'info' }, say(`page.log.${one}`)),
    ),
  );
  const text = make('input', {
    type: 'search',
    placeholder: say('page.log.search'),
    'aria-label': say('page.log.search'),
  });
  const lines = make('ol', { class: 'log', tabindex: 0, 'aria-label': say('page.log.title') });
  let requests = 0;
  let timer = null;
  const learn = async () => {
    const mine = ++requests;
    try {
      const entries = await ask(
        `api/log?limit=200&${new URLSearchParams({ level: level.value, text: text.value })}`,
      );
      // A newer request has been sent since.
      if (mine !== requests) return;
      lines.replaceChildren(
        ...(entries.length > 0 ? entries.map(line) : [make('li', { class: 'soft' }, say('page.log.none'))]),
      );
    } catch (error) {
      lines.replaceChildren(make('li', { class: 'mistake' }, failure(error)));
    }
  };
  level.addEventListener('change', learn);
  text.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(learn, 250);
  });
  const again = make('button', { type: 'button', onclick: learn }, say('page.log.again'));
  void learn();
  return card(say('page.log.title'), make('div', { class: 'row filters' }, level, text, again), lines);
}

const today = () => dayOf(Date.now());

function line({ at, level, from, message, fields }) {
  const more = Object.entries(fields ?? {}).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const time = dayOf(at) === today() ? clockSeconds(at) : `${shortDate(at)} ${clockSeconds(at)}`;
  return make(
    'li',
    { class: level },
    make('span', { class: 'soft' }, `${time} `),
    make('strong', {}, `${level} `),
    make('span', { class: 'soft' }, `${from} `),
    message,
    more.length > 0 ? make('span', { class: 'soft' }, ` ${more.join(' ')}`) : null,
  );
}
