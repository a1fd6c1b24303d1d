import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, opening } from '../../../src/testing/ticket-samples.js';
import { shellSyntax } from './shell-syntax.rule.js';

const told = (verify: string) => judged(shellSyntax, opening([{}, { verify }]));

describe('SHELL_SYNTAX', () => {
  test.each(['npm test', 'npm run build && npm test', "grep 'a | b' file"])('%s needs no shell', (verify) => {
    expect(told(verify).violations).toEqual([]);
  });

  test.each(['npm test | tee log', 'npm test; true', 'npm test || true', 'echo $HOME', 'make > log'])(
    '%s does',
    (verify) => {
      expectBreach(told(verify), 'SHELL_SYNTAX', 'T-2', '&&');
    },
  );

  test('no command at all is told otherwise', () => {
    expect(told('  ').violations).toEqual([]);
  });
});
