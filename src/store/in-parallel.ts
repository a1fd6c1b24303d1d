/** Works through a list with so many at a time: enough to keep a disk busy, few enough for descriptors and memory. */
export async function inParallel<T>(
  atATime: number,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atATime, items.length) }, worker));
}
