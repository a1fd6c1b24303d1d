/** Starts the page on the session that stands in the same file. */
import { render } from 'preact';
import type { FileSession } from '../wire.js';
import { App } from './app.js';
import { fileSource } from './file-source.js';

const place = document.getElementById('app');
const text = document.getElementById('proctor-session')?.textContent;
if (place && text) {
  const session = JSON.parse(text) as FileSession;
  // Opened without a link to something in it: there is only one session to show.
  if (location.hash === '') location.replace(`#/${session.about.sessionId}`);
  render(<App source={fileSource(session)} />, place);
}
