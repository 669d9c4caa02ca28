import { sql } from '../db/statement.ts'
import type { PlatformTx } from '../kernel/tx.ts'

const enter = sql("select set_config('app.part', 'authorization server', true)")([])

/** Lets a transaction see grants, codes and tokens of all clinics, which are looked up before a clinic is known. */
export async function asAuthorizationServer<Value>(
  tx: PlatformTx,
  run: (tx: PlatformTx) => Promise<Value>,
): Promise<Value> {
  await tx.sql(enter)
  return run(tx)
}
