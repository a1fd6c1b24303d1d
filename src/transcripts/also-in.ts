/**
 * Looks for an agent in a further place: a session may be about any directory, and its agents run where the client does
 * that started the server. Naming another directory hides nobody.
 */
import { strongest, type AgentLookup } from './combine.js';

export function alsoIn(lookup: AgentLookup, dir: string): AgentLookup {
  return {
    async look(asked) {
      const there = await lookup.look(asked);
      if (asked.projectDir === dir || (there.kind === 'verified' && there.level === 'H2')) return there;
      return strongest([there, await lookup.look({ ...asked, projectDir: dir })]);
    },
  };
}
