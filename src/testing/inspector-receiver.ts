/** A stock receiver of `@statelyai/inspect` on a relay, and what it has received so far. */
import { createWebSocketReceiver, type StatelyInspectionEvent } from '@statelyai/inspect';
import { until } from './until.js';

type ActorMessage = Extract<StatelyInspectionEvent, { type: '@xstate.actor' }>;

/** The addresses a process printed: of its page, and of its socket. */
export function addressIn(text: string): { page: string; socket: string } | undefined {
  const page = /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/.exec(text)?.[0];
  return page === undefined ? undefined : { page, socket: page.replace('http:', 'ws:') };
}

export class Receiver {
  readonly received: StatelyInspectionEvent[] = [];

  constructor(socket: string) {
    createWebSocketReceiver({ server: socket }).subscribe((message) => this.received.push(message));
  }

  get actors(): ActorMessage[] {
    return this.received.filter((message): message is ActorMessage => message.type === '@xstate.actor');
  }

  /** All messages about an actor, once there is one that fits. */
  async about(id: string, fits: (message: StatelyInspectionEvent) => boolean): Promise<StatelyInspectionEvent[]> {
    return until(() => {
      const messages = this.received.filter(({ sessionId }) => sessionId === id);
      return messages.some(fits) ? messages : undefined;
    });
  }

  /** Every actor announced, once there are so many. */
  async actorsOf(count: number): Promise<Map<string, ActorMessage>> {
    return until(() => {
      const actors = new Map(this.actors.map((actor) => [actor.sessionId, actor]));
      return actors.size >= count ? actors : undefined;
    });
  }
}
