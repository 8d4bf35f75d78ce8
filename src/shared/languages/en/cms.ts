/** Why the CMS could not be read or rejects something, and what the doctor finds there. */
export const cms = {
  'cms-address-missing': 'No CMS is configured.',
  'cms-address-missing.remedy':
    'Set cms.url in the configuration, or the environment variable VITRINE_CMS_URL.',

  'cms-unreachable-name': 'Cannot resolve the name {host}.',
  'cms-unreachable-name.remedy':
    'Check the spelling of the CMS address, the network cable or Wi-Fi, and the DNS server.',
  'cms-unreachable-refused': '{host} refused the connection.',
  'cms-unreachable-refused.remedy':
    'Check the port in the CMS address and that the CMS is running. A firewall or proxy may also refuse the connection.',
  'cms-unreachable-route': 'No route to {host}.',
  'cms-unreachable-route.remedy': 'Check the network and its gateway.',
  'cms-unreachable-timeout': '{host} did not answer in time.',
  'cms-unreachable-timeout.remedy': 'Check the network and the firewall. The CMS may be overloaded.',
  'cms-unreachable-timeout.login': 'The CMS did not renew the login in time.',
  'cms-unreachable-timeout.login.remedy': 'The player retries. If the error persists, check the network.',
  'cms-unreachable-cut': 'The connection to {host} was lost ({code}).',
  'cms-unreachable-cut.remedy':
    'The player retries. If the error persists, check the network, the proxy, and whether the CMS address must begin with http:// or https://.',
  'cms-proxy': 'Cannot connect to {host} through the proxy.',
  'cms-proxy.remedy': 'Check cms.proxy or HTTPS_PROXY, including any password in it.',

  'cms-tls-clock': 'Cannot check the certificate of {host}: this machine’s clock is wrong ({here}).',
  'cms-tls-clock.remedy': 'Set the clock or turn on time synchronisation (NTP), and check the clock battery.',
  'cms-tls-clock.differs':
    'Cannot check the certificate of the CMS: this machine’s clock shows {here}, but the CMS’s clock shows {there}.',
  'cms-tls-clock.differs.remedy': 'Set the clock or turn on time synchronisation (NTP).',
  'cms-tls-expired': 'The certificate of {host} has expired (this machine’s clock shows {here}).',
  'cms-tls-expired.remedy': 'If the clock is right, the CMS needs a new certificate.',
  'cms-tls-issuer': 'The certificate of {host} comes from an unknown certificate authority (CA).',
  'cms-tls-issuer.remedy':
    'If the CMS or a proxy uses its own certificate authority (CA), set cms.caFile to the certificate of that CA. A captive portal can also be the cause.',
  'cms-tls-name': 'The certificate is not valid for {host}.',
  'cms-tls-name.remedy': 'Check the spelling of the CMS address. A captive portal can also be the cause.',
  'cms-tls': 'Cannot establish a secure connection to {host} ({code}).',
  'cms-tls.remedy': 'If the CMS does not use https, its address must begin with http://.',
  'ca-file-unreadable': 'Cannot read the CA file {file}: {code}.',
  'ca-file-unreadable.remedy': 'Check cms.caFile, and that the user that runs Vitrine can read the file.',
  'ca-file-invalid': 'The CA file {file} does not contain a PEM certificate.',
  'ca-file-invalid.remedy':
    'The file must contain “-----BEGIN CERTIFICATE-----”. Convert a DER file with: openssl x509 -inform der -in FILE',

  'network-inside':
    'Blocked a request to {host}: this address is on a local network that the CMS is not part of.',
  'network-led-inside': 'Blocked a redirect from the internet to {host}, which is on a local network.',
  'network-inside.allow':
    'If this address is intended, add it to network.allow in the configuration. A captive portal can also be the cause.',
  'network-insecure': 'Blocked an unencrypted request to {host}.',
  'network-insecure.remedy': 'Use an address that begins with https://, or remove cms.httpsOnly.',

  'cms-redirect-loop': '{host} redirects in a loop ({count} times).',
  'cms-redirect-loop.remedy':
    'Check the CMS address, in particular whether it begins with http:// or https://.',
  'cms-redirected': 'The CMS redirects to {origin}.',
  'cms-redirected.remedy': 'Set the CMS address to {address}.',
  'cms-redirected.insecure': '{host} redirects from https to an unencrypted address: {origin}.',
  'cms-redirected.insecure.remedy':
    'Configure the CMS, or the proxy in front of it, to redirect to addresses that begin with https://.',
  'cms-redirected.change':
    '{host} redirected a write request to {origin}. The player does not follow such redirects, so nothing was changed.',
  'cms-redirected.change.remedy': 'If {origin} is the CMS, use it as the CMS address in the configuration.',
  'cms-captive-portal': 'A captive portal is answering instead of the CMS.',
  'cms-captive-portal.at': 'A captive portal ({host}) is answering instead of the CMS.',
  'cms-captive-portal.log-in':
    'Log in to the network or Wi-Fi from this machine, or ask the network’s operator to exempt this machine.',

  /** After a refusal, with a space before it; left out where the server gives no reason. */
  'cms.reason': ' The CMS says: {answer}',
  'cms-unauthorised': 'The CMS does not accept the token (401).{because}',
  'cms-unauthorised.remedy': 'Set a new personal token, or log in again with: vitrine cms login',
  'cms-unauthorised.expired': 'The token has expired.',
  'cms-unauthorised.expired.remedy': 'Set a new personal token, or log in again with: vitrine cms login',
  'cms-forbidden': 'The CMS does not allow {request} ({status:plain}).{because}',
  'cms-forbidden.remedy':
    'This token’s account does not have permission: use a token from an account that does.',
  'cms-not-found': 'The CMS cannot find {path} ({status:plain}).',
  'cms-not-found.remedy': 'Check the ID and the CMS address, which must end in /api/v1.0/.',
  'cms-not-found.id': 'There is no record with the ID “{id}”.',
  'cms-not-offered': 'The CMS does not support {request} (405).',
  'cms-not-offered.remedy':
    'Check the CMS address. If the CMS refuses changes to a playlist, set cms.profile.updateMethod to the method that it accepts.',
  'cms-conflict': '{request} conflicts with another change (409).{because}',
  'cms-conflict.remedy':
    'Someone may have changed the record at the same time. Check its current content, then repeat the change.',
  'cms-conflict.list': 'A list in the CMS kept changing while the player read it.',
  'cms-conflict.list.remedy': 'Nothing to do: the player retries.',
  'cms-upload-too-large': 'The CMS rejects {request} as too large (413).',
  'cms-upload-too-large.remedy': 'Use a smaller file, or raise the upload limit of the CMS or its proxy.',
  'cms-rate-limited': 'The CMS reports too many requests (429).',
  'cms-rate-limited.remedy':
    'Nothing to do: the player retries at its next sync. If the error persists, set a longer sync interval (in the CMS, or with syncSeconds).',
  'cms-rate-limited.until': 'The CMS will not accept requests until {until}.',
  'cms-rate-limited.until.remedy':
    'Nothing to do: the player retries as soon as the CMS accepts requests again. If the error persists, set a longer sync interval (in the CMS, or with syncSeconds).',
  'cms-server-error': 'The CMS could not process {request} ({status:plain}).',
  'cms-server-error.remedy':
    'Nothing to do here: the player retries. If the error persists, contact the CMS operator.',
  'cms-server-error.until':
    'The CMS could not process {request} ({status:plain}) and will not accept requests until {until}.',
  'cms-server-error.until.remedy':
    'Nothing to do here: the player retries as soon as the CMS accepts requests again. If the error persists, contact the CMS operator.',
  'cms-invalid': 'The CMS rejects {request} ({status:plain}).{because}',
  'cms-invalid.remedy': 'Check the CMS address and the values entered, or contact the CMS operator.',
  'cms-bad-answer.status': 'The CMS answered {request} with status {status:plain}.',
  'cms-bad-answer.status.remedy': 'Check the CMS address and any proxy in front of the CMS.',

  'cms-bad-answer.list': 'The CMS sent {seen} instead of a list.',
  'cms-bad-answer.list.remedy':
    'Check the CMS address. If the CMS puts its lists inside an object, set cms.profile.envelope to the path of the list.',
  'cms-bad-answer.no-code': 'The CMS’s response to the login contains no usable code.',
  'cms-bad-answer.no-token': 'The CMS’s response to the login contains no access token.',
  'cms-bad-answer.token-type':
    'The CMS’s response to the login contains a token of type “{type}” instead of Bearer.',
  'cms-bad-answer.login-host': 'Check cms.oauth.authUrl: it must be on the same host as the CMS.',
  'cms-not-json.empty': 'The CMS sent an empty response.',
  'cms-not-json.empty.remedy': 'Check that the CMS address ends in /api/v1.0/.',
  'cms-not-json.page': 'The CMS sent a web page instead of data.',
  'cms-not-json.page.remedy':
    'Check that the CMS address ends in /api/v1.0/. A captive portal can also be the cause.',
  'cms-not-json.damaged': 'The CMS sent incomplete or invalid JSON.',
  'cms-not-json.damaged.remedy': 'The player retries. If the error persists, check the CMS address.',
  'cms-too-large': 'The CMS’s response is larger than {most:bytes}.',
  'cms-too-large.remedy':
    'Configure the CMS to split its lists into pages, or use cms.profile.listQuery to request fewer records.',
  'cms-too-deep': 'The CMS’s response is nested more than {most} levels deep.',
  'cms-too-deep.remedy': 'Check the CMS address, or contact the CMS operator.',
  'cms-bad-paging.elsewhere': 'Cannot read a CMS list: its next page is on another host.',
  'cms-bad-paging.elsewhere.remedy': 'In the CMS address, use the host name that the CMS uses in its links.',
  'cms-bad-paging.circle': 'Cannot read a CMS list: the CMS keeps sending the same pages.',
  'cms-bad-paging.pages': 'Cannot read a CMS list: it has more than {most} pages.',
  'cms-bad-paging.records': 'Cannot read a CMS list: it has more than {most} records.',
  'cms-bad-paging.ask': 'Use cms.profile.listQuery to request larger pages, or contact the CMS operator.',
  'cms-bad-record': 'Cannot use a CMS record: {why}.',
  'cms-bad-record.remedy': 'If the field has another name in this CMS, set it in cms.profile.fields.',
  'cms-bad-record.no-entries': 'The CMS sent a playlist without its entries.',
  'cms-bad-record.no-entries.remedy':
    'Set cms.profile.fields.playlist.playlist_entries to the name of the field with the entries, or cms.profile.entriesPath to the address of the entries.',
  'cms-not-changed': 'The CMS accepted the change to playlist {id}, but kept the old {field}.',
  'cms-not-changed.remedy':
    'Check that this token’s account is allowed to change the playlist. If the CMS expects a different update method, set cms.profile.updateMethod.',

  /** `media_file_id is missing`: the field of a record, and what is wrong with it. */
  'cms.record.field': '{field} {why}',
  'cms.record.whole': 'the record {why}',
  'cms.record.without-id': '{why} (entry no. {number} of the playlist)',
  'cms.record.without-id.file': '{why} (entry no. {number} of the playlist, media file {file})',
  'cms.record.missing': 'is missing',
  'cms.record.missing-for-download': 'is missing, but the download address needs it',
  'cms.record.no-id': 'is not an ID ({seen})',
  'cms.record.no-object': 'is not an object ({seen})',
  'cms.record.no-number': 'is not a number ({seen})',
  'cms.record.no-address': 'is not an http or https address ({seen})',
  'cms.record.long-address': 'is an address longer than {most} characters',
  'cms.record.other-id': 'is not the ID that was requested ({id})',
  'cms.record.negative': 'is negative ({seen:plain})',
  'cms.record.two-targets': 'is set together with a nested playlist: an entry can refer to only one of them',
  'cms.record.play-rule': 'has an unknown value ({seen:plain})',
  'cms.record.weekdays': 'is not a weekday mask from 0 to 127 ({seen:plain})',
  'cms.value.text': 'text “{text}”',
  'cms.value.list': 'a list',
  'cms.value.object': 'an object',
  'cms.value.fields': {
    one: 'an object with the field {fields}',
    other: 'an object with the fields {fields}',
  },
  'cms.value.empty-object': 'an empty object',

  'token-missing': 'No CMS token is set.',
  'token-missing.remedy':
    'Set VITRINE_CMS_TOKEN or VITRINE_CMS_TOKEN_FILE. To log in with OAuth instead, set cms.oauth and run: vitrine cms login',
  'token-unreadable': 'Cannot read the file {path}: {code}.',
  'token-unreadable.remedy': 'Check the path, and that the user that runs Vitrine can read the file.',
  'token-invalid.empty': '{what} is empty.',
  'token-invalid.characters':
    '{what} contains invalid characters (spaces, line breaks or non-ASCII letters).',
  'token-invalid.copy': 'Copy the whole token or secret from the CMS again.',
  'cms.token.own': 'The token',
  'cms.token.in-file': 'The token in {path}',
  'cms.token.secret': 'The client secret',
  'cms.token.access': 'The CMS access token',
  'cms.token.refresh': 'The CMS refresh token',
  'config-invalid.client-secret': 'The client secret is missing.',
  'config-invalid.client-secret.remedy': 'Set cms.oauth.clientSecretFile or cms.oauth.clientSecret.',
  'config-invalid.profile': 'The configuration contains errors: {mistakes}.',

  'login-needed.none': 'Not logged in to the CMS yet.',
  'login-needed.damaged': 'The stored login is damaged.',
  'login-needed.other': 'The stored login belongs to another CMS or OAuth client.',
  'login-needed.expired': 'The login has expired and cannot be renewed.',
  'login-needed.refused': 'The CMS refused to renew the login.',
  'login-needed.again': 'Log in again with: vitrine cms login',
  'login-unreadable': 'Cannot read the stored login ({path}): {code}.',
  'login-unreadable.remedy': 'Check that the user that runs Vitrine can read the data folder.',
  'login-not-saved': 'Cannot write the login to the data folder.',
  'login-not-saved.remedy':
    'Check that the disk is not full and that the user that runs Vitrine can write to the data folder.',
  'login-not-saved.lock': 'Cannot renew the login: {path} is not writable.',
  'login-not-saved.lock.remedy':
    'Check that the disk is neither full nor read-only, and that the user that runs Vitrine can write to the data folder.',
  'login-busy': 'Cannot renew the login: another program has been renewing it for {waited:duration}.',
  'login-client-refused': 'The CMS does not accept the client ID or secret.',
  'login-client-refused.remedy':
    'Check that cms.oauth.clientId and cms.oauth.clientSecret match those of the client in the CMS’s API settings.',
  'login-client-refused.device': 'The CMS rejects this OAuth client ({code}).',
  'login-client-refused.device.remedy':
    'Check that the client ID and secret match those of the client in the CMS’s API settings.',
  'login-code-refused': 'The CMS did not accept the code for this login.',
  'login-code-refused.remedy':
    'A code works only once and expires quickly: run “vitrine cms login” again. The redirect address must exactly match the one registered in the CMS.',
  'login-code-expired': 'The login was not approved in time.',
  'login-code-expired.remedy': 'Start the login again.',
  'login-denied': 'Authorization was denied in the CMS.',
  'login-denied.remedy': 'Start the login again.',
  'login-denied.browser': 'The CMS refused the login ({code}).',
  'login-denied.browser.remedy': 'Run “vitrine cms login” again and approve the login in the browser.',
  'login-port-taken': 'Port {port:plain}, needed for the login, is already in use by another program.',
  'login-port-taken.remedy':
    'Stop the program that uses the port, or set another cms.oauth.redirectPort and register the redirect address with that port in the CMS.',
  'upload-unreadable': 'Cannot read the file {path}: {code}.',
  'upload-unreadable.no-file': '{path} is not a file.',

  'cms.check.answers': '{url} answers.',
  'cms.check.token': 'The CMS accepts the token.',
  'cms.check.playlists': { one: '{count} playlist', other: '{count} playlists' },
  'cms.check.no-playlists': 'This token’s account has no playlists.',
  'cms.check.no-playlists.remedy': 'Create a playlist in the CMS, or use a token from another account.',
  'cms.check.meant': '{problem} There is a CMS at {meant}.',
  'cms.check.meant.remedy': 'Set cms.url (VITRINE_CMS_URL) to {meant}.',
  'cms.check.unassigned': 'The configuration does not say what to play.',
  'cms.check.unassigned.remedy': 'Set VITRINE_DEVICE, VITRINE_DEVICE_GROUP or VITRINE_PLAYLIST.',
  'cms.check.device': 'Device',
  'cms.check.deviceGroup': 'Device group',
  'cms.check.playlist': 'Playlist',
  'cms.check.assigned': '{kind} “{name}” ({id})',
  'cms.check.plays': '{kind} “{name}” ({id}), playlist “{playlist}” ({playlistId})',
  'cms.check.empty': '{what}: the playlist is empty, so there is nothing to play.',
  'cms.check.empty.remedy': 'Add entries to the playlist in the CMS, or assign another playlist.',
  'cms.check.none': '{kind} “{name}” ({id}) has no playlist.',
  'cms.check.none.remedy': 'Assign a playlist in the CMS. Until then, the screen will not show any content.',
  'cms.check.gone': '{kind} “{name}” ({id}) uses playlist {playlistId}, which does not exist.',
  'cms.check.gone.remedy': 'Assign another playlist in the CMS.',
  'cms.check.zone': '{kind} “{name}” ({id}) has the time zone “{zone}”, which does not exist.',
  'cms.check.zone.remedy': 'Set a valid time zone in the CMS, such as Europe/Berlin.',

  'assignment-not-found.device': 'The CMS has no device “{ref}”.',
  'assignment-not-found.deviceGroup': 'The CMS has no device group “{ref}”.',
  'assignment-not-found.playlist': 'The CMS has no playlist “{ref}”.',
  'assignment-not-found.known':
    'The CMS has: {known}. Check the ID or name, and which account the token belongs to.',
  'assignment-not-found.nothing': 'The CMS returned an empty list. Check which account the token belongs to.',
  'playlist-gone': 'The CMS has no playlist “{ref}”.',
  'playlist-gone.remedy': 'Assign another playlist in the CMS or in the configuration.',
  'cms-no-entries': 'The CMS sent playlist “{name}” ({id}) without its entries.',
  'cms-no-entries.remedy': 'Set cms.profile.entriesPath to the address of the entries in this CMS.',

  'feed-unusable.address': 'Cannot use the ticker feed: its address is not http or https.',
  'feed-unusable.status': 'Cannot use the ticker feed: its server answered with status {status:plain}.',
  'feed-unusable.format': 'Cannot use the ticker feed: it is neither RSS nor Atom.',
  'feed-unusable.unreachable': 'Cannot use the ticker feed. {why}',
  'feed-unusable.check': 'Check the feed’s address in the CMS.',
} as const;
