/** Starts the page that a chat client shows beside a status: it says hello, is given the reply, and draws it. */
import { render } from 'preact';
import type { StateLook } from '../wire.js';
import { McpApp } from './mcp-app.js';
import { Host, type HostContext } from './mcp-app-host.js';
import { replyIn, type Reply } from './mcp-app-reply.js';

function start(root: HTMLElement, looks: ReadonlyMap<string, StateLook>): void {
  const draw = (reply?: Reply) => {
    render(<McpApp {...{ host, looks, reply }} />, root);
  };
  const host = new Host({
    result: (result) => {
      draw(replyIn(result));
    },
    cancelled: (reason) => {
      draw({ message: `The call was cancelled. ${reason}` });
    },
    context: obey,
  });
  obey({});
  draw();
  new ResizeObserver(() => {
    host.size(root.offsetWidth, root.offsetHeight);
  }).observe(root);
  host.connect().catch((error: unknown) => {
    draw({ message: `The chat client does not show this page: ${String(error)}` });
  });
}

const isLight = () => matchMedia('(prefers-color-scheme: light)').matches;

function obey({ theme, containerDimensions }: HostContext): void {
  const { dataset, style } = document.documentElement;
  dataset['theme'] = theme ?? (isLight() ? 'light' : 'dark');
  const height = containerDimensions?.height ?? containerDimensions?.maxHeight;
  style.setProperty('--room', height === undefined ? '640px' : `${height}px`);
}

const place = document.getElementById('app');
const text = document.getElementById('proctor-looks')?.textContent;
if (place && text) start(place, new Map((JSON.parse(text) as StateLook[]).map((look) => [look.state, look])));
