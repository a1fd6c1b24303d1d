/**
 * Gives journeys through a real server process the time a slow machine needs. Jest ignores `testTimeout` on a project,
 * and a limit for all would let a hanging unit test hold up everyone.
 */
import.meta.jest.setTimeout(120_000);
