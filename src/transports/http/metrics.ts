/** Counts what the server does, as Prometheus reads it. Labels come from closed lists: nothing a caller wrote is one. */

/** Seconds; a commit takes some milliseconds, a run up to a minute. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

type Labels = Readonly<Record<string, string | number>>;

interface Histogram {
  readonly counts: number[];
  count: number;
  sum: number;
}

/** What only its owner can count, asked when somebody looks. */
export interface Gauges {
  readonly openSessions: number;
  readonly underWay: number;
}

const labelled = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #calls = new Map<string, number>();
  readonly #requestSeconds = new Map<string, Histogram>();
  readonly #callSeconds = new Map<string, Histogram>();

  constructor(private readonly version: string) {}

  request(route: string, status: number, ms: number): void {
    add(this.#requests, labelled({ route, status }));
    observe(this.#requestSeconds, `route="${route}"`, ms / 1000);
  }

  call(tool: string, outcome: string, ms: number): void {
    add(this.#calls, labelled({ tool, outcome }));
    observe(this.#callSeconds, `tool="${tool}"`, ms / 1000);
  }

  text({ openSessions, underWay }: Gauges): string {
    const { rss, heapUsed } = process.memoryUsage();
    const gauge = (value: number): Map<string, number> => new Map([['', value]]);
    return [
      ...counted('proctor_http_requests_total', 'counter', 'Requests answered.', this.#requests),
      ...timed(
        'proctor_http_request_duration_seconds',
        'From the head of a request to the end of its answer.',
        this.#requestSeconds,
      ),
      ...counted('proctor_tool_calls_total', 'counter', 'Calls of tools by how they ended.', this.#calls),
      ...timed('proctor_tool_call_duration_seconds', 'How long calls of tools took.', this.#callSeconds),
      ...counted('proctor_http_requests_under_way', 'gauge', 'Requests not answered yet.', gauge(underWay)),
      ...counted('proctor_open_sessions', 'gauge', 'Sessions held in memory.', gauge(openSessions)),
      ...counted('proctor_build_info', 'gauge', 'Always 1.', new Map([[labelled({ version: this.version }), 1]])),
      ...counted('process_resident_memory_bytes', 'gauge', 'Memory of the process.', gauge(rss)),
      ...counted('nodejs_heap_size_used_bytes', 'gauge', 'Heap in use.', gauge(heapUsed)),
      ...counted('process_uptime_seconds', 'gauge', 'Since the process began.', gauge(process.uptime())),
      '',
    ].join('\n');
  }
}

function add(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1);
}

function observe(histograms: Map<string, Histogram>, labels: string, seconds: number): void {
  const found = histograms.get(labels) ?? { counts: buckets.map(() => 0), count: 0, sum: 0 };
  histograms.set(labels, found);
  found.count += 1;
  found.sum += seconds;
  const at = buckets.findIndex((max) => seconds <= max);
  if (at >= 0) found.counts[at] = (found.counts[at] ?? 0) + 1;
}

const head = (name: string, type: string, about: string) => [`# HELP ${name} ${about}`, `# TYPE ${name} ${type}`];

const counted = (name: string, type: string, about: string, values: ReadonlyMap<string, number>): string[] => [
  ...head(name, type, about),
  ...[...values].map(([labels, value]) => `${name}${labels} ${value}`),
];

function timed(name: string, about: string, histograms: ReadonlyMap<string, Histogram>): string[] {
  const lines = [...histograms].flatMap(([labels, { counts, count, sum }]) => {
    let below = 0;
    const rows = buckets.map((max, at) => `${name}_bucket{${labels},le="${max}"} ${(below += counts[at] ?? 0)}`);
    const all = `${name}_bucket{${labels},le="+Inf"} ${count}`;
    return [...rows, all, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`];
  });
  return [...head(name, 'histogram', about), ...lines];
}
