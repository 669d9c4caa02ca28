/** A list for a column of JSON: as it is, it would be taken for an array of PostgreSQL's own. */
export const jsonList = (list: readonly unknown[]): { toJSON(): readonly unknown[] } => ({ toJSON: () => list })
