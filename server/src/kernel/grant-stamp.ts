/**
 * SQL for a clinic's id, as the first statement of a request names it: it fails with STALE_GRANT when a token, an
 * installation or the clinic has changed since `stamp` was read. Both arguments are placeholders; a null stamp asks for no
 * check.
 */
export const clinicUnderStamp = (clinic: string, stamp: string): string => `
  case when ${stamp}::bigint is null
      or ${stamp}::bigint = coalesce((select stamp from grant_stamp where company_id = ${clinic}), 0)
    then ${clinic} else refuse_stale_grant() end`

/** The SQLSTATE of refuse_stale_grant(). */
export const STALE_GRANT = 'GR001'

/** The request was let in by a grant that has changed since; whoever let it in must look again. */
export class StaleGrant extends Error {}
