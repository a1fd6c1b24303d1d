/**
 * The layer table of docs/architecture.md, as a check: knowing one layer must never require reading those to its
 * right. Tests are exempt, because they compare layers with each other.
 */
const TEST = '\\.(test|conformance)\\.ts$';
const TESTING = '^src/testing/';
const BENCH = '^bench/';
/** Bundled when Proctor is built, and run by a browser. */
const PAGE = '^src/dashboard/page/';

/** Left to right; a file imports its own level or one further left. */
const LAYERS = [
  ['schema', '^machines/schema/'],
  ['measures', '^machines/measures/'],
  ['rules', '^machines/rules/'],
  ['charts', '^machines/[^/]+\\.ts$'],
  ['session', '^src/session/'],
  ['explore', '^src/explore/'],
  ['views', '^src/views/'],
  ['store', '^src/store/'],
  ['transcripts', '^src/transcripts/'],
  ['engine', '^src/engine/'],
  ['tools', '^src/tools/'],
  ['surfaces', '^src/(transports|dashboard|inspector|cli)/'],
  ['main', '^src/main\\.ts$'],
];

const layerRules = LAYERS.slice(0, -1).map(([name, path], level) => ({
  name: `layer-${name}`,
  comment: `${name} may not know what stands to its right: pass the value in, or move the shared part left.`,
  severity: 'error',
  from: { path, pathNot: TEST },
  to: { path: LAYERS.slice(level + 1).map(([, right]) => right) },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'outside-every-layer',
      comment: 'Put the file in the folder of a layer, or add the layer here and in docs/architecture.md.',
      severity: 'error',
      from: {},
      to: { path: '^(machines|src)/', pathNot: [...LAYERS.map(([, path]) => path), TEST, TESTING] },
    },
    {
      name: 'no-cycles',
      comment: 'Move what both files need into a third, further left.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'machines-pure',
      comment:
        'machines/ imports xstate, zod, node:assert and itself. Let src/ do it, and hand the result in as a fact.',
      severity: 'error',
      from: { path: '^machines/', pathNot: TEST },
      to: { pathNot: ['^machines/', '^node_modules/(xstate|zod)/', '^(node:)?assert(/strict)?$'] },
    },
    {
      name: 'sdk-in-transports',
      comment: 'Tools are plain functions over the engine; src/transports binds them to the MCP SDK.',
      severity: 'error',
      from: { pathNot: ['^src/transports/', TEST, TESTING, BENCH] },
      to: { path: '^node_modules/@modelcontextprotocol/' },
    },
    {
      name: 'transcripts-alone',
      comment:
        'src/transcripts looks agents up for the engine: it imports machines/ and src/store, and no session or view.',
      severity: 'error',
      from: { path: '^src/transcripts/', pathNot: TEST },
      to: { path: '^src/', pathNot: ['^src/transcripts/', '^src/store/'] },
    },
    {
      name: 'disk-behind-its-port',
      comment:
        'Only store, engine, cli and the files of transcripts touch files. Take the disk port, or let one of them read it for you.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(store|engine|cli)/', '^src/transcripts/files\\.ts$', TEST, TESTING] },
      to: { path: '^(node:)?fs(/promises)?$' },
    },
    {
      name: 'testing-for-tests',
      comment: 'src/testing is not shipped code. Move what production needs to the layer that owns it.',
      severity: 'error',
      from: { pathNot: [TEST, TESTING, BENCH, '^scripts/'] },
      to: { path: TESTING },
    },
    {
      name: 'tests-are-leaves',
      comment: 'Move what is shared to src/testing or to a *.conformance.ts suite.',
      severity: 'error',
      from: {},
      to: { path: '\\.test\\.ts$' },
    },
    {
      name: 'shipped-dependencies',
      comment: 'An installed Proctor has only "dependencies". Move the package there, or the use of it to tests.',
      severity: 'error',
      from: { path: '^(machines|src)/', pathNot: [TEST, TESTING, PAGE] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'page-decides-nothing',
      comment: 'The page shows what the server says. Have the server say it, and type it in wire.ts.',
      severity: 'error',
      from: { path: PAGE, pathNot: TEST },
      to: { pathNot: [PAGE, '^src/dashboard/wire\\.ts$', '^node_modules/preact/'] },
    },
    {
      name: 'page-is-a-page',
      comment: 'The page is made for browsers. Move what the server needs out of it.',
      severity: 'error',
      from: { pathNot: [PAGE, TEST] },
      to: { path: PAGE },
    },
    {
      name: 'resolvable',
      comment: 'An import nobody can follow escapes every other rule: correct its path.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
