/** A page in one HTML file: script and style stand in it, and it lets nothing else run and nothing be loaded. */
import { createHash } from 'node:crypto';
import { plain } from '../views/escape.js';
import { wireJson } from './wire-json.js';

export interface OnePage {
  readonly title: string;
  readonly script: string;
  /** The first is the page's own; the others are those of pictures it will show. */
  readonly styles: readonly string[];
  /** SVG. */
  readonly icon?: string;
  /** Given to the script: JSON by the id of the element that holds it. */
  readonly data?: { readonly id: string; readonly value: unknown };
  /** Somebody frames it who may put a script of theirs into it, and keeps it in a sandbox for that. */
  readonly isFramed?: boolean;
}

const sources = (texts: readonly string[]): string =>
  texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');

/** Whatever a browser ends an element by, or counts as a line's end in a script, is spelled out. */
export const jsonInHtml = (value: unknown): string =>
  wireJson(value).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

const entities: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
const inHtml = (text: string): string => plain(text).replace(/[<>&"]/g, (char) => entities[char] ?? '');

/** Proctor's own files hold none of these; if one ever does, no page is better than a broken one. */
function fitForElement(text: string): string {
  if (/<\/(?:script|style)|<!--|\r/i.test(text)) throw new Error('a part of the page cannot stand in HTML');
  return text;
}

export function onePage({ title, script, styles, icon, data, isFramed = false }: OnePage): string {
  const policy = [
    `default-src 'none'`,
    `script-src ${isFramed ? `'unsafe-inline'` : sources([script])}`,
    `style-src ${isFramed ? `'unsafe-inline'` : sources(styles)}`,
    `img-src data:`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  const picture = icon === undefined ? '' : Buffer.from(icon).toString('base64');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8" />',
    `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    '<meta name="color-scheme" content="light dark" />',
    `<title>${inHtml(title)}</title>`,
    ...(icon === undefined ? [] : [`<link rel="icon" href="data:image/svg+xml;base64,${picture}" />`]),
    `<style>${fitForElement(styles[0] ?? '')}</style>`,
    '</head>',
    '<body>',
    '<div id="app"></div>',
    '<noscript>This page needs JavaScript. In a terminal, proctor status shows the same.</noscript>',
    ...(data ? [`<script type="application/json" id="${data.id}">${jsonInHtml(data.value)}</script>`] : []),
    `<script>${fitForElement(script)}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
