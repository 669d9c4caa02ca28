import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord, type JsonSchema } from '@clinic/contract/json-schema.ts'
import { type Operation, pathNames } from '@clinic/contract/kernel.ts'
import { openThread } from '../../src/domain/conversations/thread.ts'
import { addInsurer } from '../../src/domain/insurance/insurer.ts'
import { PLATFORM } from '../../src/kernel/platform-facts.ts'
import type { Answer, Loose } from '../support/app/api-client.ts'
import { startApp } from '../support/app/harness.ts'
import type { Scene } from '../support/clinic/fixture.ts'
import { eventually } from '../support/eventually.ts'
import { inputFor, proven } from './input-for.ts'
import { call } from './scene.ts'
import { surfaces } from './surfaces.ts'

const app = await startApp()
// Scenes are open before the first test is told: the app ends with the last one that was.
const scenes = await Promise.all(surfaces.map(async surface => [surface, await surface.open(app)] as const))

/** Reads that leave no record, by why not. Every other read leaves one, whatever it finds; every write leaves one. */
const UNRECORDED: Record<string, readonly string[]> = {
  'what the clinic offers, and when': [
    'getAvailability',
    'getClinic',
    'listBranches',
    'getBranch',
    'listPractitioners',
    ...['listFreeSlots', 'getBlock', 'listClinicBranches', 'getShifts', 'listClinicPractitioners', 'listReminderRules'],
    'getClinicSettings',
  ],
  'a list that patients are not on': [
    ...[
      'listClinicProcedures',
      'listProcedureGroups',
      'listConsentTemplates',
      'listNoteTemplates',
      'listClinicMedications',
    ],
    ...['listProcedures', 'listMedications', 'listReferenceMedications', 'listLabs', 'listLabItems', 'listForms'],
    ...['listClinicForms', 'listFormVersions'],
    ...['listInsuranceCompanies', 'getInsuranceCompany', 'listInsurancePolicies', 'listPolicyClasses'],
    'listOrderableLabs',
    ...['listInsurers', 'listInsurerPolicies', 'listInsuredClasses'],
    ...['listLeadStages', 'listLeadSources', 'listLeadRejectReasons', 'listMessageTemplates', 'listTemplatesToSend'],
  ],
  'stock and money that is nobody’s': [
    ...['listInventoryItems', 'getInventoryItem', 'listInventoryOrders', 'getInventoryOrder'],
    ...['listExpenses', 'listTreasuries', 'getTreatmentSupplies'],
    ...['listStockItems', 'getProcedureSupplies'],
  ],
  'figures over many patients': ['getAnalyticsSummary', 'getAnalyticsTimeseries'],
  'the plugin’s own installation': [
    ...['getInstallation', 'listWebhookEndpoints', 'getWebhookEndpoint', 'listWebhookDeliveries'],
  ],
  'what plugins ask for, and what the clinic granted them': [
    ...['listCatalogue', 'getCatalogueEntry', 'getConsent', 'listInstalledPlugins', 'getInstalledPlugin'],
    ...['getPluginUpgrade', 'listConsentReceipts', 'listPluginTokens', 'listPluginEndpoints'],
    ...['getPluginsState', 'listInstallRequests', 'getPluginHealth', 'getScopeUse', 'listSettingTemplates'],
    ...['listPluginRequests', 'listDeliveries', 'countMissedEvents', 'listRecoveries'],
  ],
  'seals, which say nothing of anybody': ['listAuditHeads', 'listAuditDays', 'getAuditVerification'],
  'the person’s own login': ['getSession', 'listSessions', 'getSecondFactor', 'getInvitation', 'getRegistration'],
  'publishers, their people and their keys': [
    ...['listOwnPublishers', 'getPublisher', 'listPublisherMembers', 'listPublisherKeys'],
    ...['listExams', 'getExam'],
    ...['listOwnPlugins', 'listOwnVersions', 'getOwnVersion', 'listOwnInstallations', 'getOwnInstallation'],
    ...['listOwnTokens', 'listOwnEndpoints', 'listOwnDeliveries', 'countOwnMissedEvents', 'listOwnRecoveries'],
    ...['listOwnRequests', 'findDeviceLogin', 'listInstallLinks'],
    ...['getPlatformRoles', 'listReviews', 'getReview', 'listPlatformPlugins'],
  ],
  'the clinic’s people and their assistants': [
    ...['listMembers', 'listInvitations', 'listConnections', 'listClinicConnections', 'listAccesses'],
    ...['listClinicAccesses', 'getRetention', 'getAssistantPolicy', 'getClinicSecurity', 'getWorkplace'],
  ],
  'what the clinic keeps, earns and spends, which names no patient': [
    ...['listKeptTreasuries', 'listTreasuryMovements', 'listBookedExpenses'],
    ...['previewDayClose', 'listDayCloses', 'listClinicClaims', 'getEInvoiceQueue'],
  ],
  'when the practice is there, and by which rules it runs its day': ['getDayRules', 'getMoneySettings'],
  'the time of a sandbox clinic, and what goes wrong there on purpose': [
    ...['getSandboxClock', 'getSandboxFaults', 'getSandboxTime', 'getSandboxSwitch', 'listSandboxEventTypes'],
    'getPluginFaults',
  ],
  'what the clinic was warned of, which names no patient': ['listSecurityEvents', 'getSecuritySettings'],
}
const unrecorded = new Set(Object.values(UNRECORDED).flat())
const reads = (operation: Operation): boolean => operation.method === 'GET' || operation.reads === true

interface Recorded {
  company_id: string
  caller: string
  operation: string
  address: string
  resource_ids: string[]
  patient_ids: string[]
  changed_fields: string[] | null
  search_fields: string[] | null
  result_count: number | null
  code: string | null
  times: number
}
const recordsOf = ({ headers }: Answer<Loose>) =>
  app.sql<Recorded & Record<string, unknown>>('select * from audit_record where request_id = $1', [
    headers.get('service-request-id'),
  ])

/** The one record of an answer, in the clinic and of the caller; what anybody can ask for is recorded a moment later. */
async function recordOf(operation: Operation, answer: Answer<Loose>, company: string, callers: RegExp) {
  const isOneRecord = async () => (await recordsOf(answer)).length === 1
  if (operation.access.by === 'anybody') await eventually(isOneRecord, true)
  // What is done to all clinics is recorded in each of them, too.
  const all = await recordsOf(answer)
  const [record, ...others] = company === PLATFORM.id ? all.filter(one => one.company_id === company) : all
  assert.ok(record, 'It has left no record.')
  assert.deepEqual(others, [])
  const { caller, ...rest } = record
  assert.match(caller, callers)
  const { company_id, address, code, times } = rest
  const expected = [company, operation.id, '127.0.0.1', null, 1]
  assert.deepEqual([company_id, rest.operation, address, code, times], expected)
  return record
}

async function succeed(operation: Operation, scene: Scene, input: Record<string, unknown>): Promise<Answer<Loose>> {
  const answer = await call(scene.api, operation, input)
  assert.equal(answer.status, operation.status, answer.text)
  return answer
}

const itemsOf = ({ body }: Answer<Loose>) => [body.data].flat().filter(isRecord)

/** A patient is one, a record names one, and an event, or what is about one, is about the one that its data are about. */
function patientOf({ object, id, patientId, data, event }: Record<string, unknown>): unknown {
  const within = isRecord(data) ? data : event
  return object === 'patient' ? id : (patientId ?? (isRecord(within) ? patientOf(within) : undefined))
}
const patientsOf = (answer: Answer<Loose>): string[] =>
  itemsOf(answer)
    .map(patientOf)
    .filter(id => typeof id === 'string')

/** Filters, and nothing else, are what a list was asked by. */
const filtersIn = ({ path }: Operation, input: Record<string, unknown>): string[] =>
  Object.keys(input)
    .filter(name => !['cursor', 'limit', ...pathNames(path)].includes(name))
    .sort()

/** An input by which a list finds nothing. */
const NOTHING: Record<string, (scene: Scene) => Promise<Record<string, unknown>>> = {
  listEvents: async () => ({ type: 'patient.deleted' }),
  listClinicEvents: async () => ({ type: 'patient.deleted' }),
  listConversationMessages: async ({ clinic, next }) => ({
    id: (await app.write(clinic, tx => openThread(tx, { phone: `+96650${String(next()).padStart(7, '0')}` }))).id,
  }),
  listAuditRecords: async () => ({ requestId: 'req_none' }),
  listPatientSuspects: async ({ clinic }) => {
    await app.sql("update patient_suspect set state = 'DISMISSED' where company_id = $1", [clinic.company_id])
    return {}
  },
  listDiscountApprovals: async ({ clinic }) => {
    await app.sql("update discount_approval set expires_at = '2020-01-01' where company_id = $1", [clinic.company_id])
    return {}
  },
  listTreatmentApprovals: async ({ clinic }) => ({
    insuranceCompanyId: (await app.write(clinic, tx => addInsurer(tx, { name: 'Asked about nothing' }))).id,
  }),
  listClinicInvoices: async () => ({ number: 2_000_000_000 }),
  listWaitingConsents: async ({ clinic }) => {
    await app.sql('update consent_form set sign_required = false where company_id = $1', [clinic.company_id])
    return {}
  },
  listClinicQuotations: async () => ({ from: '2099-01-01T00:00:00Z' }),
  listClinicFeedback: async () => ({ from: '2099-01-01T00:00:00Z' }),
  listClinicLabOrders: async () => ({ status: 'delivered' as const }),
  listClinicPayments: async () => ({ from: '2099-01-01T00:00:00Z' }),
  listClinicOnlinePayments: async () => ({ from: '2099-01-01T00:00:00Z' }),
  listEInvoiceReports: async () => ({ from: '2099-01-01T00:00:00Z' }),
  listBookedIncomes: async () => ({ from: '2099-01-01T00:00:00Z' }),
  searchPatients: async () => ({ q: 'no patient has this name' }),
  listWaitList: async () => ({ state: 'REMOVED' as const }),
  listBoardTasks: async () => ({ status: 'CANCELED' as const }),
  listRestrictedPatients: async () => ({ held: true }),
  listExports: async ({ clinic }) => {
    await app.sql('delete from export_job where company_id = $1', [clinic.company_id])
    return {}
  },
  listDisclosures: async ({ branch }) => ({ id: (await app.patient(branch)).id }),
  listNotices: async ({ clinic }) => {
    await app.sql('update clinic_notice set read_at = now() where company_id = $1', [clinic.company_id])
    return {}
  },
}
async function findingNothing(operation: Operation, scene: Scene): Promise<Record<string, unknown>> {
  const given = await inputFor(operation, scene)
  const own = NOTHING[operation.id]
  const { path, input } = operation
  const isOfPatient = path.startsWith('/patients/:id/') && !('updatedAfter' in input.properties)
  if (!own && isOfPatient) return { id: (await app.patient(scene.branch)).id }
  return own ? own(scene) : { ...given, updatedAfter: '2099-01-01T00:00:00Z' }
}

/** The names by which a field may be called: those of the input, of the answer, and of what the operation declares. */
function namesIn({ input, returns, changes = [], bodyKey }: Operation): RegExp {
  const shown: JsonSchema = { ...returns }
  const names = [...Object.keys(input.properties), ...Object.keys(shown.properties ?? {}), ...changes]
  return new RegExp(`^(${names.join('|')})$${bodyKey ? `|^${bodyKey}\\.\\w+$` : ''}`)
}

test('what leaves no record is listed with its reason, and nothing else is', () => {
  const all = surfaces.flatMap(({ operations }) => operations.filter(reads).map(({ id }) => id))
  assert.deepEqual(
    [...unrecorded].filter(id => !all.includes(id)),
    [],
  )
})

for (const [surface, scene] of scenes) {
  const company = scene.clinic.company_id

  for (const operation of surface.operations.filter(proven)) {
    if (!reads(operation))
      test(`${operation.id} leaves one record, which names the fields that it changed and no value`, async () => {
        const input = await inputFor(operation, scene)
        const answer = await succeed(operation, scene, input)
        const where = (await surface.recordedIn?.(scene, answer)) ?? company
        const record = await recordOf(operation, answer, where, surface.callers)
        assert.ok(record.changed_fields && record.changed_fields.length > 0, 'What it changes, it should declare.')
        for (const name of record.changed_fields) assert.match(name, namesIn(operation))
        assert.deepEqual([record.search_fields, record.result_count], [null, null])
        assert.ok(record.resource_ids.length > 0)
        for (const { id } of itemsOf(answer)) if (id !== undefined) assert.ok(record.resource_ids.includes(String(id)))
        for (const id of patientsOf(answer)) assert.ok(record.patient_ids.includes(id), id)
        if (input.patientId) assert.deepEqual(record.patient_ids, [input.patientId])
      })
    else if (unrecorded.has(operation.id))
      test(`${operation.id} leaves no record`, async () => {
        assert.deepEqual(await recordsOf(await succeed(operation, scene, await inputFor(operation, scene))), [])
      })
    else
      test(`${operation.id} leaves one record of what it shows, by ids and the names of the filters`, async () => {
        const input = await inputFor(operation, scene)
        const answer = await succeed(operation, scene, input)
        const items = itemsOf(answer)
        assert.ok(items.length > 0)
        const record = await recordOf(operation, answer, company, surface.callers)
        assert.deepEqual(
          record.resource_ids,
          items.flatMap(({ id }) => (id === undefined ? [] : [id])),
        )
        for (const id of patientsOf(answer)) assert.ok(record.patient_ids.includes(id), id)
        assert.deepEqual([...new Set(record.patient_ids)], record.patient_ids)
        assert.equal(record.changed_fields, null)
        if (operation.answer === 'one') return assert.equal(record.search_fields, null)
        assert.deepEqual(record.search_fields?.toSorted(), filtersIn(operation, input))
        assert.equal(record.result_count, items.length)
      })

    if (reads(operation) && !unrecorded.has(operation.id) && operation.answer !== 'one')
      test(`${operation.id} leaves one record when it finds nothing, too`, async () => {
        const input = await findingNothing(operation, scene)
        const answer = await succeed(operation, scene, input)
        assert.deepEqual(answer.body.data, [])
        const record = await recordOf(operation, answer, company, surface.callers)
        assert.deepEqual([record.resource_ids, record.result_count], [[], 0])
        assert.deepEqual(record.search_fields?.toSorted(), filtersIn(operation, input))
      })
  }
}

test('a record of what names an invoice or a payment names the patient whose it is', async () => {
  const [, scene] = scenes[0] ?? assert.fail()
  const THROUGH = [
    ...['createPaymentLink', 'listOnlinePayments', 'getOnlinePayment', 'getClaim', 'listClaims'],
    ...['listEInvoiceSubmissions', 'getEInvoiceSubmission'],
  ]
  for (const operation of surfaces[0]?.operations.filter(({ id }) => THROUGH.includes(id)) ?? []) {
    const [record] = await recordsOf(await succeed(operation, scene, await inputFor(operation, scene)))
    assert.ok(record?.patient_ids.includes(scene.patient.id), operation.id)
  }
})
