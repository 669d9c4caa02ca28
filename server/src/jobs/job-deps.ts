import type { Logger } from 'pino'
import type { DatabaseUrls } from '../databases.ts'
import { db } from '../db/builder.ts'
import { sql } from '../db/statement.ts'
import { factsOf } from '../domain/clinics/clinic-facts.ts'
import type { Egress } from '../egress/agent.ts'
import { newId } from '../kernel/ids.ts'
import { openTransactions } from '../kernel/open-transactions.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Caller } from '../kernel/tx.ts'
import type { JobDeps } from './job.ts'

export interface JobWorld {
  databaseUrls: DatabaseUrls
  box: SecretBox
  egress: Egress
  log: Logger
}

const nameClinic = sql("select set_config('app.company', $1, true)")

/** Connects jobs to the world. */
export function openJobDeps({ databaseUrls, box, egress, log }: JobWorld): JobDeps & { close(): Promise<void> } {
  const clinics = openTransactions(databaseUrls.app, 'clinic job', box)
  const platform = openTransactions(databaseUrls.dispatcher, 'clinic platform job', box)
  const factsOfClinic = (companyId: string) =>
    clinics.platform(async tx => {
      await tx.sql(nameClinic([companyId]))
      const clinic = await tx.row(db.selectFrom('clinic').selectAll().where('company_id', '=', companyId))
      if (!clinic) throw new Error('A job names a clinic that does not exist.')
      return factsOf(clinic)
    })
  return {
    box,
    egress,
    log,
    inClinic: async (companyId, run) => {
      const context = { clinic: await factsOfClinic(companyId), caller: JOB, requestId: newId('req') }
      return clinics.write(context, async tx => ({ value: await run(tx) }))
    },
    onPlatform: platform.platform,
    async close() {
      await Promise.all([clinics.close(), platform.close()])
    },
  }
}

const JOB: Caller = { kind: 'system', id: 'job', tokenId: null, holds: () => true }
