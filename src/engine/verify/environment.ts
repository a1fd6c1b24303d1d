/**
 * Which variables of the server's environment a verify command may see. A list of names, because what is secret is not
 * known by its name; and names no policy can open, because they carry credentials or change what a command means.
 */

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where programs, caches and toolchains are. None of them changes what a test finds, only whether it can be run. */
const allowed = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'LOCALE_ARCHIVE', 'TZ', 'TMPDIR'],
  ...['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ...['NVM_DIR', 'NVM_BIN', 'VOLTA_HOME', 'FNM_DIR', 'COREPACK_HOME', 'PNPM_HOME', 'YARN_CACHE_FOLDER'],
  ...['npm_config_cache', 'BUN_INSTALL', 'DENO_DIR', 'ASDF_DIR', 'ASDF_DATA_DIR', 'MISE_DATA_DIR'],
  ...['CARGO_HOME', 'RUSTUP_HOME', 'RUSTUP_TOOLCHAIN', 'GOROOT', 'GOPATH', 'GOCACHE', 'GOMODCACHE'],
  ...['VIRTUAL_ENV', 'CONDA_PREFIX', 'PYENV_ROOT', 'PYENV_VERSION', 'PIPX_HOME', 'UV_CACHE_DIR'],
  ...['JAVA_HOME', 'MAVEN_HOME', 'GRADLE_HOME', 'GRADLE_USER_HOME', 'ANDROID_HOME', 'DOTNET_ROOT', 'NUGET_PACKAGES'],
  ...['RBENV_ROOT', 'RBENV_VERSION', 'GEM_HOME', 'GEM_PATH', 'COMPOSER_HOME'],
]);

const secret =
  /(TOKEN|SECRET|PASSW|CREDENTIAL|COOKIE|(^|_)(KEY|KEYS|PASS|AUTH|PAT|PWD|APIKEY)$|^(AWS|AZURE|GCP|GOOGLE)_)/i;

/** Loaded into every process, read by every shell or git: any of them can turn a failing command into a passing one. */
const meddling =
  /^(LD_|DYLD_|GIT_|BASH_|PROCTOR_|NODE_OPTIONS$|NODE_PATH$|ENV$|SHELLOPTS$|IFS$|PS4$|PROMPT_COMMAND$|PERL5(OPT|LIB)$|PYTHON(STARTUP|PATH|HOME|INSPECT|BREAKPOINT)$|RUBY(OPT|LIB)$|(JAVA_TOOL|_JAVA|JDK_JAVA)_OPTIONS$|RUSTC_WRAPPER$|GOFLAGS$|npm_config_(script_shell|node_options)$)/i;

/** True for a name that is kept from commands even if the policy lists it. */
export const isNeverPassed = (name: string): boolean =>
  !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || name === 'CI' || secret.test(name) || meddling.test(name);

/** The environment of a command: what is allowed of the server's own, and a terminal that takes no colours. */
export function environmentOf(own: Environment, policyAllows: readonly string[] = []): Record<string, string> {
  const opened = new Set(policyAllows.filter((name) => !isNeverPassed(name)));
  const passes = (name: string) => allowed.has(name) || name.startsWith('LC_') || opened.has(name);
  const picked: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined && passes(name)) picked[name] = value;
  }
  return { ...picked, TERM: 'dumb' };
}
