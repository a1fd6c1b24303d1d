/** A wrong option here opens a port to the world, or leaves a person without a word about what was wrong. */
import { httpOptions, httpSettings } from './http-options.js';

const settings = (values: Record<string, string | boolean>, isTerminal = false) =>
  httpSettings({ values: { http: true, ...values } }, isTerminal);

test('by default only this machine reaches it, and it logs for whoever reads', () => {
  expect(settings({})).toEqual({
    ...{ host: '127.0.0.1', port: 7717, isPublic: false, allowHosts: [], isTokenNeeded: false },
    ...{ ratePerSecond: 1000, arriveMsMax: 15_000, log: 'json' },
  });
  expect(settings({}, true)?.log).toBe('text');
  expect(settings({ log: 'off' }, true)?.log).toBe('off');
});

test('without --http there is stdio, and options of HTTP are a mistake', () => {
  expect(httpSettings({ values: { as: 'solo' } }, false)).toBeUndefined();
  for (const name of Object.keys(httpOptions).filter((each) => each !== 'http'))
    expect(() => httpSettings({ values: { [name]: '1' } }, false)).toThrow(/--http/);
});

test.each(['127.0.0.1', '127.8.0.1', 'localhost', '::1'])('%s is this machine', (host) => {
  expect(settings({ host })).toMatchObject({ host, isPublic: false, isTokenNeeded: false });
});

test.each(['0.0.0.0', '::', '192.168.1.4', '::ffff:127.0.0.1', '10.0.0.1'])(
  '%s is not, and has to be meant',
  (host) => {
    expect(() => settings({ host })).toThrow(/--public/);
    expect(settings({ host, public: true })).toMatchObject({ isPublic: true, isTokenNeeded: true });
  },
);

test('a name of its own, or the wish, makes a token needed', () => {
  expect(settings({ 'allow-host': 'a.example, b.example' })).toMatchObject({
    ...{ allowHosts: ['a.example', 'b.example'], isTokenNeeded: true },
  });
  expect(settings({ 'require-token': true })?.isTokenNeeded).toBe(true);
});

test.each<Record<string, string>>([
  ...[{ port: '65536' }, { port: 'x' }, { port: '-1' }, { port: '' }, { rate: '0' }, { rate: '1.5' }, { timeout: '0' }],
  ...[
    { log: 'xml' },
    { host: 'example.org' },
    { host: '' },
    { 'allow-host': ',' },
    { 'allow-host': 'http://a' },
    { 'allow-host': 'a:80' },
  ],
])('%j is refused with what would do', (values: Record<string, string>) => {
  expect(() => settings(values)).toThrow(/such as|from \d|text, json/);
});
