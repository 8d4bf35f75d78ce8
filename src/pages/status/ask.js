/** How far this browser's clock is behind the player's, in milliseconds. */
let behind = 0;

/** The current time by the player's clock. */
export const now = () => Date.now() + behind;

/** Translates an answer into the page's language, once its texts are loaded. */
let translate = (answer) => answer;
export const translateAnswersBy = (translation) => {
  translate = translation;
};

/** Sends a request to the player. An error answer is thrown with its message. */
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
