/**
 * Holds what the compiler cannot: charts and rules stay replayable, stdout stays MCP's, and every name has one home.
 * A preset's rule is relaxed only where obeying it makes the code worse, and the reason stands beside it.
 */
import eslint from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const tests = ['**/*.test.ts', '**/*.conformance.ts', 'src/testing/**/*.ts'];
const plain = ['**/*.mjs', '**/*.cjs'];

const asFact = 'A replay would differ. Let the engine gather it, and read it from the facts of the command.';
const asEffect = 'Charts and rules touch nothing. Ask for an effect, or keep a deadline as data.';

const restrictedSyntax = [
  { selector: 'ExportAllDeclaration', message: 'Export by name from the file that owns it; import from that file.' },
];

export default defineConfig(
  globalIgnores(['dist/', 'coverage/', 'data/', 'docs/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: 'error',
      'no-console': ['error', { allow: ['error', 'warn'] }],
      'no-restricted-syntax': ['error', ...restrictedSyntax],
      'no-restricted-exports': [
        'error',
        { restrictDefaultExports: { direct: true, named: true, defaultFrom: true, namedFrom: true } },
      ],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // Numbers read the same in every locale; wrapping each in String() only adds noise to messages.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      // Code points are what limits on text count; the suggested segmenter depends on the machine's locale.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // Contexts and events handed to xstate must be aliases: an interface has no implicit index signature.
      '@typescript-eslint/consistent-type-definitions': 'off',
      // A port's simple backend is async because the port is; without `async` it would throw instead of rejecting.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['machines/**/*.ts'],
    ignores: tests,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(?!(xstate|zod|node:assert|node:assert/strict)$|\\.{1,2}/)',
              message: 'machines/ is pure: xstate, zod, node:assert and its own files. Anything else belongs in src/.',
            },
          ],
        },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: asFact },
        { object: 'Math', property: 'random', message: asFact },
      ],
      'no-restricted-syntax': [
        'error',
        ...restrictedSyntax,
        { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: asFact },
        { selector: 'CallExpression[callee.name="Date"]', message: asFact },
      ],
      'no-restricted-globals': [
        'error',
        ...['process', 'performance', 'crypto'].map((name) => ({ name, message: asFact })),
        ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch'].map((name) => ({
          name,
          message: asEffect,
        })),
      ],
    },
  },
  {
    // A chart is a table, however long; and `types: {} as …` is how xstate is told its types: `--fix` would erase them.
    files: ['machines/*.machine.ts'],
    rules: { 'max-lines-per-function': 'off', '@typescript-eslint/no-unnecessary-type-assertion': 'off' },
  },
  {
    // Here stdout is a person's terminal.
    files: ['src/cli/**', 'scripts/**', 'bench/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // The tools that load these files look for a default export.
    files: ['*.config.*', 'src/testing/{summary-reporter,test-order}.mjs'],
    rules: { 'no-restricted-exports': 'off' },
  },
  {
    // Matchers and parsed replies are `any`, and a wrong guess in a test fails the test: nothing is hidden.
    files: tests,
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: plain,
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      parserOptions: { projectService: false },
      globals: {
        console: 'readonly',
        process: 'readonly',
        URL: 'readonly',
        module: 'writable',
        performance: 'readonly',
      },
    },
    // Off with the rest of the typed rules: it is not part of the presets that `disableTypeChecked` mirrors.
    rules: { '@typescript-eslint/switch-exhaustiveness-check': 'off' },
  },
  {
    // Runs in a browser.
    files: ['src/inspector/page/*.mjs'],
    languageOptions: {
      globals: {
        document: 'readonly',
        window: 'readonly',
        location: 'readonly',
        WebSocket: 'readonly',
        setTimeout: 'readonly',
      },
    },
  },
);
