/**
 * SQL that is true while no token, no installation and nothing of the clinic has changed since `stamp` was read; a null
 * stamp asks nothing.
 */
export const isCurrentVersion = (clinic: string, stamp: string): string => `
  (${stamp} is null
    or ${stamp} = coalesce((select current.stamp from grant_stamp as current where current.company_id = ${clinic}), 0))`

/**
 * SQL for a clinic's id, as the first statement of a request names it: it fails with STALE_GRANT when the
 * stamp does not hold. Both arguments are placeholders.
 */
export const clinicUnderVersion = (clinic: string, stamp: string): string => `
  case when ${isCurrentVersion(clinic, `${stamp}::bigint`)}
    then ${clinic} else refuse_stale_grant() end`

/** The SQLSTATE of refuse_stale_grant(). */
export const STALE_GRANT = 'GR001'

/** The request was let in by a grant that has changed since; whoever let it in must look again. */
export class StaleGrant extends Error {}
