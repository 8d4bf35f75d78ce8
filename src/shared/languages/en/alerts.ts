/** Alerts: what is sent, and why it could not be sent. */
export const alerts = {
  'alert.subject': '{name}: {sentence}',
  'alert.since': 'The problem has persisted since {at}.',
  'alert.again': 'The problem has been resolved. It had persisted since {at}.',
  'alert.player': 'Player {name}, version {version}.',
  'alert.test': 'This is a test message. It does not report a problem.',
  'alert.mail.sent': 'The mail server {host} accepted the message for {to}.',
  'alert.webhook.sent': '{host} accepted the message ({status:plain}).',
  'alert-undelivered': 'An alert cannot be delivered: {why}',
  'alert-unreachable.name': 'Cannot resolve the name {host}.',
  'alert-unreachable.name.remedy':
    'Check the host name in the alerts settings, the network and the DNS server.',
  'alert-unreachable.refused': '{host} refused the connection.',
  'alert-unreachable.refused.remedy':
    'Check the port in the alerts settings, and that the server is running.',
  'alert-unreachable.timeout': '{host} does not answer.',
  'alert-unreachable.timeout.remedy':
    'Check the network. For mail, use port 587 or 465: many networks block port 25.',
  'alert-unreachable.other': 'Cannot connect to {host} ({why}).',
  'alert-unreachable.other.remedy':
    'The player retries. If the problem persists, check the network and the server’s log.',
  'alert-tls-clock': 'Cannot check the certificate of {host}: this machine’s clock is wrong.',
  'alert-tls-clock.remedy': 'Set the clock or turn on time synchronisation (NTP).',
  'alert-tls-expired': 'The certificate of {host} has expired.',
  'alert-tls-expired.remedy': 'If this machine’s clock is right, the server needs a new certificate.',
  'alert-tls-issuer': 'The certificate of {host} comes from an unknown certificate authority (CA).',
  'alert-tls-issuer.remedy':
    'If the server uses its own certificate authority (CA), set alerts.caFile to the certificate of that CA.',
  'alert-tls-name': 'The certificate is not valid for {host}.',
  'alert-tls-name.remedy':
    'Check the host name in the alerts settings: the certificate must be issued for it.',
  'alert-tls': 'Cannot establish a secure connection to {host} ({code}).',
  'alert-tls.remedy': 'Check the port: smtps:// is for 465, smtp:// (with STARTTLS) for 587 or 25.',
  'alert-mail-plain': 'The mail server {host} does not offer encryption (STARTTLS).',
  'alert-mail-plain.remedy': 'Use smtps:// or another server: the player does not send unencrypted mail.',
  'alert-mail-login': 'The mail server {host} rejected the user name or password ({reply}).',
  'alert-mail-login.remedy': 'Check alerts.mail.credentialsFile. Many providers require an app password.',
  'alert-mail-refused': 'The mail server {host} refused the message: {reply}',
  'alert-mail-refused.remedy': 'Check alerts.mail.from and alerts.mail.to.',
  'alert-webhook-refused': '{host} answered the alert with status {status:plain}.',
  'alert-webhook-refused.remedy': 'Check alerts.webhook.url and alerts.webhook.tokenFile.',
  'alert-file': 'Cannot read {setting} ({path}): {code}.',
  'alert-file.remedy': 'Check the path, and that the player can read the file.',
  'alert-credentials': '{path} must contain both "user" and "password".',
  'alert-credentials.remedy': 'Write the file as JSON, for example: {example}',
} as const;
