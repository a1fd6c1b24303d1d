/** Looks until it is there; a test that waits in vain fails by its own time limit. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>, pauseMs = 20): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
