/**
 * What shows that whoever decides on the page sits at the terminal the dashboard was started from: a code shown there
 * and nowhere else. An agent that can open the page has not seen it, and may not guess for long.
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** Without letters and digits that are taken for each other. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const length = 8;
/** Wrong ones until nothing is believed any more. */
export const wrongCodesMax = 5;

export class PersonCode {
  readonly #code = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
  #wrong = 0;

  /** For the terminal. */
  get shown(): string {
    return `${this.#code.slice(0, length / 2)}-${this.#code.slice(length / 2)}`;
  }

  get triesLeft(): number {
    return wrongCodesMax - this.#wrong;
  }

  /** However it was typed: small letters, with a dash or without. Once no try is left not even the right one is. */
  isCode(given: string): boolean {
    if (this.triesLeft <= 0) return false;
    const isRight = timingSafeEqual(digest(given.toUpperCase().replace(/[\s\p{Pd}]/gu, '')), digest(this.#code));
    if (!isRight) this.#wrong += 1;
    return isRight;
  }
}

/** Of one length, so that comparing takes the same time whatever was typed. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
