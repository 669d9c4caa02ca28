import pg from 'pg'

/** No answer came: the connection could not be made, was lost, or none was free. What was asked may have been done or not. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable'
  constructor(cause: unknown) {
    super('The database did not answer.', { cause })
  }
}

/** `protocol_violation`, by which a pooler ends a session that has lost its server, or found none in time. */
const POOLER_ENDED = '08P01'
const isOfPooler = ({ code, severity }: pg.DatabaseError): boolean => code === POOLER_ENDED && severity === 'FATAL'

/** What the server answered stays as it is; whatever else pg reports means that there was no answer. */
export function asDatabaseError(error: unknown): Error {
  const isAnswer = error instanceof pg.DatabaseError && !isOfPooler(error)
  return isAnswer || error instanceof DatabaseUnreachable ? error : new DatabaseUnreachable(error)
}

/** `invalid_sql_statement_name`: the server has no statement of this name (any more). */
const UNKNOWN_STATEMENT = '26000'
/** `feature_not_supported` as it is raised where a prepared statement would have other columns than before. */
const UNSUPPORTED = '0A000'
const REPLANNING = 'RevalidateCachedQuery'

/** True when a prepared statement was out of date and that is all: nothing was done, and prepared anew it works. */
export const isOutdatedStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === UNKNOWN_STATEMENT || (error.code === UNSUPPORTED && error.routine === REPLANNING))

/** What the server said, without the values that its message and details may hold; undefined when it said nothing. */
export function serverError(
  error: unknown,
): Pick<pg.DatabaseError, 'code' | 'constraint' | 'table' | 'routine'> | undefined {
  return error instanceof pg.DatabaseError ? error : undefined
}
