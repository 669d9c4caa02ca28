/** The visits that were moved in this tab, which need not be told of it. */
export const movedHere = new Set<string>()
