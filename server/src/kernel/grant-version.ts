/**
 * SQL that is true while no token, no installation and nothing of the clinic has changed since `version` was read; a null
 * version asks nothing.
 */
export const isCurrentVersion = (clinic: string, version: string): string => `
  (${version} is null
    or ${version} = coalesce((select current.version from grant_version as current where current.company_id = ${clinic}), 0))`

/**
 * SQL for a clinic's id, as the first statement of a request names it: it fails with STALE_GRANT when the version is not
 * current. Both arguments are placeholders.
 */
export const clinicUnderVersion = (clinic: string, version: string): string => `
  case when ${isCurrentVersion(clinic, `${version}::bigint`)}
    then ${clinic} else refuse_stale_grant() end`

/** The SQLSTATE of refuse_stale_grant(). */
export const STALE_GRANT = 'GR001'

/** The request was let in by a grant that has changed since; the surface that let it in must look again. */
export class StaleGrant extends Error {}
