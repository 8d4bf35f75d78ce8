import type { EnginePort } from '../engine/protocol.ts';
import type { FleetStore } from './port.ts';

export type FleetEngine = EnginePort<
  | 'fleetEvent'
  | 'fleetEvents'
  | 'fleetEventsDelivered'
  | 'fleetTake'
  | 'fleetBegin'
  | 'fleetFinish'
  | 'fleetUnfinished'
  | 'fleetResults'
  | 'fleetResultDelivered'
>;

export function fleetStore(engine: FleetEngine): FleetStore {
  return {
    addEvent: (event) => engine.call('fleetEvent', event),
    events: (limit) => engine.call('fleetEvents', limit),
    eventsDelivered: (upTo) => engine.call('fleetEventsDelivered', upTo),
    take: (row, now) => engine.call('fleetTake', { row, now }),
    begin: (id) => engine.call('fleetBegin', id),
    finish: (id, result) => engine.call('fleetFinish', { id, result }),
    unfinished: () => engine.call('fleetUnfinished'),
    results: (limit) => engine.call('fleetResults', limit),
    resultDelivered: (row) => engine.call('fleetResultDelivered', row),
  };
}
