import { ChartName, NodeState, vocabularies } from '../../machines/schema/state.js';
import { palette } from './palette.js';

const looks = NodeState.options.map((state) => palette[state]);

// States of different charts that mean the same look the same.
describe.each(ChartName.options)('of %s', (chart) => {
  test.each(['glyph', 'ascii', 'word', 'dot', 'hex', 'ansi'] as const)('no two states share their %s', (field) => {
    const states = ['PROPOSED', ...vocabularies[chart].states] as const;
    expect(new Set(states.map((state) => palette[state][field])).size).toBe(states.length);
  });
});

test('a glyph is one character, and its replacement one of ASCII', () => {
  for (const { glyph, ascii } of looks) {
    expect([...glyph]).toHaveLength(1);
    expect(ascii).toMatch(/^[!-~]$/);
  }
});

test('the colours are the ones clients know', () => {
  expect(Object.fromEntries(NodeState.options.map((state) => [state, palette[state].dot]))).toEqual({
    PROPOSED: 'white',
    DRILL: 'lightblue',
    EXPLORE: 'lightblue',
    VERIFY: 'purple',
    VALID_PENDING: 'lightgreen',
    FOUND: 'lightgreen',
    VALID: 'green',
    DEAD: 'red',
    SPEC: 'gold',
  });
});

test('dark text is legible on every fill', () => {
  for (const { hex } of looks) expect(contrast(hex, '#0b1018')).toBeGreaterThan(4.5);
});

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
