/** Refusals of the rules, as a person and a script are told them. */
import type { Violation } from '../../machines/schema/violation.js';
import { jsonText, type ExitCode, type Io } from './command.js';
import { wrap } from './style.js';

/** The same shape as every other refusal of the CLI, with all of them where there are several. */
export function tellRefusal(name: string, violations: readonly Violation[], io: Io, json: boolean): ExitCode {
  for (const { code, message, fix } of violations)
    for (const line of [...wrap(`proctor ${name}: ${message} (${code})`, io.width), ...wrap(fix, io.width)])
      io.say(line);
  const [first] = violations;
  if (json && first)
    io.out(jsonText({ error: { code: first.code, message: first.message, fix: first.fix }, errors: violations }));
  return 1;
}
