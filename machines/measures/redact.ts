/** Takes out what looks like a key or a token before a text is stored. Better one word too many than a leaked secret. */

const secrets: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{20,255}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,255}\b/g,
  /\bgl(?:pat|ptt)-[A-Za-z0-9_-]{20,255}\b/g,
  /\bsk-[A-Za-z0-9_-]{16,255}\b/g,
  /\b(?:sk|rk|pk|whsec)_(?:live_|test_)?[A-Za-z0-9]{16,255}\b/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,255}\b/g,
  /\bnpm_[A-Za-z0-9]{30,60}\b/g,
  /\bAIza[0-9A-Za-z_-]{35}\b/g,
  /\beyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{0,1000}/g,
  // Proctor's own tokens, also without their last letters. Names are written like that too, but without capitals and digits.
  /proctor_[a-z2-7]{12}_(?=[a-z_-]{0,254}[A-Z0-9])[A-Za-z0-9_-]{32,255}/g,
  // What opens its dashboard, as it stands in the address.
  /(?<=#token=)[A-Za-z0-9_-]{32}(?![A-Za-z0-9_-])/g,
];

/** `Authorization: Bearer …`, `API_TOKEN=…`, `"password": "…"`: the name stays, the value goes. */
const named =
  /\b((?:[A-Za-z0-9_-]{0,40}(?:token|secret|passw(?:or)?d|api[_-]?key|private[_-]?key|access[_-]?key))["']?\s{0,3}[:=]\s{0,3}["']?|bearer\s{1,3})([^\s"'`,;]{6,4000})/gi;

/** `postgres://bob:secret@db`: who and where stay. */
const inAddress = /([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{0,200}:)[^\s/@]{1,400}(?=@)/gi;

/** What stands there instead. */
export const redacted = '[redacted]';

/** Only what is known by its shape: for texts about code, where `token = next()` is a finding and no secret. */
export const redactShaped = (text: string): string =>
  secrets.reduce((kept, secret) => kept.replace(secret, redacted), text);

export function redact(text: string): string {
  const cut = redactShaped(text).replace(inAddress, `$1${redacted}`);
  return cut.replace(named, (whole, name: string, value: string) =>
    value === redacted ? whole : `${name}${redacted}`,
  );
}
