import { menuButton } from './menu.js';
import { offersOf } from './screens.js';
import { openSend } from './send.js';
import { say, write } from './words.js';

/** Commands to all players that are shown. `needs`: buttons, isUp(), shown(), commands, rollout(). */
export function manyMenu(needs) {
  const menu = menuButton('', () => groups(needs), { id: 'ask-many' });
  return {
    element: menu.element,
    update() {
      const count = needs.shown().length;
      menu.name(say('fleet.many', { count }));
      menu.button.disabled = count === 0 || !needs.isUp();
    },
  };
}

function groups(needs) {
  const screens = needs.shown().map(({ screen }) => screen);
  const choices = needs.buttons
    .filter(({ reads }) => !reads)
    .map((button) => {
      const offers = screens.map((screen) => ({ screen, offer: offersOf(screen, [button])[0] }));
      const those = offers.filter(({ offer }) => offer?.cannot === null).map(({ screen }) => screen);
      return { button, those, cannot: offers.find(({ offer }) => offer?.cannot)?.offer.cannot ?? null };
    })
    // Nothing to do for any of them.
    .filter(({ those, cannot }) => those.length > 0 || cannot !== null);
  const menus = [...Map.groupBy(choices, ({ button }) => button.group)].map(([group, some]) => ({
    key: group,
    title: say(`action.group.${group}`),
    items: some.map(({ button, those, cannot }) => ({
      key: button.key,
      label:
        those.length === screens.length || those.length === 0
          ? button.label
          : say('fleet.many.share', { label: button.label, some: those.length, all: screens.length }),
      why: those.length === 0 ? write(cannot) : null,
      run: () => openSend(needs, button, those, button.fields?.(those, needs.commands)),
    })),
  }));
  const rollout = { key: 'rollout', label: say('fleet.rollout.new'), why: null, run: needs.rollout };
  const updates = menus.find(({ key }) => key === 'updates');
  if (updates === undefined) return [...menus, { title: say('action.group.updates'), items: [rollout] }];
  updates.items.push(rollout);
  return menus;
}
