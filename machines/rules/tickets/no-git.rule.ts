/** Refuses tickets where there is no git work tree: what was changed could not be known. */
import { openRule } from './ticket-rule.js';

export const noGit = openRule({
  code: 'NO_GIT',
  why: 'Which files were changed is read from git, never from what somebody says.',
  check({ isGit }) {
    if (isGit) return [];
    return [
      {
        subject: 'BATCH',
        message: 'The project directory is not a git work tree.',
        fix: 'Run git init there, or name a work tree in projectDir (ticket_open) or workDir (ticket_start).',
      },
    ];
  },
});
