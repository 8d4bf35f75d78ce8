import type { OAuthClient } from './login.ts';

/** The page on which a person grants an application access to the CMS. */
export function approvePage(client: OAuthClient, query: URLSearchParams): string {
  const hidden = ['client_id', 'redirect_uri', 'state', 'code_challenge']
    .filter((name) => query.has(name))
    .map((name) => `<input type="hidden" name="${name}" value="${asText(query.get(name) ?? '')}">`)
    .join('');
  return page(
    'Allow access?',
    `<p class="who"><strong>${asText(client.description)}</strong> requests access to <strong>Demo account</strong>.</p>
    <ul><li>Read playlists, media files, devices and groups</li><li>Create and change playlists and media files</li></ul>
    <form method="post" action="/oauth/authorize">${hidden}
      <button name="decision" value="approve" class="yes">Approve</button>
      <button name="decision" value="deny">Deny</button>
    </form>
    <p class="note">You will be redirected to <code>${asText(client.redirectUri)}</code></p>`,
  );
}

/** The page on which a person enters or compares the code of another device. */
export function devicePage(code: string): string {
  return page(
    'A device requests access',
    `<p class="who">Does the device show this code?</p>
    <form method="post" action="/oauth/device"><input name="user_code" aria-label="Code" value="${asText(code)}" autocomplete="off">
      <button name="decision" value="approve" class="yes">Approve</button>
      <button name="decision" value="deny">Deny</button>
    </form>`,
  );
}

export function donePage(): string {
  return page('Done', '<p class="who">The device continues automatically. You can close this page.</p>');
}

export function refusedPage(reason: string): string {
  return page('This request cannot be granted', `<p class="who">${asText(reason)}</p>`);
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} · Demo CMS</title>
<meta name="viewport" content="width=device-width">
<style>
  :root { color-scheme: light }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #eef1f4;
    font: 16px/1.5 system-ui, "Noto Sans", "Liberation Sans", sans-serif; color: #16202c }
  main { box-sizing: border-box; width: min(30rem, 92vw); background: #fff; border-radius: 14px; padding: 2.2rem;
    box-shadow: 0 1px 2px #16202c1f, 0 14px 40px #16202c1f }
  .brand { display: flex; gap: .6rem; align-items: center; font-weight: 600; color: #0f6a5c }
  .brand i { width: 1.5rem; height: 1rem; border-radius: 4px; background: #0f6a5c; box-shadow: inset 0 -4px 0 #f3b73e }
  h1 { font-size: 1.5rem; line-height: 1.2; margin: 1.2rem 0 .6rem }
  ul { padding-left: 1.2rem; color: #43505f }
  form { display: flex; gap: .7rem; margin: 1.6rem 0 1.2rem }
  button { font: inherit; font-weight: 600; flex: 1; padding: .7rem 1rem; border-radius: 9px; border: 1px solid #c6ced6;
    background: #fff; color: inherit; cursor: pointer }
  .yes { background: #0f6a5c; border-color: #0f6a5c; color: #fff }
  button:hover { filter: brightness(.95) }
  button:focus-visible { outline: 3px solid #f3b73e; outline-offset: 2px }
  .note { font-size: .85rem; color: #5b6875; margin: 0 } code { overflow-wrap: anywhere }
</style></head>
<body><main><div class="brand"><i></i>Demo CMS</div><h1>${title}</h1>${body}</main></body></html>
`;
}

export function asText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
