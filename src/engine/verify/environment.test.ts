/** What a bug here would look like: a test prints the person's keys, or a variable makes every command pass. */
import { environmentOf, isNeverPassed } from './environment.js';

test('passes where programs and caches are, and the language', () => {
  const own = { PATH: '/bin', HOME: '/h', LANG: 'C', LC_ALL: 'C', TZ: 'UTC', CARGO_HOME: '/c', npm_config_cache: '/n' };
  expect(environmentOf({ ...own, EDITOR: 'vi', DISPLAY: ':0', CI: 'true', NODE_ENV: 'test' })).toEqual({
    ...own,
    TERM: 'dumb',
  });
});

test('passes further names only if the policy lists them', () => {
  const own = { DATABASE_URL: 'pg://', EDITOR: 'vi' };
  expect(environmentOf(own, ['DATABASE_URL'])).toEqual({ DATABASE_URL: 'pg://', TERM: 'dumb' });
});

const never = [
  ...[
    'GITHUB_TOKEN',
    'NPM_TOKEN',
    'ANTHROPIC_API_KEY',
    'SSH_PRIVATE_KEY',
    'DB_PASSWORD',
    'AWS_REGION',
    'CLIENT_SECRET',
  ],
  ...['AWS_ACCESS_KEY_ID', 'GOOGLE_APPLICATION_CREDENTIALS', 'SESSION_COOKIE', 'BASIC_AUTH', 'github_token', 'GH_PAT'],
  ...['NODE_OPTIONS', 'LD_PRELOAD', 'LD_LIBRARY_PATH', 'DYLD_INSERT_LIBRARIES', 'BASH_ENV', 'ENV', 'GIT_DIR', 'PS4'],
  ...['BASH_FUNC_npm%%', 'PYTHONSTARTUP', 'PERL5OPT', 'RUBYOPT', 'JAVA_TOOL_OPTIONS', 'GOFLAGS', 'PROCTOR_RUN', 'CI'],
  ...['npm_config_script_shell', 'SHELLOPTS', 'RUSTC_WRAPPER', 'A=B', ''],
];

test.each(never)('never passes %p, even if the policy lists it', (name) => {
  expect(isNeverPassed(name)).toBe(true);
  expect(environmentOf({ [name]: 'x' }, [name])).toEqual({ TERM: 'dumb' });
});

test.each(['DATABASE_URL', 'KEYBOARD', 'MONKEY', 'AUTHOR', 'PASSAGE', 'PATHS', 'ENVIRONMENT', 'CIRCLE', 'DEBUG'])(
  'a policy may open %s',
  (name) => {
    expect(isNeverPassed(name)).toBe(false);
  },
);

test('drops what is not set', () => {
  expect(environmentOf({ PATH: undefined })).toEqual({ TERM: 'dumb' });
});
