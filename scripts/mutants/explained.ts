/** Mutants that stay, by file and key: no test can tell them from the original, or none that would is worth having. */
export const explained: Readonly<Record<string, string>> = {};
