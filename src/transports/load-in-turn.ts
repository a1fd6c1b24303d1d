/** Loads the packages with the most files one after another, where few may be open: Node opens those of an import at once. */
export async function loadInTurn(): Promise<void> {
  await import('zod');
  await import('@modelcontextprotocol/sdk/types.js');
  await import('@modelcontextprotocol/sdk/server/mcp.js');
  await import('xstate');
}
