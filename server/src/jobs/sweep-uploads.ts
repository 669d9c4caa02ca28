import { sql } from '../db/statement.ts'
import { SWEEP_MS } from '../domain/files/file.ts'
import { storageKey } from '../domain/files/file-storage.ts'
import { scheduledJob } from './job.ts'

interface OldUpload {
  company_id: string
  id: string
  confirmed: boolean
}

const BATCH_SIZE = 200
const old = sql<OldUpload>(`
  select company_id, id, confirmed_at is not null as confirmed from file_upload where expires_at < $1
  order by expires_at limit ${BATCH_SIZE}`)
const forget = sql(`
  delete from file_upload using unnest($1::text[], $2::text[]) as gone (company_id, id)
  where file_upload.company_id = gone.company_id and file_upload.id = gone.id`)

/**
 * Removes uploads whose time to be confirmed has long passed, with whatever arrived for them: first from the storage, then
 * from the database, so that a sweep that breaks off is done again.
 */
export const sweepUploads = scheduledJob('sweep_uploads', '*/10 * * * *', async ({ onPlatform, files }) => {
  const before = new Date(Date.now() - SWEEP_MS)
  for (let more = true; more; ) {
    const uploads = await onPlatform(tx => tx.sql(old([before.toISOString()])))
    for (const { company_id, id, confirmed } of uploads) {
      const key = storageKey(company_id, id)
      await files.forget(key)
      // Of a confirmation that was rolled back.
      if (!confirmed) await files.discard(key)
    }
    const companies = uploads.map(({ company_id }) => company_id)
    if (uploads.length > 0) await onPlatform(tx => tx.sql(forget([companies, uploads.map(({ id }) => id)])))
    more = uploads.length === BATCH_SIZE
  }
  await files.tidy(before)
})
