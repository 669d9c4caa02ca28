import { startPgbouncer } from './pgbouncer.ts'
import type { Behind, Pooler } from './pooler.ts'
import { startTransactionPooler } from './transaction-pooler.ts'

/** The pooler of a run: what PGBOUNCER, the command of one, starts, else what stands for it. */
export const startPooler = (password: string, behind: Behind): Promise<Pooler> => {
  const { PGBOUNCER } = process.env
  return PGBOUNCER ? startPgbouncer(PGBOUNCER, behind) : startTransactionPooler(password, behind)
}
