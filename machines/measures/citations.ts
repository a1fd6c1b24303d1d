/** Which nodes stand on which evidence, by digest, so that a text used twice is found at once. */
export class Citations {
  readonly #nodes = new Map<string, Set<string>>();

  /** Nodes whose evidence in force has this digest. */
  of(digest: string): ReadonlySet<string> {
    return this.#nodes.get(digest) ?? new Set();
  }

  add(digest: string, id: string): void {
    const citing = this.#nodes.get(digest);
    if (citing) citing.add(id);
    else this.#nodes.set(digest, new Set([id]));
  }

  /** A replaced text is free again. */
  remove(digest: string, id: string): void {
    const citing = this.#nodes.get(digest);
    citing?.delete(id);
    if (citing?.size === 0) this.#nodes.delete(digest);
  }
}
