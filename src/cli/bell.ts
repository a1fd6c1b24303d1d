/** Says when to ring: once for each thing that begins to wait, never for what waited when the watch began. */
export class Bell {
  #known: ReadonlySet<string> | undefined;

  isDue(waiting: readonly string[]): boolean {
    const isNew = this.#known !== undefined && waiting.some((each) => !this.#known?.has(each));
    this.#known = new Set(waiting);
    return isNew;
  }
}
