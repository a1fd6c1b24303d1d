/** Prompts a person picks in the client to set an agent on its way. */

export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
  render: (args: Record<string, string | undefined>) => string;
}

const investigate: Prompt = {
  name: 'investigate',
  title: 'Investigate a question',
  description: 'Find an answer that holds: several ideas, each looked into, the answer confirmed independently.',
  arguments: [
    { name: 'query', description: 'The question, with what is known so far.', required: true },
    { name: 'protocol', description: 'multi-gate (default) or classic.', required: false },
  ],
  render: ({ query = '', protocol }) => `Investigate this with Proctor, and do not answer before tot_end has succeeded:

${query.trim()}

1. Call tot_start with the question${protocol ? ` and protocol ${JSON.stringify(protocol)}` : ''}. Keep the sessionId.
2. Propose roots that differ in kind, not in wording: other causes, other layers, other people's assumptions.
3. Work on every proposed node for real: read code, run commands, measure. Use one sub-agent a node where you can, and give it the node's id and planned action. Then commit what each found, with what you ran or read as evidence.
4. Follow the message in each reply: it names the next call. When a call is refused, do what the suggestion says.
5. When a node looks like the answer, claim it (VALID_PENDING) and let someone else try to refute it in a child node.
6. Call tot_end. If it is refused, work through the blockers. If the answer is out of reach, end as inconclusive and say why.
Then report the solutions, how they were confirmed, and the dead ends.`,
};

export const prompts: readonly Prompt[] = [investigate];
