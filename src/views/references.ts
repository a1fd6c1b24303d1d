/** Links and file paths that findings and evidence cite, each once, with the nodes that cite it. */

export interface Reference {
  reference: string;
  nodes: string[];
}

const link = /\bhttps?:\/\/[^\s<>"'`)\]}]+/gu;
/** A path has a slash and an ending, or a line number: `src/a.ts`, `lib/x.py:12`. */
const path = /(?<![\w:/])(?:\.{0,2}\/)?(?:[\w@.-]+\/)+[\w@.-]+\.[A-Za-z]\w{0,7}(?::\d+)?/gu;

export class References {
  private readonly found = new Map<string, Set<string>>();

  /** `stated` are those the agent listed itself. */
  collect(nodeId: string, text: string, stated: readonly string[] = []): void {
    const links = text.match(link) ?? [];
    const paths = text.replace(link, ' ').match(path) ?? [];
    for (const each of [...stated, ...links, ...paths]) this.add(each.trim().replace(/[.,;:]+$/u, ''), nodeId);
  }

  private add(reference: string, nodeId: string): void {
    if (reference === '') return;
    const nodes = this.found.get(reference);
    if (nodes) nodes.add(nodeId);
    else this.found.set(reference, new Set([nodeId]));
  }

  list(): Reference[] {
    return [...this.found].map(([reference, nodes]) => ({ reference, nodes: [...nodes] }));
  }
}
