/** Starts the page on what a server tells it. */
import { render } from 'preact';
import { App } from './app.js';
import { serverSource, takeToken } from './server-source.js';

takeToken();
const place = document.getElementById('app');
if (place) render(<App source={serverSource} />, place);
