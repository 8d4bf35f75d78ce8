// biome-ignore-all lint: written for the older JavaScript of the engine that runs it, which calls both functions by name.
// What a player tells, as a change of its twin, and a message to the twin as a command for the player. It runs in Eclipse Ditto,
// which gives `Ditto` and calls both; connection.json holds the same text.
// The namespace of its things.
var space = 'vitrine';
var policy = 'vitrine:players';
var commandSeconds = 60;

function mapToDittoProtocolMsg(headers, textPayload, bytePayload) {
  var levels = String(headers['mqtt.topic']).split('/');
  var device = levels[3];
  var topic = levels[4];
  var text = textPayload || (bytePayload ? Ditto.arrayBufferToString(bytePayload) : '');
  if (!device || device.charAt(0) === '$' || text === '') return null;
  var said = JSON.parse(text);
  var value = { policyId: policy };
  if (topic === 'online') value.features = { link: { properties: { online: said } } };
  else if (topic === 'about') value.attributes = said;
  else if (topic === 'state') value.features = { player: { properties: said } };
  else if (topic === 'metrics') value.features = { numbers: { properties: said } };
  else if (topic === 'result') value.features = { command: { properties: said } };
  else return null;
  // A thing that is not there yet is made by it.
  var merge = { 'content-type': 'application/merge-patch+json', 'response-required': false };
  return Ditto.buildDittoProtocolMsg(space, device, 'things', 'twin', 'commands', 'merge', '/', merge, value);
}

// The subject of a message is the command's name, and its payload the arguments. Seven facts come before its headers.
function mapFromDittoProtocolMsg() {
  var criterion = arguments[4];
  var path = arguments[6];
  var headers = arguments[7];
  if (criterion !== 'messages' || path.indexOf('/inbox/messages/') !== 0) return null;
  var now = Date.now();
  var asked = String(headers['correlation-id'] || '');
  var command = {
    id: /^[\w-]{8,64}$/.test(asked) ? asked : 'ditto-' + now + '-' + Math.floor(Math.random() * 1e6),
    name: path.slice('/inbox/messages/'.length),
    args: arguments[8] || {},
    issuedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + commandSeconds * 1000).toISOString(),
  };
  return Ditto.buildExternalMsg({}, JSON.stringify(command), null, 'application/json');
}
