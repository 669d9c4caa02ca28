import { PassThrough } from 'node:stream'
import { sql } from '../db/statement.ts'
import { writePage } from '../domain/audit/write-told.ts'
import type { ExportContext, ExportKind, ExportOut } from '../domain/exports/export-kind.ts'
import { zipWriter } from '../domain/exports/zip-writer.ts'
import { storageKey } from '../domain/files/file-storage.ts'
import { filesOfPatient } from '../domain/patients/files-of-patient.ts'
import { accessExport } from '../domain/privacy/start-access-export.ts'
import { type AccessFamily, accessFamilies } from './access-families.ts'
import { accessPage } from './access-page.ts'

const filesOf = sql<{ id: string; name: string }>(`
  select id, name from file where company_id = $1 and patient_id = any(files_of_patient($1, $2)) order by created_at, id`)

/** A JSON object of arrays, one for each family, a record at a time. */
async function* dataOf(families: readonly AccessFamily[], rowsOf: (family: AccessFamily) => AsyncIterable<unknown>) {
  let between = '{'
  for (const family of families) {
    yield `${between}\n${JSON.stringify(family.name)}: [`
    between = ','
    let first = true
    for await (const row of rowsOf(family)) {
      yield `${first ? '' : ','}\n${JSON.stringify(row)}`
      first = false
    }
    yield ']'
  }
  yield '\n}\n'
}

/** The records of a family of the file, and of those that were merged into it: some keep the id that they had. */
async function* rowsOfAll(family: AccessFamily, context: ExportContext, ids: readonly string[]) {
  for (const id of ids) yield* family.rows(context, id)
}

/** What something writes, as it is written. */
async function* written(write: (out: ExportOut) => Promise<void>): AsyncGenerator<Uint8Array> {
  const stream = new PassThrough()
  const out = (piece: string | Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      stream.write(piece, error => (error ? reject(error) : resolve()))
    })
  write({ write: out, progress: async () => undefined }).then(
    () => stream.end(),
    error => stream.destroy(error),
  )
  yield* stream
}

/** What a name may have in it on every system that unpacks it. */
const safe = (name: string): string => name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_').slice(-100)

/**
 * All that is kept of a patient, as they may have it: data.json for programs, index.html to read and print, who had to do
 * with the records, and the files. Nothing is held whole.
 */
export const accessExportKind: ExportKind<(typeof accessExport)['params']> = {
  ...accessExport,
  async build(context, { patientId, language, withFiles }, out) {
    const families = accessFamilies(context.files)
    const ids = await context.inClinic(tx => filesOfPatient(tx, patientId))
    const rowsOf = (family: AccessFamily) => rowsOfAll(family, context, ids)
    const zip = zipWriter(out)
    const at = context.job.created_at
    await zip.add('data.json', dataOf(families, rowsOf))
    await out.progress(0.3)
    await zip.add('index.html', accessPage({ families, language, at, rowsOf }))
    await out.progress(0.5)
    const told = { patientId, format: 'page', language, copyFor: 'patient' } as const
    await zip.add(
      'disclosures.html',
      written(page => writePage(context, told, page)),
    )
    await out.progress(0.6)
    if (withFiles) await addFiles(context, patientId, { zip, out })
    await zip.end()
  },
}

async function addFiles(
  { inClinic, files }: ExportContext,
  patientId: string,
  { zip, out }: { zip: ReturnType<typeof zipWriter>; out: ExportOut },
): Promise<void> {
  const all = await inClinic(tx => tx.sql(filesOf([tx.clinic.id, patientId])))
  const { company_id: companyId } = await inClinic(tx => tx.get('patient', patientId))
  for (const [index, { id, name }] of all.entries()) {
    const body = await files.read(storageKey(companyId, id))
    if (body) await zip.add(`files/${id}-${safe(name)}`, body)
    await out.progress(0.6 + (0.4 * (index + 1)) / all.length)
  }
}
