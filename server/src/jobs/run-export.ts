import { validator } from '@clinic/contract/validate.ts'
import { sql } from '../db/statement.ts'
import type { ExportContext, ExportKind, ExportRow } from '../domain/exports/export-kind.ts'
import { exportRun } from '../domain/exports/start-export.ts'
import { writeExport } from '../domain/exports/write-export.ts'
import { EXPORT_KINDS } from '../exports/export-kinds.ts'
import { clinicJob, type Job, type JobRun } from './job.ts'

const TELL_EVERY_MS = 1_000

/** How far the work is stands in no record of the audit. */
const tellProgress = sql(`
  update export_job set state = 'RUNNING', progress = $3, updated_at = $4
  where company_id = $1 and id = $2 and state in ('QUEUED', 'RUNNING')`)

/** What the export is made with, or nothing where it is over. */
async function begin({ inClinic, asSealer, auditKey, files, log }: JobRun, companyId: string, exportId: string) {
  const own: ExportContext['inClinic'] = run => inClinic(companyId, run)
  const job = await own(async tx => {
    const found: ExportRow = await tx.get('export_job', exportId)
    if (found.state === 'QUEUED' || found.state === 'RUNNING')
      await tx.sql(tellProgress([companyId, exportId, 0, tx.now]))
    return found
  })
  const isOver = job.state !== 'QUEUED' && job.state !== 'RUNNING'
  return isOver ? undefined : { job, inClinic: own, asSealer, files, key: auditKey, log }
}

/** Writes down how far an export is, at most once a second. */
function progressOf({ job, inClinic }: ExportContext) {
  let told = performance.now()
  return async (done: number) => {
    if (performance.now() - told < TELL_EVERY_MS) return
    told = performance.now()
    const fraction = Math.min(Math.max(done, 0), 1)
    await inClinic(tx => tx.sql(tellProgress([job.company_id, job.id, fraction, tx.now])))
  }
}

const ready = ({ job, inClinic }: ExportContext, size: number) =>
  inClinic(tx =>
    tx.update('export_job', job.id, {
      ...{ state: 'READY', progress: 1, size_bytes: size },
      expires_at: new Date(Date.parse(tx.realNow) + job.keep_seconds * 1_000).toISOString(),
    }),
  )

/**
 * Makes the file of an export. A run that breaks off, or is killed with its process, is done again from its beginning; the
 * file takes its name once it is whole.
 */
export const runExportOf = (kinds: readonly ExportKind[]): Job =>
  clinicJob(exportRun, async (run, { companyId, exportId }) => {
    const context = await begin(run, companyId, exportId)
    if (!context) return
    try {
      const kind = kinds.find(({ name }) => name === context.job.kind)
      if (!kind || !validator(kind.params).check(context.job.params))
        throw new Error(`An export of the kind ${context.job.kind} cannot be made of what it was told.`)
      await ready(context, await writeExport(kind, context, progressOf(context)))
    } catch (error) {
      if (run.isLast) await context.inClinic(tx => tx.update('export_job', exportId, { state: 'FAILED' }))
      throw error
    }
  })

export const runExport = runExportOf(EXPORT_KINDS)
