/**
 * The page of MCP Apps (SEP-1865, revision 2026-01-26): one HTML file that a chat client frames and gives the replies of
 * the tools that name it. Clients that know nothing of it read the text of the reply.
 */
import { onePage } from '../dashboard/one-file.js';
import { readPagePart } from '../store/package-dir.js';
import type { ResourceText } from '../tools/resources.js';
import { statusPage } from '../tools/status-page.js';
import type { Tool } from '../tools/tool.js';
import { palette } from '../views/palette.js';

export const appExtension = { 'io.modelcontextprotocol/ui': { mimeTypes: [statusPage.mimeType] } };

/** The flat key is the older spelling, which some clients still look for. */
export const pageMeta = ({ page }: Tool) =>
  page === undefined ? {} : { _meta: { ui: { resourceUri: page }, 'ui/resourceUri': page } };

/** It needs nothing from anywhere: no address is to be opened for it. */
const csp = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };

/** Undefined for what is not there. */
export async function readAppPage(uri: string): Promise<ResourceText[] | undefined> {
  if (uri !== statusPage.uri) return undefined;
  const { mimeType } = statusPage;
  return [{ uri, mimeType, text: await appPage(), _meta: { ui: { csp, prefersBorder: true } } }];
}

async function appPage(): Promise<string> {
  const [script = '', page = '', app = ''] = await Promise.all(
    ['mcp-app.js', 'page.css', 'mcp-app.css'].map(readPagePart),
  );
  const looks = Object.entries(palette).map(([state, { glyph, word, dashed }]) => ({ state, glyph, word, dashed }));
  return onePage({
    title: 'Proctor',
    script,
    styles: [`${page}${app}`],
    data: { id: 'proctor-looks', value: looks },
    isFramed: true,
  });
}
