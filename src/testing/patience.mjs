/**
 * Gives every test the time a busy machine needs: beside it another one may be starting servers or taming a fork bomb.
 * Jest ignores `testTimeout` on a project.
 */
import.meta.jest.setTimeout(120_000);
