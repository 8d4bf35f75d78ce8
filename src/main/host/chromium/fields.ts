import { type Field, parseField, type Typed } from '../../../shared/keyboard.ts';
import type { CdpEvent, CdpSession } from './cdp.ts';
import { fieldBinding, fieldScript, fieldWorld } from './field-script.ts';

/** One document: its session, and the isolated world in it. */
interface Place {
  readonly sessionId: string | null;
  readonly world: number;
}

/** Watches which text field of an interactive page has the focus, in all its frames. */
export class Fields {
  readonly #changed: (field: Field | null) => void;
  /** The document whose field has the focus; null: none. */
  #owner: Place | null = null;

  constructor(changed: (field: Field | null) => void) {
    this.#changed = changed;
  }

  /** Call it for the session of the page and of each frame in it, before the frame runs. */
  watch(session: CdpSession): Promise<unknown> {
    return Promise.all([
      session.send('Runtime.enable'),
      session.send('Runtime.addBinding', { name: fieldBinding, executionContextName: fieldWorld }),
      session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: fieldScript,
        worldName: fieldWorld,
        runImmediately: true,
      }),
    ]);
  }

  handle(event: CdpEvent): void {
    const { method, params, sessionId } = event;
    if (method === 'Runtime.bindingCalled' && params.name === fieldBinding)
      this.#reported(params.payload, { sessionId, world: params.executionContextId });
    if (this.#owner !== null && isEndOf(this.#owner, event)) this.#set(null, null);
  }

  #reported(payload: string, from: Place): void {
    const field = parseField(parsed(payload));
    if (field === undefined) return;
    if (field !== null) this.#set(field, from);
    // A frame that loses the focus may report so after the one that has it.
    else if (this.#owner?.sessionId === from.sessionId && this.#owner.world === from.world)
      this.#set(null, null);
  }

  #set(field: Field | null, owner: Place | null): void {
    this.#owner = owner;
    this.#changed(field);
  }
}

function isEndOf({ sessionId, world }: Place, event: CdpEvent): boolean {
  if (event.method === 'Target.detachedFromTarget') return event.params.sessionId === sessionId;
  if (event.sessionId !== sessionId) return false;
  if (event.method === 'Runtime.executionContextsCleared') return true;
  return event.method === 'Runtime.executionContextDestroyed' && event.params.executionContextId === world;
}

/** Writes into the focused field, in whichever frame of the page it is: the page sees a real key. */
export async function typeInto(page: CdpSession, typed: Typed): Promise<void> {
  const key = 'key' in typed ? named[typed.key] : letter(typed.text);
  if (key === null) {
    await page.send('Input.insertText', { text: 'text' in typed ? typed.text : '' });
    return;
  }
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
  await page.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp', text: '' });
}

const named = {
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Backspace: { key: 'Backspace', code: 'Backspace', windowsVirtualKeyCode: 8 },
} as const;

/** Null: no keyboard has a key for it. */
function letter(text: string) {
  if ([...text].length !== 1) return null;
  // Old scripts read the code, which letters and digits share with their capital in ASCII.
  const windowsVirtualKeyCode = /^[a-z0-9 ]$/i.test(text) ? text.toUpperCase().charCodeAt(0) : 0;
  return { key: text, text, windowsVirtualKeyCode };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A page may have taken its renderer over: its report is refused.
    return undefined;
  }
}
