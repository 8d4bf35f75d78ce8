import type { DeviceSettings, EntryRecord } from '../../edition/records.ts';
import type { FieldReader, Raw } from './fields.ts';

const mostCommands = 20;
const longestCommand = 2_000;

/** Their contents are undocumented: text stays as it is, other values become JSON, for the hook to interpret. */
export function commands(raw: Raw, fields: FieldReader): Pick<EntryRecord, 'commands'> {
  const [start, end] = ['commands_start', 'commands_end'].map((name) => commandList(fields.value(raw, name)));
  if (start === undefined || end === undefined || start.length + end.length === 0) return {};
  return { commands: { start, end } };
}

function commandList(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const texts = value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  return texts.filter((text) => text.length <= longestCommand).slice(0, mostCommands);
}

const pinPattern = /^\d{4,12}$/;

/** The PIN that the device asks for before its settings; absent unless the CMS demands one that can be typed there. */
export function servicePin(raw: Raw, fields: FieldReader): Pick<DeviceSettings, 'servicePin'> {
  const pin = fields.value(raw, 'pin');
  const text = typeof pin === 'number' ? String(pin) : pin;
  if (!fields.flag(raw, false, 'is_pin_enabled') || typeof text !== 'string') return {};
  return pinPattern.test(text) ? { servicePin: text } : {};
}

/** Serial line settings of a display; absent unless the CMS declares one. */
export function rs232(raw: Raw, fields: FieldReader): Pick<DeviceSettings, 'rs232'> {
  if (!fields.flag(raw, false, 'is_rs232_enabled')) return {};
  return {
    rs232: {
      baud: fields.looseNumber(raw, 'rs232_baud'),
      dataBits: fields.looseNumber(raw, 'rs232_data_bits'),
      parity: fields.filledText(raw, 'rs232_parity'),
      stopBits: fields.looseNumber(raw, 'rs232_stop_bits'),
      format: fields.filledText(raw, 'rs232_format'),
      displayOn: fields.filledText(raw, 'rs232_display_on')?.slice(0, longestCommand) ?? null,
      displayOff: fields.filledText(raw, 'rs232_display_off')?.slice(0, longestCommand) ?? null,
    },
  };
}
