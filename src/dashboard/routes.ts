/** The dashboard over HTTP: the page itself is anybody's, what it shows is for those who have its key. */
import type { Exchange } from '../transports/http/exchange.js';
import { readBody } from '../transports/http/read-body.js';
import type { HttpRefusal } from '../transports/http/refusal.js';
import type { Params, Route } from '../transports/http/route.js';
import type { DashboardApi } from './api.js';
import { streamLog } from './log-stream.js';
import { notShown } from './run-output.js';
import { wireJson } from './wire-json.js';
import type { WireRefusal } from './wire.js';

/** By path. */
export type PageFiles = ReadonlyMap<string, { readonly type: string; readonly body: Buffer }>;

const json = 'application/json';
const pageHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    ...['script-src', 'style-src', 'connect-src', 'img-src'].map((kind) => `${kind} 'self'`),
    ...['frame-ancestors', 'base-uri', 'form-action'].map((kind) => `${kind} 'none'`),
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export function dashboardRoutes(api: DashboardApi, files: PageFiles): Route[] {
  const session = '/api/sessions/{session}';
  const answered = (path: string, ask: (params: Params, exchange: Exchange) => Promise<unknown>): Route => ({
    ...{ path, method: 'GET', access: 'page' },
    async run(exchange, params) {
      const answer = await ask(params, exchange);
      if (answer === undefined) return notThere;
      exchange.answer(200, json, wireJson(answer));
      return undefined;
    },
  });
  return [
    ...[...files].map(([path, { type, body }]): Route => ({
      ...{ path, method: 'GET', access: 'open' },
      async run(exchange) {
        exchange.answer(200, type, body, pageHeaders);
        return undefined;
      },
    })),
    answered('/api/sessions', async () => api.sessions()),
    answered(session, async ({ session: id = '' }) => api.about(id)),
    atRecord(`${session}/nodes/{name}`, async (id, name, at) => api.node(id, name, at)),
    atRecord(`${session}/tickets/{name}`, async (id, name, at) => api.ticket(id, name, at)),
    {
      ...{ path: `${session}/tickets/{ticket}/decisions`, method: 'POST', access: 'page' },
      async run(exchange, { session: id = '', ticket = '' }, { closing }) {
        const body = await readBody(exchange.req, closing);
        if (!body.ok) return body.refusal;
        const refused = await api.decide(id, ticket, body.json);
        if (refused) return refusalOf(refused);
        exchange.answer(200, json, wireJson({ status: 'OK' }));
        return undefined;
      },
    },
    {
      ...{ path: `${session}/output/{hash}`, method: 'GET', access: 'page' },
      async run(exchange, { session: id = '', hash = '' }) {
        const output = await api.output(id, hash);
        if (output.kind !== 'shown') return notShown[output.kind];
        exchange.answer(200, 'text/plain; charset=utf-8', output.text, { 'Proctor-Output': output.compared });
        return undefined;
      },
    },
    {
      ...{ path: `${session}/events`, method: 'GET', access: 'page' },
      run: async (exchange, { session: id = '' }, { closing }) => streamLog(exchange, api, id, closing),
    },
  ];
}

function atRecord(path: string, ask: (id: string, name: string, at: number | null) => Promise<unknown>): Route {
  return {
    ...{ path, method: 'GET', access: 'page' },
    async run(exchange, { session = '', name = '' }) {
      const given = exchange.query.get('at');
      if (given !== null && !/^[1-9]\d{0,8}$/.test(given)) return noRecord;
      const answer = await ask(session, name, given === null ? null : Number(given));
      if (answer === undefined) return notThere;
      exchange.answer(200, json, wireJson(answer));
      return undefined;
    },
  };
}

/** As the rules said it; nothing was changed. */
function refusalOf({ errors }: WireRefusal): HttpRefusal {
  const [first] = errors;
  const { error: code = 'REFUSED', message = '', suggestion: fix = '' } = first ?? {};
  return { status: code === 'PERSON_REQUIRED' ? 403 : 422, code, message, fix, all: errors };
}

const notThere: HttpRefusal = {
  status: 404,
  code: 'NOT_FOUND',
  message: 'There is nothing of that name in this session, or there was not yet.',
  fix: 'Go to a later record, or back to the session.',
};

const noRecord: HttpRefusal = {
  status: 400,
  code: 'INVALID_INPUT',
  message: 'A record is told by its number, from 1.',
  fix: 'Send at=12, or leave it out for the last one.',
};
