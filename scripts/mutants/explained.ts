/** Mutants that stay, by file and key: no test can tell them from the original, or none that would is worth having. */
export const explained: Readonly<Record<string, string>> = {
  'src/views/feedback.ts feedbackOf: ticket.rejections.find(({ seq }) => seq === failure.seq) → ticket.rejections.findLast(({ seq }) => seq === failure.seq)':
    'a record rejects a ticket at most once',
  'src/views/gate-view.ts stepStatus: steps.indexOf(context.step) → steps.lastIndexOf(context.step)':
    'each step stands in the list once',
  'src/views/node-story.ts nodeStory: records.find((record) => record.seq === committedSeq) → records.findLast((record) => record.seq === committedSeq)':
    'a number belongs to one record',
  'src/views/node-detail.ts historyIn: reason === undefined ? {} : { reason } → { reason }':
    'a member that is undefined is not written',
  'src/views/ticket-story-step.ts claim: blockedBy === undefined ? {} : { blockedBy } → { blockedBy }':
    'a member that is undefined is not written',
  'src/store/audit.ts audit: headFound !== undefined && { headFound } → { headFound }':
    'a member that is undefined is not written',
  'src/store/stop-blocks.ts StopBlocks.#sweep: found.mtimeMs < now() - keptMs → found.mtimeMs <= now() - keptMs':
    'a millisecond sooner or later is the same to anybody',
  'src/store/real-disk.ts RealFile.datasync: await this.#handle.datasync(); → nothing':
    'only a power cut tells; the simulator proves that the journal asks for it',
  'src/views/terminal-tree.ts titleColumnsMin: 10 → (10 + 1)': 'a column more or less is a matter of taste',
};
