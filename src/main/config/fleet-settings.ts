import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import { actionTable } from '../actions/table/table.ts';
import { asIssue } from './mistake.ts';
import { setting, settingWith } from './setting.ts';
import * as a from './values.ts';

const mostGroups = 20;

export const fleetSettings = a.object({
  url: setting(
    a.brokerAddress,
    'MQTT 5 broker to which the player reports its state and from which it receives commands',
    { variable: 'VITRINE_FLEET_URL' },
  ),
  name: settingWith(a.topicWord, 'vitrine', 'name of the fleet'),
  device: setting(a.topicWord, 'name of this player in the fleet', {
    variable: 'VITRINE_FLEET_DEVICE',
    otherwise: "the user of the credentials, else the machine's name",
  }),
  groups: settingWith(
    v.pipe(
      v.array(a.topicWord, asIssue(message('config.must.be-list'))),
      v.maxLength(mostGroups, asIssue(message('config.must.be-groups', { count: mostGroups }))),
      v.readonly(),
    ),
    [],
    'groups of the fleet to which this player belongs',
  ),
  commands: setting(
    v.pipe(
      v.array(
        v.lazy(() => a.oneOf([...actionTable().keys()])),
        asIssue(message('config.must.be-list')),
      ),
      v.readonly(),
      v.title('names of actions: docs/reference/contract.md'),
    ),
    'fleet commands that this player accepts',
    { otherwise: 'all of them' },
  ),
  commandKey: setting(a.publicKey, 'public key of the operator; commands without its signature are refused', {
    otherwise: 'commands need no signature',
  }),
  credentialsFile: setting(
    a.secretFile,
    'JSON file with user and password; a name without a folder is a systemd credential',
  ),
  enrolmentFile: setting(
    a.secretFile,
    'enrolment file for many players (vitrine fleet enrol group): this one gets its own credentials when it first connects; broker, fleet and groups come from the file',
    { variable: 'VITRINE_FLEET_ENROLMENT' },
  ),
  caFile: setting(a.file, 'certificate file of a private CA for the broker'),
  certificateFile: setting(a.file, 'client certificate of this player'),
  keyFile: setting(a.secretFile, 'private key of the client certificate'),
  homeAssistant: setting(
    a.topicWord,
    "Home Assistant's discovery prefix, usually homeassistant: the player appears there as a device",
    { otherwise: 'no discovery' },
  ),
  spreadSeconds: settingWith(
    a.whole(10, 3600),
    300,
    'after a broker outage each player reconnects at a random time within this period',
  ),
});
