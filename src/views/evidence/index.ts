/** The evidence of a ticket, rendered from records alone: the same journal gives the same bytes. */
import { coverageMatrix, investigationReport, validationResults } from './check-reports.js';
import { closureReport } from './closure-report.js';
import { gateResult } from './gate-result.js';
import { storyOf, type JournalPart, type Story } from './story.js';

export interface EvidenceFile {
  readonly name: string;
  readonly mimeType: string;
  readonly text: string;
}

const renderers: Readonly<Record<string, (story: Story) => string | undefined>> = {
  'gate-result.yaml': gateResult,
  'investigation-report.md': investigationReport,
  'prd-coverage-matrix.md': coverageMatrix,
  'validation-results.md': validationResults,
  'closure-report.md': (story) => (story.ticket.closure.round > 0 ? closureReport(story) : undefined),
};

export const evidenceNames = Object.keys(renderers);

const mimeOf = (name: string): string => (name.endsWith('.md') ? 'text/markdown' : 'application/yaml');

/** Whatever there is to tell by now; nothing before the ticket was started. */
export function evidenceOf(part: JournalPart): EvidenceFile[] {
  if (part.ticket.startedAt === null) return [];
  const story = storyOf(part);
  return Object.entries(renderers).flatMap(([name, render]) => {
    const text = render(story);
    return text === undefined ? [] : [{ name, mimeType: mimeOf(name), text }];
  });
}
