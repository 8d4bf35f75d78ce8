/** What is wrong with screens, their windows and the power of displays. */
export const display = {
  'no-display.connect': 'No display is connected.',
  'no-display.connect.remedy': 'Connect a display, or check the DISPLAY variable.',
  'no-display.screen': 'The display of screen {screen} is not connected.',
  'no-display.named': 'Display {display} of screen {screen} is not connected. Connected: {known}.',
  'no-display.shared':
    'Screens {other} and {screen} are set to the same display, which shows screen {other}.',
  'no-such-screen': 'There is no screen “{screen}”.',
  'no-such-screen.remedy': 'Run “vitrine status” to list the screens.',
  'window-gone.none': 'Screen {screen} has no window.',
  'display-switch.no-browser': 'The browser is not running yet.',
  'display-switch.no-state': 'The display does not report its state.',
  'display-switch.serial.nothing': 'The CMS specifies no text to send for “{wanted}”.',
  'display-switch.serial.no-hex': '“{text}” is not valid hexadecimal: each byte needs two digits.',
  'display-switch.serial.mode': 'The CMS specifies a mode that {port} does not support.',
  'display-switch.serial.no-port': '{port} is not a serial port.',
  'display-switch.serial.write': 'Cannot write to {port}: {code}.',
  'display-switch.hook': 'The hook failed: {why}.',
  'program.output': '{why} ({line})',
  'display-switch.program': '{program} failed: {output}',
  'display-silent': 'Switching the display on or off took longer than {limit:duration}.',
} as const;
