/** How a session id looks, for those who have a great many names to go through and no time to load schemas. */
export const sessionIdPattern = /^s-[a-z0-9]{20}$/;

export const isSessionId = (name: string): boolean => sessionIdPattern.test(name);
