import { PERMISSIONS } from '@clinic/contract/staff/permissions.ts'
import type { SharedReaders } from '../../db/driver.ts'
import { sql } from '../../db/statement.ts'
import { nameClinic } from '../../kernel/name-clinic.ts'

const living = sql<{ id: string }>(`
  select job.id from export_job as job
  join membership on membership.company_id = job.company_id and membership.active and membership.role = any ($4)
  join clinic on clinic.company_id = job.company_id and clinic.active
  where job.company_id = $1 and job.id = $2 and job.state = 'READY' and job.expires_at > now()
    and $3 = 'staff ' || membership.user_id`)

/** Whether a link to an export is good: as long as its file is kept, and who was given it may see exports of the clinic. */
export type ExportLives = (companyId: string, exportId: string, caller: string) => Promise<boolean>

export const exportLives =
  (readers: SharedReaders): ExportLives =>
  async (companyId, exportId, caller) => {
    const { roles } = PERMISSIONS['audit:read']
    return (await readers.run(nameClinic([companyId]), living([companyId, exportId, caller, [...roles]]))).length > 0
  }
