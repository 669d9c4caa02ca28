/** The words of exports of the audit: a table, a page to print, or the records with what proves them; for which reader. */
export const AUDIT_FORMATS = ['csv', 'page', 'bundle'] as const
export const AUDIT_COPIES = ['clinic', 'patient'] as const

/** Who may have acted. */
export const ACTOR_KINDS = ['installation', 'staff', 'assistant', 'system'] as const
