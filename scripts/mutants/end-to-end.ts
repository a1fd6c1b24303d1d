/** Which tests start a server of their own; here they get one within the process. */
export const isEndToEnd = (file: string): boolean => file.includes('.e2e.test.');
