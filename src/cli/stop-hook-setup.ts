/** The settings by which Claude Code asks Proctor before it stops. */
import { proctorLine } from './client-setup.js';

/** As it stands in a `settings.json` of Claude Code. */
export const stopHookSettings = (role: string): string =>
  JSON.stringify(
    { hooks: { Stop: [{ hooks: [{ type: 'command', command: `${proctorLine()} stop-gate --as ${role}` }] }] } },
    null,
    2,
  );
