// The page's own link to the broker, by WebSocket.
import mqtt from './mqtt.js';
import { say } from './words.js';

const firstMs = 1_000;
const mostMs = 30_000;
/** MQTT's reason for what the access list denies. */
const notAuthorised = 135;

export class Broker {
  #login;
  #client = null;
  #needs;
  #rest = firstMs;

  /** `needs`: onUp(), onDown(why), onRefused(why) and onMessage(topic, bytes). */
  constructor(login, needs) {
    this.#login = login;
    this.#needs = needs;
    this.#open();
  }

  #open() {
    const { url, fleet, user, password } = this.#login;
    const client = mqtt.connect(url, {
      protocolVersion: 5,
      clientId: `vitrine-page-${crypto.getRandomValues(new Uint32Array(2)).join('')}`,
      clean: true,
      // This class retries: with a growing delay, and not all pages at one moment.
      reconnectPeriod: 0,
      // Timers of a tab in the background are late by up to a minute; those of the library need a worker from a blob.
      keepalive: 120,
      timerVariant: 'native',
      connectTimeout: 15_000,
      ...(user ? { username: user, password } : {}),
      properties: { maximumPacketSize: 262_144 },
    });
    this.#client = client;
    let why = say('fleet.unreachable');
    client.on('error', (error) => {
      why = error.message;
      if ([4, 5, 134, 135].includes(error.code)) this.#needs.onRefused(say('fleet.refused'));
    });
    client.on('connect', () => {
      this.#rest = firstMs;
      this.#needs.onUp();
      const of = (name) => `vitrine/v1/${fleet}/+/${name}`;
      client.subscribe([of('online'), of('about'), of('state')], { qos: 0 });
      client.subscribe(of('picture'), { qos: 0 });
      client.subscribe([of('result'), `vitrine/v1/${fleet}/$rollout/+`], { qos: 1 });
    });
    client.on('message', (topic, bytes, packet) =>
      this.#needs.onMessage(topic, bytes, packet.properties?.userProperties ?? {}),
    );
    client.on('close', () => {
      if (this.#client !== client) return;
      this.#needs.onDown(why);
      setTimeout(() => this.#client === client && this.#open(), this.#rest * (0.5 + Math.random() / 2));
      this.#rest = Math.min(mostMs, this.#rest * 2);
    });
  }

  get isUp() {
    return this.#client?.connected === true;
  }

  /**
   * Answers the command's id. A command that no player has done within `lifeMs` expires. `onDenied`: the broker does not let this
   * user send it.
   */
  ask(device, name, args = {}, { lifeMs = 120_000, onDenied = () => undefined } = {}) {
    const id = crypto.getRandomValues(new Uint32Array(4)).join('-');
    const now = Date.now();
    const [issuedAt, expiresAt] = [now, now + lifeMs].map((at) => new Date(at).toISOString());
    const topic = `vitrine/v1/${this.#login.fleet}/${device}/cmd`;
    const payload = JSON.stringify({ id, name, args, issuedAt, expiresAt });
    const properties = { messageExpiryInterval: lifeMs / 1000 };
    this.#client?.publish(topic, payload, { qos: 1, properties }, (error) => {
      if (error?.code === notAuthorised) onDenied();
    });
    return id;
  }

  /** Of the fleet's rollout: `plan` or `progress`. The broker keeps it. */
  publishRollout(name, text, onDenied) {
    const topic = `vitrine/v1/${this.#login.fleet}/$rollout/${name}`;
    this.#client?.publish(topic, text, { qos: 1, retain: true }, (error) => {
      if (error?.code === notAuthorised) onDenied();
    });
  }

  stop() {
    const client = this.#client;
    this.#client = null;
    client?.end(true);
  }
}
