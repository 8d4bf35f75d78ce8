import { Interaction } from './interaction.ts';
import { KeptLogins } from './kept-logins.ts';
import { OperatorLogin } from './operator-login.ts';

type LoginNeeds = ConstructorParameters<typeof KeptLogins>[0];
type TouchNeeds = ConstructorParameters<typeof Interaction>[0] &
  ConstructorParameters<typeof OperatorLogin>[0];

/** The kept logins, which the browser needs early, and the touches, which need nearly everything else. */
export function prepareInteraction(needs: LoginNeeds) {
  const logins = new KeptLogins(needs);
  const watchTouches = (touched: Omit<TouchNeeds, 'clock' | 'log' | 'login' | 'logins'>) => {
    const all = { ...needs, ...touched, logins };
    return new Interaction({ ...all, login: new OperatorLogin(all) });
  };
  return { logins, watchTouches };
}
