/** Every command with its line in the help; its code is loaded only when it is asked for: a server must start fast. */
import type { CliCommand } from './command.js';

/** In the order people meet them. */
export const groups = ['Start', 'Look', 'Decide', 'Trust', 'Keep', 'Learn'] as const;

export interface Entry {
  readonly group: (typeof groups)[number];
  readonly summary: string;
  readonly load: () => Promise<CliCommand>;
}

export const commands: Readonly<Record<string, Entry>> = {
  init: {
    group: 'Start',
    summary: 'Proposes a config: commands that may verify, protected files',
    load: async () => (await import('./init.command.js')).init,
  },
  serve: {
    group: 'Start',
    summary: 'Talks MCP over stdio, which is what a client starts, or HTTP',
    load: async () => (await import('./serve.command.js')).serve,
  },
  demo: {
    group: 'Start',
    summary: 'Plays an investigation and two tickets: cheats are caught',
    load: async () => (await import('./demo.command.js')).demo,
  },
  import: {
    group: 'Start',
    summary: 'Opens tickets from the <task> blocks of a plan',
    load: async () => (await import('./import.command.js')).importPlan,
  },
  hook: {
    group: 'Start',
    summary: 'Keeps unapproved work out of commits, and a ledger of agents',
    load: async () => (await import('./hook.command.js')).hook,
  },
  'stop-gate': {
    group: 'Start',
    summary: 'Keeps an agent from stopping while its work is unproven',
    load: async () => (await import('./stop-gate.command.js')).stopGate,
  },
  status: {
    group: 'Look',
    summary: 'Lists sessions, or shows one whole; live with --watch',
    load: async () => (await import('./status.command.js')).status,
  },
  ui: {
    group: 'Look',
    summary: 'Shows sessions live in a browser: trees, charts, tickets',
    load: async () => (await import('./ui.command.js')).ui,
  },
  inspect: {
    group: 'Look',
    summary: 'Shows a session live in the Stately inspector',
    load: async () => (await import('./inspect.command.js')).inspect,
  },
  export: {
    group: 'Look',
    summary: 'Writes a session as graph, JSON, outline, STATE.md, evidence',
    load: async () => (await import('./export.command.js')).exportSession,
  },
  decide: {
    group: 'Decide',
    summary: 'Says how a ticket that waits for a person goes on',
    load: async () => (await import('./decide.command.js')).decide,
  },
  override: {
    group: 'Decide',
    summary: 'Skips or forces the gate of a ticket, labelled permanently',
    load: async () => (await import('./override.command.js')).override,
  },
  resume: {
    group: 'Decide',
    summary: 'Lets tickets be started again after a halt',
    load: async () => (await import('./resume.command.js')).resume,
  },
  approve: {
    group: 'Decide',
    summary: 'Allows a verify command, or the config as it is now',
    load: async () => (await import('./approve.command.js')).approve,
  },
  doctor: {
    group: 'Trust',
    summary: 'Checks machine, project, store and installation',
    load: async () => (await import('./doctor.command.js')).doctor,
  },
  audit: {
    group: 'Trust',
    summary: 'Verifies that a journal is whole, unaltered and replays',
    load: async () => (await import('./audit.command.js')).auditSession,
  },
  replay: {
    group: 'Trust',
    summary: 'Rebuilds a session from its journal, up to any record',
    load: async () => (await import('./replay.command.js')).replaySession,
  },
  repair: {
    group: 'Trust',
    summary: 'Keeps the sound part of a damaged journal, and the original',
    load: async () => (await import('./repair.command.js')).repairSession,
  },
  token: {
    group: 'Trust',
    summary: 'Makes and revokes tokens for serve --http, each for a role',
    load: async () => (await import('./token.command.js')).token,
  },
  archive: {
    group: 'Keep',
    summary: 'Moves sessions out of the list into the archive, and back',
    load: async () => (await import('./archive.command.js')).archiveSession,
  },
  delete: {
    group: 'Keep',
    summary: 'Deletes a session and its journal for good',
    load: async () => (await import('./delete.command.js')).deleteSession,
  },
  charts: {
    group: 'Learn',
    summary: 'Lists or writes the statecharts that hold the rules',
    load: async () => (await import('./charts.command.js')).charts,
  },
  'check-protocol': {
    group: 'Learn',
    summary: 'Explains a protocol file, and looks for plays it cannot end',
    load: async () => (await import('./check-protocol.command.js')).checkProtocol,
  },
};
