/** The words that give up what root may do: all capabilities, those that a later program could regain included. Pure. */

export function dropCapabilities(setpriv: string, kept: readonly string[]): string[] {
  const list = ['-all', ...kept.map((name) => `+${name.replace(/^CAP_/, '').toLowerCase()}`)].join(',');
  return [setpriv, `--bounding-set=${list}`, `--inh-caps=${list}`, `--ambient-caps=${list}`, '--'];
}
