import { isRecord } from '@clinic/contract/json-schema.ts'
import { listOnlinePayments } from '@clinic/contract/online-payments.ts'
import { recordImplementations } from '../api/records.ts'
import { sql } from '../db/statement.ts'
import type { ExportContext } from '../domain/exports/export-kind.ts'
import type { FileStorage } from '../domain/files/file-storage.ts'
import { identified } from '../domain/patients/national-id.ts'
import { changesOfPatient, toldChanges } from '../domain/patients/record-changes.ts'
import type { Implementation } from '../kernel/implement.ts'
import { listRecords } from '../kernel/record-operations.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentOnlinePayment } from '../present/billing.ts'
import { presentPatient } from '../present/patients.ts'

/** A family of records of one patient, as the plugin API shows them to those who may see everything. */
export interface AccessFamily {
  /** As the documentation calls it. */
  name: string
  rows(context: ExportContext, patientId: string): AsyncGenerator<unknown>
}

const PAGE = 100
/** Without the addresses under which they can be paid. */
const onlinePayments = listRecords(
  listOnlinePayments,
  'online_payment',
  presentOnlinePayment(() => ''),
)

/** An address that hands a file out to every bearer has no place among the records. */
const withoutLinks = (row: unknown): unknown => {
  if (!isRecord(row)) return row
  const { downloadUrl: _, files, ...rest } = row
  return Array.isArray(files) ? { ...rest, files: files.map(withoutLinks) } : rest
}

/** All pages of a list, each read in a transaction of its own, so that none lasts long. */
async function* pagesOf(
  { inClinic }: ExportContext,
  { run }: Implementation,
  input: Record<string, unknown>,
): AsyncGenerator<unknown> {
  let cursor: unknown
  do {
    const asked = { ...input, limit: PAGE, ...(typeof cursor === 'string' && { cursor }) }
    const page = await inClinic(tx => run(tx, asked, undefined))
    if (!isRecord(page) || !Array.isArray(page.data)) throw new Error('A list answered no page.')
    yield* page.data.map(withoutLinks)
    cursor = page.hasMore ? page.nextCursor : undefined
  } while (cursor !== undefined)
}

/** Records that no list gives by the patient, by what leads to them: the ids are read, then each record or its list. */
const invoices = sql<{ id: string }>('select id from invoice where company_id = $1 and patient_id = $2 order by id')
const conversations = sql<{ id: string }>(
  'select id from conversation where company_id = $1 and patient_id = $2 order by id',
)
const leads = sql<{ id: string }>('select id from lead where company_id = $1 and patient_id = $2 order by id')
const THROUGH = {
  listOnlinePayments: { ids: invoices, by: 'invoiceId' },
  listEInvoiceSubmissions: { ids: invoices, by: 'invoiceId' },
  getConversation: { ids: conversations, by: 'id' },
  listConversationMessages: { ids: conversations, by: 'id' },
  getLead: { ids: leads, by: 'id' },
} as const
const isThrough = (id: string): id is keyof typeof THROUGH => Object.hasOwn(THROUGH, id)

async function* through(context: ExportContext, implementation: Implementation, patientId: string) {
  const { id: name, answer } = implementation.operation
  if (!isThrough(name)) return
  const { ids, by } = THROUGH[name]
  for (const { id } of await context.inClinic(tx => tx.sql(ids([tx.clinic.id, patientId])))) {
    if (answer === 'page') yield* pagesOf(context, implementation, { [by]: id })
    else yield await context.inClinic(async tx => dataOf(await implementation.run(tx, { [by]: id }, undefined)))
  }
}

const dataOf = (answer: unknown): unknown => (isRecord(answer) ? answer.data : undefined)

/** By what a list is narrowed to a patient, where it is. */
export function patientInput({ path, input }: Implementation['operation']): string | undefined {
  if (path.startsWith('/patients/:id/')) return 'id'
  return 'patientId' in input.properties ? 'patientId' : undefined
}

/** The name of a family in the export: that of the list, `listLabOrders` as `labOrders`. */
const nameOf = (id: string): string => {
  const name = id.replace(/^(list|get)/, '')
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** The file as the API shows it, with what is on it besides. */
async function wholeFile(tx: Tx, id: string): Promise<Record<string, unknown>> {
  const file = await tx.get('patient', id)
  return {
    ...presentPatient(identified(tx, file), tx.clinic),
    phoneNumber2: file.phone_number2,
    title: file.title,
    nationality: file.nationality,
    maritalStatus: file.marital_status,
    identifierType: file.identifier_type,
    details: file.details,
  }
}

const patientFile: AccessFamily = {
  name: 'patient',
  // Also of a file that is deleted or restricted, which the API does not show.
  async *rows({ inClinic }, patientId) {
    yield await inClinic((tx: Tx) => wholeFile(tx, patientId))
  },
}

/** What the file and what is about the patient was before it was changed; a sealed number is opened. */
const earlier: AccessFamily = {
  name: 'changes',
  async *rows({ inClinic }, patientId) {
    yield* await inClinic(async (tx: Tx) =>
      (await changesOfPatient(tx, patientId)).map(({ record_id: id, at, changes }) => ({
        ...{ id, at },
        changes: toldChanges(tx, changes),
      })),
    )
  },
}

/**
 * Every family of the plugin API that says something of a single patient: a list that can be asked for a patient belongs to
 * it as soon as it is declared.
 */
export function accessFamilies(storage: FileStorage): AccessFamily[] {
  const all = [...recordImplementations(storage), onlinePayments]
  const lists = all.flatMap((implementation): AccessFamily[] => {
    const { operation } = implementation
    const by = operation.answer === 'page' ? patientInput(operation) : undefined
    const name = nameOf(operation.id)
    if (by) return [{ name, rows: (context, id) => pagesOf(context, implementation, { [by]: id }) }]
    return isThrough(operation.id) ? [{ name, rows: (context, id) => through(context, implementation, id) }] : []
  })
  return [patientFile, ...lists, earlier]
}
