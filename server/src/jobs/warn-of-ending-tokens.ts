import { sql } from '../db/statement.ts'
import { warnOfEndingToken } from '../domain/plugins/warn-of-ending-token.ts'
import { scheduledJob } from './job.ts'

const ending = sql<{ company_id: string; token_id: string; days: number }>(
  'select company_id, token_id, days from ending_tokens()',
)

/** Warns clinics 30, 7 and 1 days before a key of a plugin ends, each in a transaction of its own. */
export const warnOfEndingTokens = scheduledJob('warn_of_ending_tokens', '11 * * * *', async run => {
  const tokens = await run.onPlatform(tx => tx.sql(ending([])))
  for (const { company_id, token_id: id, days } of tokens)
    await run.inClinic(company_id, tx => warnOfEndingToken(tx, { id, days }))
})
