/** The folders agents were last found in: the next one was most likely started from the same session. */

const placesMax = 8;
const keysMax = 256;

export class RecentPlaces {
  readonly #byKey = new Map<string, (readonly string[])[]>();

  /** The latest first. */
  of(key: string): readonly (readonly string[])[] {
    return this.#byKey.get(key) ?? [];
  }

  add(key: string, place: readonly string[]): void {
    const name = place.join('/');
    const others = this.of(key).filter((each) => each.join('/') !== name);
    this.#byKey.delete(key);
    this.#byKey.set(key, [place, ...others].slice(0, placesMax));
    const [oldest] = this.#byKey.keys();
    if (this.#byKey.size > keysMax && oldest !== undefined) this.#byKey.delete(oldest);
  }
}
