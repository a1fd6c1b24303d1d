import { ChartName, NodeState, vocabularies } from '../../machines/schema/state.js';
import { chipOf, styleSheet } from './svg-style.js';

const style = styleSheet();

test('every state has a box in light and in dark', () => {
  const [light, dark] = style.split('@media (prefers-color-scheme:dark)');
  for (const state of NodeState.options) {
    expect(light).toContain(`.${state} .box{fill:#`);
    expect(dark).toContain(`.${state} .box{fill:#`);
  }
});

test('no rule reaches beyond the picture, and nothing is loaded', () => {
  const selectors = style
    .replace(/@media[^{]*\{/, '')
    .split(/\{[^}]*\}/)
    .flatMap((part) => part.replace('}', '').split(','))
    .filter((selector) => selector.trim() !== '');
  for (const selector of selectors) expect(selector).toMatch(/^\.proctor /);
  expect(style).not.toMatch(/url\(|@import|@font-face/);
});

test.each(ChartName.options)('every state of %s has a glyph of its own', (chart) => {
  const { states } = vocabularies[chart];
  const glyphs = states.map((state) => /d="([^"]+)"/.exec(chipOf(state, 0, 0))![1]);
  expect(new Set(glyphs).size).toBe(states.length);
});
