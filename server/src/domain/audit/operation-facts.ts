import { PERMITTED } from '@clinic/contract/field-rights.ts'
import { operations } from '@clinic/contract/index.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { staffOperations } from '@clinic/contract/staff/index.ts'

/** What a record's operation says of itself, as it is declared now. */
interface OperationFacts {
  /** What kind of records it shows or changes. */
  resource: string
  writes: boolean
  /** The names of the fields that it shows to those who have these field scopes. */
  fieldsShown(scopes: readonly string[]): string[]
}

const SCOPE_KEYS = ['x-required-scope', 'x-masked-without-scope', 'x-replaced-without-scope']

/** The rights that a field asks for, as a record names them. */
function rightsOf(field: unknown): string[] {
  if (!isRecord(field)) return []
  const permitted = PERMITTED in field ? `may:${field[PERMITTED]}` : undefined
  return [...SCOPE_KEYS.map(key => field[key]), permitted].filter(right => typeof right === 'string')
}

const propertiesOf = ({ returns }: Pick<Operation, 'returns'>): Record<string, unknown> => {
  const schema: unknown = returns
  return isRecord(schema) && isRecord(schema.properties) ? schema.properties : {}
}

function resourceOf({ returns }: Operation): string {
  const { object } = propertiesOf({ returns })
  const named: unknown = returns
  if (isRecord(object) && typeof object.const === 'string') return object.const
  return isRecord(named) && typeof named['x-resource'] === 'string' ? named['x-resource'] : 'record'
}

const factsOf = (operation: Operation): OperationFacts => ({
  resource: resourceOf(operation),
  writes: operation.method !== 'GET',
  fieldsShown: scopes =>
    Object.entries(propertiesOf(operation)).flatMap(([name, field]) => {
      return name !== 'object' && rightsOf(field).every(scope => scopes.includes(scope)) ? [name] : []
    }),
})

const FACTS = new Map([...operations, ...staffOperations].map(operation => [operation.id, factsOf(operation)]))
const RESOURCES = new Set([...FACTS.values()].map(({ resource }) => resource))

const APART: Readonly<Record<string, Omit<OperationFacts, 'fieldsShown'>>> = {
  downloadFile: { resource: 'file', writes: false },
  uploadFile: { resource: 'file', writes: true },
  viewPayment: { resource: 'onlinePayment', writes: false },
  viewVisit: { resource: 'appointment', writes: false },
  viewQuotation: { resource: 'quotation', writes: false },
  openQuotation: { resource: 'quotation', writes: true },
  signQuotation: { resource: 'quotation', writes: true },
  viewForm: { resource: 'form_submission', writes: false },
  openForm: { resource: 'form_submission', writes: true },
  answerForm: { resource: 'form_submission', writes: true },
  viewFeedback: { resource: 'appointment', writes: false },
  openFeedback: { resource: 'appointment', writes: true },
  giveFeedback: { resource: 'feedback', writes: true },
  viewReceipt: { resource: 'invoice', writes: false },
  openReceipt: { resource: 'invoice', writes: true },
  printReceiptByLink: { resource: 'invoice', writes: false },
  viewConsent: { resource: 'consent_form', writes: false },
  openConsent: { resource: 'consent_form', writes: true },
  signConsent: { resource: 'consent_form', writes: true },
  answerVisit: { resource: 'appointment', writes: true },
  run_export: { resource: 'exportJob', writes: true },
  end_exports: { resource: 'exportJob', writes: true },
}

/** What assistants call, `list_patients`, says by its name what it reads; what is done without a surface, what it is. */
function factsByName(operation: string): OperationFacts {
  const [, verb, what = ''] = /^(get|list|search)_(.+)$/.exec(operation) ?? []
  const found = [what, what.replace(/s$/, ''), what.split('_', 1)[0] ?? ''].find(name => RESOURCES.has(name))
  const facts = APART[operation] ?? { resource: found ?? 'record', writes: verb === undefined }
  return { ...facts, fieldsShown: () => [] }
}

export const operationFacts = (operation: string): OperationFacts => FACTS.get(operation) ?? factsByName(operation)
