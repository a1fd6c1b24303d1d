/** Walks over a graph that together take every edge of it, each walk from the start, with little taken twice. */

/** Place → request → place. */
export type Graph = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A tour this long can still be read when it fails. */
const stepsMax = 20;

export function toursOf(graph: Graph, start: string): string[][] {
  const open = new Set([...graph].flatMap(([place, edges]) => [...edges.keys()].map((edge) => edgeName(place, edge))));
  const tours: string[][] = [];
  for (let tour = tourFrom(graph, start, open); tour.length > 0; tour = tourFrom(graph, start, open)) tours.push(tour);
  return tours;
}

const edgeName = (place: string, edge: string): string => `${edge} from ${place}`;

/** Goes on to the nearest edge that nobody took yet, until none can be reached from where it is. */
function tourFrom(graph: Graph, start: string, open: Set<string>): string[] {
  const tour: string[] = [];
  let place = start;
  while (tour.length < stepsMax) {
    const leg = nearest(graph, place, open);
    if (leg.length === 0 || (tour.length > 0 && tour.length + leg.length > stepsMax)) break;
    for (const edge of leg) {
      open.delete(edgeName(place, edge));
      tour.push(edge);
      place = graph.get(place)?.get(edge) ?? place;
    }
  }
  return tour;
}

/** The shortest way to an open edge, that edge included; one that leads on rather than one that ends there. */
function nearest(graph: Graph, from: string, open: ReadonlySet<string>): string[] {
  const seen = new Set([from]);
  let places: { place: string; way: string[] }[] = [{ place: from, way: [] }];
  while (places.length > 0) {
    const found = places.flatMap(({ place, way }) =>
      [...(graph.get(place) ?? [])]
        .filter(([edge]) => open.has(edgeName(place, edge)))
        .map(([edge, to]) => ({ way: [...way, edge], leadsOn: (graph.get(to)?.size ?? 0) > 0 })),
    );
    const best = found.find(({ leadsOn }) => leadsOn) ?? found[0];
    if (best) return best.way;
    places = places.flatMap(({ place, way }) =>
      [...(graph.get(place) ?? [])].flatMap(([edge, to]) => {
        if (seen.has(to)) return [];
        seen.add(to);
        return [{ place: to, way: [...way, edge] }];
      }),
    );
  }
  return [];
}
