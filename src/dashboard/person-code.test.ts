import { PersonCode, wrongCodesMax } from './person-code.js';

const wrong = (code: PersonCode) => (code.shown.startsWith('A') ? 'BBBB-BBBB' : 'AAAA-AAAA');

test('is eight letters and digits that nobody takes for others, another one each time', () => {
  const codes = Array.from({ length: 50 }, () => new PersonCode().shown);
  for (const code of codes) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/);
  expect(new Set(codes).size).toBe(codes.length);
});

test.each([
  ['as shown', (shown: string) => shown],
  ['in small letters', (shown: string) => shown.toLowerCase()],
  ['without its dash', (shown: string) => shown.replace('-', '')],
  ['with blanks around and within', (shown: string) => ` ${shown.replace('-', ' ')} `],
  ['with the dash a phone makes of it', (shown: string) => shown.replace('-', '–')],
])('is known %s', (_, typed) => {
  const code = new PersonCode();
  expect(code.isCode(typed(code.shown))).toBe(true);
  expect(code.triesLeft).toBe(wrongCodesMax);
});

test.each([
  ['nothing', () => ''],
  ['half of it', (shown: string) => shown.slice(0, 4)],
  ['more than it', (shown: string) => `${shown}A`],
])('%s is not it, and is counted', (_, typed) => {
  const code = new PersonCode();
  expect(code.isCode(typed(code.shown))).toBe(false);
  expect(code.triesLeft).toBe(wrongCodesMax - 1);
});

test('after five wrong ones not even the right one is believed', () => {
  const code = new PersonCode();
  for (let tries = 1; tries < wrongCodesMax; tries += 1) code.isCode(wrong(code));
  expect(code.isCode(code.shown)).toBe(true);
  code.isCode(wrong(code));
  expect(code.isCode(code.shown)).toBe(false);
  expect(code.triesLeft).toBe(0);
});
