/** What is wrong with screens, their windows and the power of displays. */
export const display = {
  'no-display.connect': 'No display is connected.',
  'no-display.connect.remedy':
    'Connect a display. If one is connected, check the DISPLAY environment variable.',
  'no-display.screen': 'No display is connected for screen {screen}.',
  'no-display.named': 'Display {display} of screen {screen} is not connected. Connected: {known}.',
  'no-display.shared':
    'Screens {other} and {screen} are assigned to the same display, which is showing screen {other}.',
  'no-such-screen': 'There is no screen “{screen}”.',
  'no-such-screen.remedy': 'Run “vitrine status” to list the screens.',
  'window-gone.none': 'Screen {screen} has no browser window.',
  'display-switch.no-browser': 'The browser is not running yet.',
  'display-switch.no-state': 'The display does not report whether it is on or off.',
  'display-switch.serial.nothing': 'The CMS does not specify a serial (RS-232) command for “{wanted}”.',
  'display-switch.serial.no-hex':
    'The serial command “{text}” is not valid hexadecimal: each byte needs two digits.',
  'display-switch.serial.mode':
    'The baud rate, data bits, parity or stop bits that the CMS specifies for {port} are not valid.',
  'display-switch.serial.no-port': '{port} is not a serial port.',
  'display-switch.serial.write': 'Cannot write to {port}: {code}.',
  'display-switch.hook': 'The hook program failed: {why}.',
  'program.output': '{why} ({line})',
  'display-switch.program': '{program} failed: {output}',
  'display-silent': 'Switching the display on or off took longer than {limit:duration}.',
} as const;
