/** The least an MCP server can be: one tool that does nothing. What Proctor's own cost is measured against. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'bare', version: '1' });
server.registerTool(
  'noop',
  {
    description: 'Does nothing.',
    inputSchema: {
      sessionId: z.string(),
      results: z.array(z.object({ nodeId: z.string(), state: z.string() }).loose()),
    },
    outputSchema: { status: z.string() },
  },
  () => ({ content: [{ type: 'text', text: '{"status":"OK"}' }], structuredContent: { status: 'OK' } }),
);
await server.connect(new StdioServerTransport());
