/** How far this browser's clock is behind the player's, in milliseconds, as far as it can be told. */
let behind = 0;

/** Now, by the player's clock. */
export const now = () => Date.now() + behind;

/** Puts an answer into the language of the page, once its texts are here. */
let translate = (answer) => answer;
export const translateAnswersBy = (translation) => {
  translate = translation;
};

/** Asks the player. An answer that says what went wrong is thrown with its sentence. */
export async function ask(path, options = {}) {
  const answer = await fetch(path, { cache: 'no-store', ...options });
  const date = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isFinite(date) && Math.abs(date - now()) > 2_000) behind = date - Date.now();
  const body = translate(await answer.json().catch(() => ({})));
  if (answer.ok) return body;
  throw Object.assign(new Error(body.message ?? `${answer.status}`), {
    status: answer.status,
    code: body.code ?? null,
    remedy: body.remedy ?? null,
    waitSeconds: body.waitSeconds ?? null,
  });
}

export function act(path, fields) {
  return ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields ?? {}),
  });
}
