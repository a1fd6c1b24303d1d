/**
 * The page of the relay: hands every message on to Stately's inspector in its frame, and keeps a plain list of actors
 * and events beside it, which needs nobody else. Text is only ever set as text.
 */

/** The inspector says that it listens; without that it is not there, whatever the frame shows. */
const patienceMs = 5000;
const eventsMax = 200;

const element = (id) => document.getElementById(id);
const frame = element('inspector');
const hostedOrigin = new URL(frame.dataset.src).origin;

/** Announcements with where the actor stands now, by its id. */
const actors = new Map();
const rows = new Map();
let isListening = false;

const forward = (message) => {
  if (isListening) frame.contentWindow.postMessage(message, hostedOrigin);
};

window.addEventListener('message', ({ origin, source, data }) => {
  if (origin !== hostedOrigin || source !== frame.contentWindow || data?.type !== '@statelyai.connected') return;
  isListening = true;
  show(true);
  for (const actor of actors.values()) forward(actor);
});

function show(hasInspector) {
  document.body.classList.toggle('has-inspector', hasInspector);
  element('waiting').hidden = true;
  element('notice').hidden = hasInspector;
  element('log').hidden = hasInspector;
}

function make(tag, className, text = '') {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

/** `{ active: 'EXECUTING' }` is EXECUTING; a parallel state is named by itself. */
function stateOf({ value }) {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  const [[key, inner] = ['', '']] = Object.entries(value);
  return typeof inner === 'object' && Object.keys(inner).length > 1 ? key : stateOf({ value: inner });
}

const kindOf = (name) => name.slice(0, Math.max(0, name.indexOf(':')));

function came(message) {
  const { sessionId, parentId, name } = message;
  gone(sessionId);
  actors.set(sessionId, message);
  const item = make('li', '');
  const row = make('div', 'row');
  const state = make('span', 'state');
  row.append(
    make('span', 'glyph'),
    make('span', 'kind', kindOf(name)),
    make('bdi', 'name', name.slice(name.indexOf(':') + 1)),
    state,
  );
  const children = make('ul', '');
  item.append(row, children);
  (rows.get(parentId)?.children ?? element('actors')).append(item);
  rows.set(sessionId, { item, row, state, children });
  stands(sessionId, message.snapshot);
}

function stands(id, snapshot) {
  const shown = rows.get(id);
  if (!shown) return;
  const state = stateOf(snapshot);
  shown.row.dataset.state = state;
  shown.state.textContent = state;
}

function gone(id) {
  rows.get(id)?.item.remove();
  rows.delete(id);
  actors.delete(id);
}

function flash(id) {
  const row = rows.get(id)?.row;
  row?.classList.remove('is-new');
  // Without a look at its size the browser would not see that the class was away.
  void row?.offsetWidth;
  row?.classList.add('is-new');
}

/** Beginnings, and what an actor only passes on, are left out of the list: they say nothing a row does not. */
const passedOn = new Set(['xstate.init', 'xstate.stop', 'node.event', 'ticket.event', 'round.count']);

/** The last entry of each actor, until it is known what came of it. */
const entries = new Map();

function happened({ sessionId, event, createdAt }) {
  if (passedOn.has(event.type)) return;
  const name = actors.get(sessionId)?.name ?? sessionId;
  const isRefusal = event.type.startsWith('refused.');
  const item = make('li', isRefusal ? 'refused' : '');
  const time = make('time', '', new Date(Number(createdAt)).toLocaleTimeString());
  const result = make('bdi', 'result', (event.errors ?? []).map(({ code }) => code).join(', '));
  item.append(time, make('bdi', 'name', name), make('bdi', 'event', event.type), result);
  if (!isRefusal) entries.set(sessionId, result);
  const events = element('events');
  events.prepend(item);
  while (events.childElementCount > eventsMax) events.lastElementChild.remove();
  element('quiet').hidden = true;
}

function ledTo(id, snapshot) {
  const entry = entries.get(id);
  entries.delete(id);
  if (entry) entry.textContent = `→ ${snapshot.status === 'stopped' ? 'gone' : stateOf(snapshot)}`;
}

const received = {
  '@xstate.actor': came,
  '@xstate.event': happened,
  '@xstate.snapshot'({ sessionId, snapshot }) {
    const known = actors.get(sessionId);
    if (known) known.snapshot = snapshot;
    stands(sessionId, snapshot);
    ledTo(sessionId, snapshot);
    flash(sessionId);
    if (snapshot.status === 'stopped') gone(sessionId);
  },
};

function connected(text, className) {
  const tag = element('connection');
  tag.textContent = text;
  tag.className = `tag ${className}`;
}

function listen() {
  const address = new URL(location.href);
  address.protocol = 'ws:';
  const socket = new WebSocket(address);
  socket.addEventListener('open', () => connected('Live', 'live'));
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data);
    received[message.type]?.(message);
    forward(message);
    element('count').textContent = String(actors.size);
    element('empty').hidden = actors.size > 0;
  });
  // The next process has another address: there is nothing to try again here.
  socket.addEventListener('close', () => connected('Ended: open the new address', 'ended'));
}

frame.src = frame.dataset.src;
setTimeout(() => {
  if (!isListening) show(false);
}, patienceMs);
listen();
