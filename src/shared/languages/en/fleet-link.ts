/** The link of a player to the broker of its fleet, commands that come over it, and rollouts. */
export const fleetLink = {
  'no-fleet': 'No fleet is configured.',
  'no-fleet.remedy':
    'Set fleet.url (VITRINE_FLEET_URL), fleet.name and fleet.credentialsFile: see docs/guide/fleet.md.',
  'fleet-credentials.unset': 'fleet.credentialsFile is not set.',
  'fleet-credentials.unset.remedy':
    'Set fleet.credentialsFile to a file with the broker administrator’s credentials.',
  'fleet-credentials.invalid': '{path} does not contain "user" and "password".',
  'fleet-credentials.invalid.remedy': 'Write the file as JSON, for example: {example}',
  'fleet-file': 'Cannot read {setting} ({path}): {code}.',
  'fleet-file.remedy': 'Check the path, and that the user that runs Vitrine may read the file.',
  'fleet-enrolment.unreadable': 'Cannot read {path}: {code}.',
  'fleet-enrolment.invalid': 'This is not an enrolment file.',
  'fleet-enrolment.invalid.file': '{path} is not an enrolment file.',
  'fleet-enrolment.create':
    'Create an enrolment file with “vitrine fleet enrol group FILE”, and set fleet.enrolmentFile to it.',

  'broker-silent': 'The broker accepts connections but does not answer.',
  'broker-silent.remedy':
    'Check whether the broker is overloaded, and that fleet.url points to an MQTT broker.',
  'broker-oversized': 'The broker sent a message that is too large for this player.',
  'broker-oversized.remedy':
    'Check the broker’s access list: only your own players and users should be allowed to write to this fleet’s topics.',
  'broker-flood': 'The broker sent more than {most} messages within {time:duration}.',
  'broker-flood.remedy':
    'Check the broker’s access list: only your own players and users should be allowed to write to this fleet’s topics.',
  'broker-too-old': 'The broker supports only MQTT 3.1.1; the player needs MQTT 5.',
  'broker-too-old.remedy':
    'Update the broker (mosquitto has supported MQTT 5 since version 1.6), or enable MQTT 5 in its configuration.',
  'broker-quota': 'The broker’s quota is exceeded.',
  'broker-quota.remedy': 'Ask the broker’s operator for a larger quota.',
  'broker-not-allowed.read':
    'The broker does not let this player subscribe to its topics (reason code {reason:plain}).',
  'broker-not-allowed.read.remedy':
    'Check the broker’s access list: docs/guide/fleet.md contains one to copy.',
  'broker-not-allowed.write':
    'The broker does not let this player publish to its topics (reason code {reason:plain}).',
  'broker-not-allowed.write.remedy':
    'Check the broker’s access list: docs/guide/fleet.md contains one to copy.',
  'broker-not-allowed.rollout': 'The broker did not send the rollout plan back as confirmation.',
  'broker-not-allowed.rollout.remedy':
    'Allow your broker user to read and write $rollout/plan; see the access list in deploy/mosquitto.',
  'broker-ended': 'The broker closed the connection (reason code {reason:plain}).',
  'broker-ended.remedy': 'The player keeps retrying. The broker’s log shows why the connection ended.',
  'broker-login': 'The broker rejects this player’s credentials.',
  'broker-login.remedy':
    'Check fleet.credentialsFile or fleet.certificateFile, and the user accounts on the broker.',
  'broker-login.certificate': '{host} rejects this player’s certificate ({code}).',
  'broker-login.certificate.remedy':
    'Check fleet.certificateFile and fleet.keyFile, and which client certificates the broker accepts.',
  'broker-identity': 'The broker rejects this player’s client ID.',
  'broker-identity.remedy': 'Check fleet.name and fleet.device, and the broker’s access list.',
  'broker-busy': 'The broker is busy.',
  'broker-busy.remedy': 'Nothing to do: the player retries.',
  'broker-closing': 'The broker is shutting down.',
  'broker-closing.remedy': 'Nothing to do: the player retries.',
  'broker-taken-over': 'Another player has connected under this player’s name.',
  'broker-taken-over.remedy':
    'Give each player its own fleet.device and credentials: a cloned SD card or disk contains both.',
  'broker-packet-size': 'The broker rejects messages of this size.',
  'broker-packet-size.remedy':
    'Allow messages of up to 128 KB (message_size_limit or max_packet_size in mosquitto).',
  'broker-unreachable.name': 'Cannot resolve the name {host}.',
  'broker-unreachable.name.remedy': 'Check the spelling of fleet.url, the network and the DNS server.',
  'broker-unreachable.refused': '{host} refused the connection.',
  'broker-unreachable.refused.remedy':
    'Check the port in fleet.url and that the broker is running. A firewall may also refuse the connection.',
  'broker-unreachable.other': 'Cannot connect to {host} ({why}).',
  'broker-unreachable.other.remedy':
    'The player retries. If the problem persists, check the network and the broker’s log.',
  'broker-closed': '{host} closed the connection without giving a reason.',
  'broker-closed.remedy':
    'Check whether the broker supports MQTT 5 (some that support only 3.1.1 close the connection like this), whether its port requires TLS, and what its log says.',
  'broker-tls-clock': 'Cannot check the certificate of {host}: this machine’s clock is wrong.',
  'broker-tls-clock.remedy': 'Set the clock or turn on time synchronisation (NTP).',
  'broker-tls-expired': 'The certificate of {host} has expired.',
  'broker-tls-expired.remedy': 'If this machine’s clock is right, the broker needs a new certificate.',
  'broker-tls-issuer': 'The certificate of {host} comes from an unknown certificate authority (CA).',
  'broker-tls-issuer.remedy':
    'If the broker uses its own certificate authority (CA), set fleet.caFile to the certificate of that CA.',
  'broker-tls-name': 'The certificate is not valid for {host}.',
  'broker-tls-name.remedy': 'Check the spelling of fleet.url: the certificate must be issued for that host.',
  'broker-tls': 'Cannot establish a secure connection to {host} ({code}).',
  'broker-tls.remedy': 'Check whether the broker uses TLS on the port in fleet.url.',
  'broker-slow': 'The broker did not deliver all retained messages within {time:duration}.',
  'broker-slow.remedy':
    'Check whether the broker is overloaded, and whether other programs have left retained messages on this fleet’s topics.',
  'broker-refused': 'The broker rejected the change to its users: {answer}',
  'no-dynamic-security': 'The broker does not answer requests to manage its users.',
  'no-dynamic-security.remedy':
    'Turn on the broker’s dynamic-security plugin and log in as the broker’s administrator: see “Enrolment” in docs/guide/fleet.md.',

  'enrol-unanswered': '“vitrine fleet enrol serve” does not answer.',
  'enrol-unanswered.remedy':
    'On the operator’s machine, keep “vitrine fleet enrol serve” running with this screen’s enrolment file throughout the installation.',
  'enrol-turn': 'Another screen with the same enrolment file connected in the meantime.',
  'enrol-turn.remedy':
    'Nothing to do: screens with the same enrolment file are enrolled one after the other.',
  'enrol-taken': 'This screen was not enrolled: another screen already has its name.',
  'enrol-taken.remedy':
    'Give this screen a different fleet.device, or remove the other screen’s user from the broker.',
  'enrol-enough': 'This screen was not enrolled: “vitrine fleet enrol serve” has reached its limit (--most).',
  'enrol-enough.remedy': 'To enrol more screens, start “vitrine fleet enrol serve” again.',
  'enrol-group':
    'This screen was not enrolled: its enrolment file lists groups that “vitrine fleet enrol serve” does not accept.',
  'enrol-group.remedy': 'On this screen, use the same enrolment file as “vitrine fleet enrol serve”.',
  'enrol-refused': 'This screen was not enrolled: “vitrine fleet enrol serve” refused its request.',
  'enrol-refused.remedy': 'Use the same release of Vitrine on this screen and on the operator’s machine.',

  'command-refused.oversized': 'The command is larger than {most:bytes}.',
  'command-refused.malformed': 'The command is malformed: {where} ({what}).',
  'command-refused.malformed.lifetime': 'The command is valid for too long: at most 24 hours are allowed.',
  'command-refused.retained':
    'The command was sent as a retained message and would be repeated on each connection: delete the retained message from its topic.',
  'command-refused.not-for-us': 'The command arrived on a topic that is not for this player.',
  'command-refused.unsigned': 'This player accepts only commands signed with its operator’s key.',
  'command-refused.signature': 'The signature does not match this command or the operator’s key.',
  'command-refused.unknown': 'This version of the player does not support the command “{name}”.',
  'command-refused.not-allowed': 'This player’s fleet.commands setting does not allow this command.',
  'command-refused.clock':
    'This player’s clock is wrong, so the player cannot check whether the command has expired.',
  'command-refused.clock.ahead':
    'The command is dated in the future: the clock of the player or of the sender is wrong.',
  'command-refused.expired': 'The command had already expired.',
  'command-refused.busy': 'Too many other commands are waiting on this player.',
  'command-failed.interrupted':
    'The player stopped while it was executing the command; it is unknown whether the command was completed.',
  'too-long': 'The command took longer than {most:duration} and may still finish.',
  'picture-too-large': 'The screenshot is too large for the broker ({size:bytes}).',

  'rollout-taken.another': 'Another rollout has started.',
  'rollout-taken.other-runner': 'This rollout is now being run from another terminal.',
  'rollout-taken.look':
    'To see the rollout, run “vitrine fleet rollout status”; to take it over, run “vitrine fleet rollout run”.',
  'rollout.retry': '{why} The rollout is unchanged; the program that runs it will retry.',
  'rollout.older':
    'The broker has returned an outdated rollout plan; the program that runs the rollout will write the current plan again.',
  'rollout.unreadable':
    'The rollout plan stored on the broker is unreadable; the program that runs the rollout will write the plan again.',
  'rollout.forgotten':
    'The broker has lost the rollout plan; the program that runs the rollout will write the plan again.',
  'rollout.over': 'The rollout is over.',
  'rollout.failing': 'The release failed on {failed} of {all} players; the limit is {limit:percent}.',
  'rollout.few-players': 'The broker knows only {players} of {all} players; the rollout is waiting for more.',
  'rollout.step': 'Step {step} of {steps}: {counts}.',
  'rollout.finished': 'Step {step} of {steps}, players finished: {finished}.',
  'rollout.rests': 'Step {step} of {steps} is complete; the next one starts at {until:time}.',
  'rollout.rests.last': 'Step {step} of {steps} is complete; the rollout ends at {until:time}.',
  'rollout.next': 'Step {step} of {steps} is starting.',
  'rollout.done': 'Installed: {kept} of {asked}.',
  'rollout.counts':
    '{asked} selected, {kept} have the release, {failed} failed, {trying} on trial, {waiting} waiting, {away} offline, {cannot} cannot install it',
  'rollout.counts.codes': '{counts} ({codes})',
  'rollout.stopped': '{why} Players: {counts}.',
  'rollout.stopped.by-hand': 'An operator stopped the rollout.',
} as const;
