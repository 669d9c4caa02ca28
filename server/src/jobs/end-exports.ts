import { sql } from '../db/statement.ts'
import { storageKey } from '../domain/files/file-storage.ts'
import { scheduledJob } from './job.ts'

const BATCH_SIZE = 200
const over = sql<{ company_id: string; id: string }>(`
  select company_id, id from export_job where state = 'READY' and expires_at <= $1 order by expires_at limit ${BATCH_SIZE}`)

/** Removes the files of exports whose time is over: first from the storage, so that a run that breaks off is done again. */
export const endExports = scheduledJob('end_exports', '*/10 * * * *', async ({ onPlatform, inClinic, files }) => {
  for (let more = true; more; ) {
    const ended = await onPlatform(tx => tx.sql(over([tx.now])))
    for (const { company_id: companyId, id } of ended) {
      await files.discard(storageKey(companyId, id))
      await inClinic(companyId, tx => tx.update('export_job', id, { state: 'EXPIRED' }))
    }
    more = ended.length === BATCH_SIZE
  }
})
