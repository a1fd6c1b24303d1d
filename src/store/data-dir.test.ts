import { dataDir } from './data-dir.js';

const sources = { home: '/home/kim', cwd: '/project', env: {} };
const all = { PROCTOR_DATA: '/data', XDG_STATE_HOME: '/state' };

test.each([
  ['the flag', { flag: '/flag', env: all }, { dir: '/flag', from: '--data' }],
  ['a relative flag', { flag: 'here' }, { dir: '/project/here', from: '--data' }],
  ['PROCTOR_DATA', { env: all }, { dir: '/data', from: 'PROCTOR_DATA' }],
  ['an empty flag as none', { flag: '', env: all }, { dir: '/data', from: 'PROCTOR_DATA' }],
  ['XDG_STATE_HOME', { env: { XDG_STATE_HOME: '/state' } }, { dir: '/state/proctor', from: 'XDG_STATE_HOME' }],
  ['a relative XDG_STATE_HOME as none', { env: { XDG_STATE_HOME: 'x' } }, { from: 'default' }],
  ['an empty variable as none', { env: { PROCTOR_DATA: '' } }, { from: 'default' }],
  ['the home directory', {}, { dir: '/home/kim/.local/state/proctor', from: 'default' }],
])('the data directory follows %s', (_what, given, expected) => {
  expect(dataDir({ ...sources, ...given })).toMatchObject(expected);
});
