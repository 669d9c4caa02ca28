import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOOK_REPORTS } from '@clinic/contract/staff/book-reports.ts'
import { INVOICE_STATES } from '@clinic/contract/staff/invoices.ts'
import { LIVE_RESOURCES } from '@clinic/contract/staff/live.ts'
import { ONLINE_STATES } from '@clinic/contract/staff/online-payments.ts'
import { DUE } from '@clinic/contract/staff/tasks.ts'
import { AWAITED } from '@clinic/contract/staff/treatment-approvals.ts'
import type { Implementation } from '../../src/kernel/implement.ts'
import { beginDeltaOfAll } from '../../src/kernel/name-clinic.ts'
import type { Tx } from '../../src/kernel/tx.ts'
import { idTimeMs, newId } from '../../src/kernel/values/ids.ts'
import { booksApi } from '../../src/staff/books-api.ts'
import { claimsApi } from '../../src/staff/claims-api.ts'
import { dayApi } from '../../src/staff/day-api.ts'
import { eInvoiceReportsApi } from '../../src/staff/einvoice-reports-api.ts'
import { feedbackApi } from '../../src/staff/feedback-api.ts'
import { invoicesApi } from '../../src/staff/invoices-api.ts'
import { changed, SEEN, SOURCES } from '../../src/staff/live/changed-records.ts'
import { onlinePaymentsApi } from '../../src/staff/online-payments-api.ts'
import { patientsApi } from '../../src/staff/patients-api.ts'
import { tasksApi } from '../../src/staff/tasks-api.ts'
import { treatmentApprovalsApi } from '../../src/staff/treatment-approvals-api.ts'
import { startApp } from '../support/app/harness.ts'
import { describeAndLoosen } from './catalogue.ts'
import { BIG, FEW, filler } from './fill.ts'
import { blocksOf, describePlan, explain, nodesOf, type Plan, readingOf, sortedBy, visitedBy } from './plan.ts'
import { type Question, questionsOf, WINDOWS } from './questions.ts'

/** With `PLANS=million npm test -- list-plans` each list has a million rows; that takes half an hour. */
const MILLION = process.env.PLANS === 'million'
const ROWS = MILLION ? 1_000_000 : 12_000
const PAGE = 26

const app = await startApp()
const clinic = await app.clinic({ company_id: BIG })
const catalogue = await describeAndLoosen(app)
const { fill, change, found } = filler(app, catalogue)
await found()

/** An event of three weeks ago, which others came after. */
const EVENT = newId('evt', Date.now() - 21 * 86_400_000)
const putEvent = () =>
  app.sql(
    `insert into event (company_id, id, type, created_at, data) values ($1, $2, 'patient.updated', $3, '{}')
     on conflict do nothing`,
    [BIG, EVENT, new Date(idTimeMs(EVENT) ?? 0)],
  )

/** The statement that reads the page itself. */
const READS_PAGE = / limit \$2$/
const TABLE = /\b(?:from|join) (\w+) /g

const asInstalled = (tx: Tx, pii: boolean): Tx => ({
  ...tx,
  caller: { ...tx.caller, id: `installation_${BIG}_0`, holds: () => pii },
})

/** The tables that the list's pages are made of and that grow with the clinic, or with the list. */
async function familyOf(listing: Implementation): Promise<string[]> {
  const [first] = questionsOf(listing.operation, EVENT)
  const { statements } = await app.write(clinic, tx => readingOf(asInstalled(tx, true), listing, first?.input ?? {}))
  const text = statements.find(statement => READS_PAGE.test(statement.text))?.text ?? assert.fail('reads no page')
  const tables = new Set(text.matchAll(TABLE).map(([, table = '']) => table))
  const own = text.match(/from (\w+) t\b/)?.[1]
  return [...tables].filter(table => table === own || (catalogue.has(table) && !(table in FEW)))
}

/**
 * With one condition a page is read off an index that is in its order. Two conditions may pass over rows within an index,
 * and a search has at most a thousand ids to sort.
 */
function faultsOf({ conditions, input }: Question, plan: Plan): string[] {
  const selective = conditions <= 1 && !('searchTerm' in input)
  const [mostRows, mostBlocks] = selective ? [10 * PAGE, 30 * PAGE] : [2_000, 4_000 + ROWS / 40]
  const whole = nodesOf(plan).filter(node => node['Node Type'] === 'Seq Scan' && !(`${node['Relation Name']}` in FEW))
  return [
    ...whole.map(node => `reads the whole of ${node['Relation Name']}`),
    ...(visitedBy(plan) > mostRows ? [`visits ${visitedBy(plan)} rows`] : []),
    ...(sortedBy(plan) > mostRows ? [`sorts ${sortedBy(plan)} rows`] : []),
    ...(blocksOf(plan) > mostBlocks ? [`reads ${blocksOf(plan)} blocks`] : []),
  ]
}

interface Examination {
  faults: string[]
  asked: number
  /** Blocks and milliseconds of the statement that looked at most, and of the one that took longest. */
  most: number
  slowest: number
}

/** What is wrong with how the list is read, for everything that it may be asked, first pages and those that follow. */
async function examine(listing: Implementation, pii: boolean): Promise<Examination> {
  const questions = questionsOf(listing.operation, EVENT)
  const faults: string[] = []
  let [most, slowest] = [0, 0]
  for (let question = questions.shift(), asked = 1; question; question = questions.shift(), asked++) {
    const { input, conditions } = question
    const { nextCursor } = await app.write(clinic, async tx => {
      const reading = await readingOf(asInstalled(tx, pii), listing, input)
      for (const statement of reading.statements)
        for (const mode of ['generic', 'custom'] as const) {
          const { plan, ms } = await explain(tx, statement, mode)
          most = Math.max(most, blocksOf(plan))
          slowest = Math.max(slowest, ms)
          const what = `${mode}${pii ? '' : ', no PII'}, ${JSON.stringify(input)}: ${describePlan(plan)}`
          faults.push(...faultsOf({ input, conditions }, plan).map(fault => `${fault}: ${what}`))
        }
      return reading
    })
    if (nextCursor && !('cursor' in input)) questions.push({ conditions, input: { ...input, cursor: nextCursor } })
    if (questions.length === 0) return { faults, asked, most, slowest }
  }
  return assert.fail('asks nothing')
}

const listings = app.app.implementations.filter(({ operation }) => operation.answer === 'page')

for (const listing of listings) {
  const { id, input } = listing.operation
  test(`${id} reads every page off an index, whatever narrows it: never a whole table or clinic`, async t => {
    const family = await familyOf(listing)
    for (const table of family) await fill(table, ROWS)
    if (family.includes('event')) await putEvent()
    for (const pii of 'searchTerm' in input.properties ? [true, false] : [true]) {
      const { faults, asked, most, slowest } = await examine(listing, pii)
      const costs = `at most ${most} blocks and ${Math.ceil(slowest)} ms`
      t.diagnostic(`${asked} questions to ${ROWS} rows of ${family}: ${costs}`)
      assert.deepEqual(faults, [])
    }
    if (MILLION) for (const table of family) await fill(table, FEW[table] ?? 20)
  })
}

const LOGIN = { secondFactorAt: null, confirmedUntil: null, address: '::1' }
const MEMBER = { name: 'Any', role: 'owner', practitionerId: null, ...LOGIN } as const

const SIGHTS = [
  { allBranches: true, branchIds: [] },
  { allBranches: false, branchIds: [`branch_${BIG}_3`] },
]

/** What is wrong with how members who see every branch, or one, are answered these inputs. */
async function examineAsked(listing: Implementation, inputs: readonly object[]) {
  const faults: string[] = []
  let most = 0
  for (const sight of SIGHTS)
    for (const input of inputs)
      await app.write(clinic, async tx => {
        const person = { ...MEMBER, practitionerId: `practitioner_${BIG}_3`, sight }
        const asked = { ...tx, caller: { ...tx.caller, person } }
        for (const statement of (await readingOf(asked, listing, { ...input })).statements)
          for (const mode of ['generic', 'custom'] as const) {
            const { plan } = await explain(tx, statement, mode)
            most = Math.max(most, blocksOf(plan))
            const what = `${listing.operation.id} ${mode} ${JSON.stringify(input)}, ${sight.branchIds}: ${describePlan(plan)}`
            faults.push(...faultsOf({ conditions: 2, input: {} }, plan).map(fault => `${fault}: ${what}`))
          }
      })
  return { faults, most }
}
const oneOf = (some: readonly Implementation[], id: string) =>
  some.find(({ operation }) => operation.id === id) ?? assert.fail(id)

test('staff find patients off indexes alone, whether they see every branch or one, by whatever they type', async t => {
  for (const table of ['patient', 'appointment', 'invoice', 'patient_alert', 'patient_suspect']) await fill(table, ROWS)
  const terms = ['ahmed', '6f4922', 'f2 sara', '0501234567', '1234', '77', 'xx'].map(q => ({ q }))
  const flags = ['balance', 'alert', 'suspect'].map(flag => ({ flag }))
  for (const [id, inputs] of [
    ['searchClinic', terms],
    ['searchPatients', [...terms, ...flags]],
  ] as const) {
    const { faults, most } = await examineAsked(oneOf(patientsApi, id), inputs)
    t.diagnostic(`${id}: at most ${most} blocks among ${ROWS} patients`)
    assert.deepEqual(faults, [])
  }
})

test('the board of tasks is read off indexes alone, whatever view of it', async t => {
  await fill('task', ROWS)
  await change(
    'task',
    "due_at = null, completed_at = now(), status = 'COMPLETED' where company_id = $1 and sort_order % 40 > 0",
  )
  const views = [
    ...[{}, { open: true }, { open: true, mine: true }, { open: true, branchId: `branch_${BIG}_3` }, { mine: true }],
    ...[{ status: 'OPEN' }, { patientId: `patient_${BIG}_3` }, ...DUE.map(due => ({ due }))],
  ]
  const { faults, most } = await examineAsked(oneOf(tasksApi, 'listBoardTasks'), views)
  t.diagnostic(`at most ${most} blocks among ${ROWS} tasks`)
  assert.deepEqual(faults, [])
})

test('the staff finds invoices and payments off indexes alone, whether it sees every branch or one', async t => {
  for (const table of ['patient', 'appointment', 'invoice', 'payment']) await fill(table, ROWS)
  await change(
    'invoice',
    `released_at = case when reference_id % 400 = 0 then null else created_at end,
       total_minor = case when reference_id % 500 = 0 then 9 else total_minor end where company_id = $1`,
  )
  await change(
    'invoice',
    'subtotal_minor = 0, discount_minor = 0, tax_minor = 0, total_minor = 0, insurance_minor = 0, paid_minor = 0, voided_at = now() where company_id = $1 and reference_id % 300 = 0',
  )
  await change('payment', 'refunded_at = now() where company_id = $1 and hashtext(id) % 500 = 0')
  const places = [
    {},
    { branchId: `branch_${BIG}_3` },
    { doctorId: `practitioner_${BIG}_3` },
    { patientId: `patient_${BIG}_3` },
  ]
  const states = INVOICE_STATES.flatMap(state => places.map(place => ({ ...place, state })))
  const windows = WINDOWS.flatMap(span => [
    span,
    { ...span, state: 'OPEN' },
    { ...span, patientId: `patient_${BIG}_3` },
  ])
  const [atBranch, ofPatient] = [places[1] ?? {}, places[3] ?? {}]
  const kinds = [{ type: 'CARD' }, { type: 'INSURANCE' }, { refunded: true }, { invoiceId: `invoice_${BIG}_3` }]
  for (const [id, inputs] of [
    ['listClinicInvoices', [...places, ...states, ...windows, { number: 77 }]],
    [
      'listClinicPayments',
      [{}, atBranch, ofPatient, ...WINDOWS, ...kinds, ...kinds.map(kind => ({ ...kind, ...atBranch }))],
    ],
  ] as const) {
    const { faults, most } = await examineAsked(oneOf(invoicesApi, id), inputs)
    t.diagnostic(`${id}: at most ${most} blocks among ${ROWS}`)
    assert.deepEqual(faults, [])
  }
})

test('the staff finds links to pay by, and reports to the authority, off indexes alone', async t => {
  for (const table of ['patient', 'appointment', 'invoice', 'online_payment', 'einvoice_submission'])
    await fill(table, ROWS)
  const [atBranch, ofInvoice] = [{ branchId: `branch_${BIG}_3` }, { invoiceId: `invoice_${BIG}_3` }]
  const states = ONLINE_STATES.map(state => ({ state }))
  const reports = [{ failed: true }, { waiting: true }, { status: 'SUBMITTED' }, ofInvoice]
  for (const [api, id, inputs] of [
    [
      onlinePaymentsApi({ gateways: { connect: () => undefined }, linkOf: token => token }),
      'listClinicOnlinePayments',
      [{}, atBranch, ofInvoice, ...states, ...WINDOWS],
    ],
    [eInvoiceReportsApi, 'listEInvoiceReports', [{}, ...reports, ...WINDOWS]],
  ] as const) {
    const { faults, most } = await examineAsked(oneOf(api, id), inputs)
    t.diagnostic(`${id}: at most ${most} blocks among ${ROWS}`)
    assert.deepEqual(faults, [])
  }
})

test('claims, what can be claimed, what patients said, and what is owed and reported are read off indexes alone', async t => {
  for (const table of ['patient', 'appointment', 'invoice', 'invoice_line', 'claim', 'claim_item', 'feedback'])
    await fill(table, ROWS)
  for (const table of ['payment', 'income', 'expense', 'credit_note', 'treasury_movement']) await fill(table, ROWS)
  // Nearly all claims of years are settled.
  await change(
    'claim',
    `status = 'FULLY_CLAIMED', rejected_minor = 0, received_minor = total_minor - prompt_payment_minor
     where company_id = $1 and hashtext(id) % 40 <> 0`,
  )
  // Insurers were asked about few of all treatments.
  await fill('treatment', ROWS)
  await change(
    'treatment',
    'approved = false, approved_at = null, approval_required = hashtext(id) % 400 = 0 where company_id = $1',
  )
  await change('procedure', 'approval_required = hashtext(id) % 4 = 0, covered = true where company_id = $1')
  const [atBranch, ofInsurer] = [{ branchId: `branch_${BIG}_3` }, { insuranceCompanyId: `insurance_company_${BIG}_3` }]
  const [day] = new Date(Date.now() - 40 * 86_400_000).toISOString().split('T')
  const span = { from: day, to: day }
  const places = [{}, atBranch]
  for (const [api, id, inputs] of [
    [claimsApi, 'listClinicClaims', [...places, ofInsurer, { open: true }, { followUp: true }, ...WINDOWS]],
    [feedbackApi, 'listClinicFeedback', [...places, { doctorId: `practitioner_${BIG}_3` }, { rating: 1 }, ...WINDOWS]],
    [treatmentApprovalsApi, 'listTreatmentApprovals', [{}, ofInsurer, ...AWAITED.map(approval => ({ approval }))]],
    [claimsApi, 'getBillable', [{ ...atBranch, ...ofInsurer, ...span }]],
  ] as const) {
    const { faults, most } = await examineAsked(oneOf(api, id), inputs)
    t.diagnostic(`${id}: at most ${most} blocks among ${ROWS}`)
    assert.deepEqual(faults, [])
  }
  // These sum up all that there is of a span, or all that is owed.
  for (const [api, id, inputs] of [
    [claimsApi, 'getAging', places],
    [booksApi, 'getBookReport', BOOK_REPORTS.map(report => ({ report, ...span }))],
  ] as const) {
    const { faults, most } = await examineAsked(oneOf(api, id), inputs)
    t.diagnostic(`${id}: at most ${most} blocks among ${ROWS}`)
    assert.deepEqual(
      faults.filter(fault => fault.startsWith('reads the whole of')),
      [],
    )
  }
})

test('the stream reads what has changed, and who of it is or was in sight, off indexes alone', async t => {
  const growing = Object.values(SOURCES).flatMap(({ table }) => (table === 'clinic' || table in FEW ? [] : [table]))
  await fill('practitioner_branch', FEW.practitioner ?? 0)
  for (const table of [...growing, 'record_change', 'patient_alert', 'encounter_draft', 'held_move'])
    await fill(table, ['practitioner_time_off', 'room_block'].includes(table) ? 2_000 : ROWS)
  const since = new Date(Date.now() - 60_000).toISOString()
  const seen = LIVE_RESOURCES.flatMap(resource => {
    const { table } = SOURCES[resource]
    const ids = Array.from({ length: 100 }, (_, n) => `${table}_${BIG}_${n}`)
    return growing.includes(table) ? (SEEN[resource]?.([BIG, ids, [`branch_${BIG}_3`], since]) ?? []) : []
  })
  await app.write(clinic, async tx => {
    await tx.sql(beginDeltaOfAll([BIG]))
    for (const statement of [changed([BIG, since, 'infinity']), ...seen])
      for (const mode of ['generic', 'custom'] as const) {
        const { plan } = await explain(tx, statement, mode)
        t.diagnostic(`${mode}: ${blocksOf(plan)} blocks`)
        assert.deepEqual(faultsOf({ conditions: 2, input: {} }, plan), [], `${mode}: ${describePlan(plan)}`)
      }
  })
})

const CARDS = 120
/** What a card is made of: of each the rows of its own patient, and no other's. */
const OF_CARDS = ['appointment', 'patient', 'held_move', 'invoice', 'consent_form', 'lab_order', 'patient_alert']

test('a day is one message of few statements, which read its own visits and what their patients have, off indexes alone', async t => {
  for (const table of OF_CARDS) await fill(table, ROWS)
  for (const table of ['practitioner_time_off', 'room_block']) await fill(table, 2_000)
  for (const table of ['practitioner', 'practitioner_branch', 'practitioner_shift'])
    await fill(table, FEW.practitioner ?? 0)
  const operation = dayApi.find(one => one.operation.id === 'getDay') ?? assert.fail()
  const date = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  const branch = { branchId: `branch_${BIG}_1`, date }
  await change(
    'appointment',
    `starts_at = $3::timestamptz + '9 hours', ends_at = $3::timestamptz + '10 hours' where ctid = any (array(
       select ctid from appointment where company_id = $1 and branch_id = $2 order by id limit ${CARDS}))`,
    [branch.branchId, `${date}T00:00:00Z`],
  )
  const rows: number[] = []
  for (const input of [branch, { ...branch, doctorId: `practitioner_${BIG}_3`, days: 7 }])
    await app.write(clinic, async tx => {
      const { statements } = await readingOf(tx, operation, input)
      assert.ok(statements.length <= 4, `${statements.length} statements`)
      for (const statement of statements)
        for (const mode of ['generic', 'custom'] as const) {
          const { plan } = await explain(tx, statement, mode)
          const cards = plan['Actual Rows']
          rows.push(cards)
          t.diagnostic(`${mode}: ${blocksOf(plan)} blocks for ${cards} rows`)
          const what = `${JSON.stringify(input)}, ${mode}: ${describePlan(plan)}`
          const whole = nodesOf(plan).filter(
            node => node['Node Type'] === 'Seq Scan' && !(`${node['Relation Name']}` in FEW),
          )
          assert.deepEqual(whole, [], what)
          assert.ok(blocksOf(plan) <= 200 + 30 * cards, `${blocksOf(plan)} blocks for ${cards} rows: ${what}`)
        }
    })
  assert.ok(Math.max(...rows) >= CARDS)
})
