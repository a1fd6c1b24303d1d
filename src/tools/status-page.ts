/** The page that shows a status where a chat client shows pages (MCP Apps); for all others the text says the same. */
export const statusPage = {
  uri: 'ui://proctor/status',
  name: 'status-page',
  title: 'Status page',
  description: 'Shows what tot_status and ticket_status reply: the tree, or the board.',
  mimeType: 'text/html;profile=mcp-app',
} as const;
