/**
 * Where people keep keys, tokens and the state of their clients. No run reads these, whatever a config says. Paths are
 * relative to a home directory; the names of folders stand for all that is in them.
 */
export const secretsInHome: readonly string[] = [
  ...['.ssh', '.gnupg', '.pki', '.password-store', '.local/share/keyrings', '.local/share/kwalletd', '.config/sops'],
  ...['.aws', '.azure', '.config/gcloud', '.config/doctl', '.oci', '.kube', '.docker', '.config/containers', '.helm'],
  ...[
    '.config/helm',
    '.terraform.d',
    '.terraformrc',
    '.vault-token',
    '.config/rclone',
    '.s3cfg',
    '.boto',
    '.databrickscfg',
  ],
  ...[
    '.config/gh',
    '.config/glab-cli',
    '.config/hub',
    '.git-credentials',
    '.config/git/credentials',
    '.netrc',
    '.authinfo',
  ],
  ...[
    '.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    '.config/pnpm/rc',
    '.pypirc',
    '.config/pypoetry/auth.toml',
    '.config/pip',
    '.pip',
  ],
  ...['.cargo/credentials', '.cargo/credentials.toml', '.m2/settings.xml', '.m2/settings-security.xml'],
  ...[
    '.gradle/gradle.properties',
    '.gradle/init.gradle',
    '.gradle/init.d',
    '.nuget/NuGet',
    '.gem/credentials',
    '.bundle/config',
  ],
  ...[
    '.composer/auth.json',
    '.config/composer/auth.json',
    '.hex/hex.config',
    '.pub-cache/credentials.json',
    '.sbt/.credentials',
  ],
  ...[
    '.ivy2/.credentials',
    '.cabal/config',
    '.config/hub',
    '.android/adbkey',
    '.config/configstore',
    '.config/op',
    '.my.cnf',
  ],
  ...[
    '.claude',
    '.claude.json',
    '.codex',
    '.cursor',
    '.gemini',
    '.config/claude',
    '.config/Claude',
    '.config/Cursor',
    '.aider',
  ],
  ...[
    '.continue',
    '.config/github-copilot',
    '.config/Code',
    '.vscode-server/data',
    '.config/goose',
    '.windsurf',
    '.codeium',
  ],
  ...['.mozilla', '.thunderbird', '.config/google-chrome', '.config/chromium', '.config/BraveSoftware', '.pgpass'],
  ...['.bash_history', '.zsh_history', '.python_history', '.node_repl_history', '.psql_history', '.local/share/fish'],
  ...['.local/share/proctor', '.config/proctor', '.proctor'],
];

/** Outside of homes: what root could read although it needs none of it for a test. */
export const secretsOfMachine: readonly string[] = [
  ...['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/krb5.keytab', '/etc/ssl/private'],
  ...['/proc/kcore', '/proc/keys', '/proc/key-users', '/proc/timer_list', '/sys/firmware'],
  ...[
    '/etc/kubernetes',
    '/etc/rancher',
    '/etc/wireguard',
    '/var/lib/docker',
    '/var/lib/containerd',
    '/var/lib/kubelet',
  ],
];

/** The part of a home that a path names, if it is a secret or lies in one. */
export function secretIn(path: string): string | undefined {
  const inHome = path.replace(/^~\//, '').replace(/\/+$/, '');
  return secretsInHome.find((secret) => inHome === secret || inHome.startsWith(`${secret}/`));
}
