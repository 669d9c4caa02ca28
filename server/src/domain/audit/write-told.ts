import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { ExportContext, ExportOut } from '../exports/export-kind.ts'
import { actorsOf } from './audit-actors.ts'
import { csvHead, csvLine } from './audit-csv.ts'
import type { AuditExportParams } from './audit-export-params.ts'
import type { RecordRow } from './audit-leaf.ts'
import { type PageRow, pageEnd, pageHead, pageRow } from './audit-page.ts'
import { receiptsOf } from './disclosures.ts'
import { type DaySpan, recordsOfSubject, spansOf } from './export-subject.ts'
import { purposeOf, recipientOf, type Telling, toldRecord, toldThings } from './told-record.ts'

type Params = AuditExportParams
type TellingOf = (row: RecordRow) => Telling

/** Who acted in these records and on what ground, as the reader of the copy is told. */
async function tellingsOf(tx: Tx, rows: readonly RecordRow[], { language, copyFor }: Params): Promise<TellingOf> {
  const callers = rows.map(({ caller }) => caller)
  const actorOf = await actorsOf(tx, callers)
  const installations = [...new Set(callers.map(caller => actorOf(caller)))].filter(
    ({ kind }) => kind === 'installation',
  )
  const receiptOf = await receiptsOf(
    tx,
    installations.map(({ id }) => id),
  )
  return row => {
    const actor = actorOf(row.caller)
    return { actor, receipt: receiptOf(actor.id, row.recorded_at), language, copyFor }
  }
}

/** Goes through the records of all days in their order, and tells how far it is. */
async function eachBatch(
  { inClinic }: ExportContext,
  params: Params,
  { progress }: Pick<ExportOut, 'progress'>,
  take: (rows: readonly RecordRow[], tellingOf: TellingOf, span: DaySpan) => Promise<void>,
  endOfDay: (day: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const spans = await inClinic(tx => spansOf(tx, params))
  for (const [index, span] of spans.entries()) {
    for await (const rows of recordsOfSubject(inClinic, params, span))
      await take(rows, await inClinic(tx => tellingsOf(tx, rows, params)), span)
    await endOfDay(span.day)
    await progress((index + 1) / spans.length)
  }
}

/** A table with a line for each record. */
export async function writeCsv(context: ExportContext, params: Params, out: ExportOut): Promise<void> {
  const { language, copyFor } = params
  await out.write(csvHead(language, copyFor))
  await eachBatch(context, params, out, async (rows, tellingOf) =>
    out.write(rows.map(row => csvLine(row, toldRecord(row, tellingOf(row)), copyFor)).join('')),
  )
}

interface Together {
  telling: Telling
  times: number
  done: Map<string, { operation: string; scopes: readonly string[] }>
}

const names = sql<{ clinic: string; clinic_ar: string | null; patient: string | null }>(`
  select clinic.name as clinic, clinic.name_ar as clinic_ar,
    concat_ws(' ', patient.first_name, patient.last_name, '· ' || patient.file_number) as patient
  from clinic left join patient on patient.company_id = clinic.company_id and patient.id = $2
  where clinic.company_id = $1`)

async function headOf({ inClinic, job }: ExportContext, { language, patientId, from, to }: Params): Promise<string> {
  const [row] = await inClinic(tx => tx.sql(names([job.company_id, patientId ?? null])))
  const clinic = (language === 'ar' ? row?.clinic_ar : null) ?? row?.clinic ?? ''
  return pageHead({ language, clinic, patient: row?.patient || null, from, to, madeOn: job.created_at })
}

/** What each had to do with it on each day, to be printed. */
export async function writePage(context: ExportContext, params: Params, out: ExportOut): Promise<void> {
  const { language } = params
  const together = new Map<string, Together>()
  let hasRows = false
  await out.write(await headOf(context, params))
  await eachBatch(
    context,
    params,
    out,
    async (rows, tellingOf) => {
      for (const row of rows) addTo(together, row, tellingOf(row))
    },
    async day => {
      for (const one of together.values()) await out.write(pageRow(rowOf(day, one, language)))
      hasRows ||= together.size > 0
      together.clear()
    },
  )
  await out.write(pageEnd(language, hasRows))
}

/** The patient's copy does not tell people of one role apart. */
function addTo(together: Map<string, Together>, row: RecordRow, telling: Telling): void {
  const { operation, field_scopes: scopes } = row
  const key = telling.copyFor === 'patient' ? recipientOf(telling) : row.caller
  const known = together.get(key) ?? { telling, times: 0, done: new Map() }
  known.times += row.times
  known.done.set(`${operation} ${scopes.join(' ')}`, { operation, scopes })
  together.set(key, known)
}

const rowOf = (day: string, { telling, times, done }: Together, language: Params['language']): PageRow => ({
  ...{ day, times, recipient: recipientOf(telling), purpose: purposeOf(telling) },
  what: toldThings([...done.values()], language),
})
