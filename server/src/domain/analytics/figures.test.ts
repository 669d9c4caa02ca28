import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'

import { startApp } from '../../../test/support/app/harness.ts'
import { pipeline } from '../../../test/support/clinic/lead-stages.ts'
import { newId } from '../../kernel/values/ids.ts'
import { figuresOfEach, type Whose } from './figures.ts'

const app = await startApp()
// Whether a doctor is in two places at the same time, and where a payment goes, are other tests' matters.
for (const [table, rules] of [
  ['appointment', ['appointment_doctor_busy', 'appointment_room_busy']],
  ['payment', ['payment_goes_somewhere', 'payment_on_invoice']],
] as const)
  for (const rule of rules) await app.sql(`alter table ${table} drop constraint ${rule}`)

const MINUTE_MS = 60_000
const BEGIN = Date.parse('2030-01-01T00:00:00Z')
const iso = (minute: number) => new Date(BEGIN + minute * MINUTE_MS).toISOString()
const EVERYTHING = ['invoices', 'payments', 'refunds', 'patients', 'leads', 'conversions', 'appointments'] as const

/** Two branches and two doctors, and where leads come in. */
async function clinicOf() {
  const practice = await app.practice()
  const { clinic, branch, doctor } = practice
  const { fresh } = await pipeline(app, clinic)
  const other = await app.branch(clinic)
  const doctors = [doctor.id, (await app.doctor([branch, other])).id]
  return { ...practice, branches: [branch.id, other.id], doctors, stage: fresh.id }
}
type Scene = Awaited<ReturnType<typeof clinicOf>>

/** What every record is made of, chosen by numbers. */
interface Choice {
  branch: number
  doctor: number
  minute: number
  amount: number
  flag: boolean
}

const of = <Item>(items: readonly Item[], index: number): Item =>
  items[index % items.length] ?? assert.fail('nothing to choose from')
const stamped = ({ clinic, branches }: Scene, { branch, minute }: Choice, prefix: string) => ({
  ...{ company_id: clinic.company_id, id: newId(prefix), branch_id: of(branches, branch) },
  ...{ created_at: iso(minute), updated_at: iso(minute) },
})

const STATUSES = ['OPEN', 'CONFIRMED', 'COMPLETED', 'CANCELED', 'NOSHOW']
const PAID_BY = ['CASH', 'CARD', 'BALANCE']

/** Adds a record to each table in turn. */
const ADD = {
  appointment: (scene: Scene, choice: Choice) =>
    app.insert('appointment', {
      ...stamped(scene, choice, 'apt'),
      ...{ doctor_id: of(scene.doctors, choice.doctor), status: of(STATUSES, choice.amount), is_online: choice.flag },
      ...{ starts_at: iso(choice.minute), ends_at: iso(choice.minute + 1 + (choice.amount % 90)) },
    }),
  invoice: (scene: Scene, choice: Choice) =>
    app.insert('invoice', {
      ...stamped(scene, choice, 'inv'),
      ...{ reference_id: ++references, patient_id: scene.patient.id, doctor_id: of(scene.doctors, choice.doctor) },
      ...{ balance_invoice: choice.flag, subtotal_minor: choice.amount, total_minor: choice.amount },
      ...{ discount_minor: 0, discount_percent: 0, tax_minor: 0, tax_percent: 0, insurance_minor: 0 },
    }),
  payment: (scene: Scene, choice: Choice) =>
    app.insert('payment', {
      ...stamped(scene, choice, 'pay'),
      ...{
        type: of(PAID_BY, choice.amount),
        patient_id: scene.patient.id,
        doctor_id: of(scene.doctors, choice.doctor),
      },
      ...{ amount_minor: choice.amount, applied_minor: 0, balance_minor: choice.amount, tax_minor: 0 },
    }),
  patient: (scene: Scene, choice: Choice) =>
    app.insert('patient', {
      ...stamped(scene, choice, 'pat'),
      ...{ file_number: ++references, first_name: 'Invented', is_lead: choice.flag },
      doctor_id: of(scene.doctors, choice.doctor),
    }),
  async lead(scene: Scene, choice: Choice) {
    const { branch_id: _branch, ...contact } = stamped(scene, choice, 'con')
    await app.insert('contact', { ...contact, name: 'Invented' })
    await app.insert('lead', {
      ...stamped(scene, choice, 'lea'),
      ...{ reference_id: ++references, contact_id: contact.id, stage_id: scene.stage, sort_order: references },
      ...{ assigned_to_id: of(scene.doctors, choice.doctor), staged_at: iso(choice.minute) },
    })
  },
}
let references = 5_000_000

/** Changes of one thing at a time, with the choice's values as $3 and on: branch, doctor, instant, amount, flag. */
const CHANGES = [
  ...['appointment', 'invoice', 'payment', 'patient', 'lead'].map(table => `update ${table} set branch_id = $3`),
  ...['invoice', 'payment', 'patient', 'lead'].map(table => `update ${table} set created_at = $5`),
  ...['appointment', 'invoice', 'payment', 'patient'].map(table => `update ${table} set doctor_id = $4`),
  'update appointment set starts_at = $5, ends_at = $5::timestamptz + (ends_at - starts_at)',
  `update appointment set ends_at = starts_at + interval '1 minute' * (1 + $6::int % 90)`,
  `update appointment set status = ('{OPEN,COMPLETED,CANCELED,NOSHOW}'::text[])[1 + $6::int % 4]`,
  'update appointment set is_online = $7',
  `update appointment set title = 'no figure changes'`,
  'update invoice set paid_minor = least(total_minor, $6::bigint)',
  'update invoice set total_minor = total_minor + $6, subtotal_minor = subtotal_minor + $6',
  'update invoice set balance_invoice = $7',
  'update payment set refunded_at = case when $7 then $5::timestamptz end',
  'update payment set amount_minor = $6',
  `update payment set type = ('{CASH,BALANCE}'::text[])[1 + $6::int % 2]`,
  'update patient set deleted_at = case when $7 then $5::timestamptz end',
  'update patient set is_lead = not is_lead',
  'update lead set journeyed_at = case when $7 then $5::timestamptz end',
  'update lead set assigned_to_id = $4',
  ...['appointment', 'invoice', 'payment', 'lead'].map(table => `delete from ${table}`),
]

const instant = fc.integer({ min: 0, max: 600 })
const choice = fc.record({
  ...{ branch: fc.nat(1), doctor: fc.nat(1), minute: instant, flag: fc.boolean() },
  amount: fc.integer({ min: 1, max: 1_000 }),
})
const step = fc.oneof(
  fc.record({ add: fc.constantFrom(...Object.values(ADD)), choice }),
  fc.record({ change: fc.constantFrom(...CHANGES), nth: fc.nat(3), choice }),
  fc.record({ batches: fc.integer({ min: 1, max: 6 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer Taken> ? Taken : never

/** Changes the clinic's nth record, if it has so many. */
function change(scene: Scene, text: string, nth: number, { branch, doctor, minute, amount, flag }: Choice) {
  const table = text.split(' ')[text.startsWith('delete') ? 2 : 1]
  const values = [of(scene.branches, branch), of(scene.doctors, doctor), iso(minute), amount, flag]
  // The practice's own patient stays as it is, because others refer to it.
  return app.sql(
    `with given as (select $1::text, $2::int, $3::text, $4::text, $5::timestamptz, $6::bigint, $7::boolean)
     ${text} where company_id = $1 and id = (select id from ${table}
       where company_id = $1 and id <> '${scene.patient.id}' order by id offset $2::int limit 1)`,
    [scene.clinic.company_id, nth, ...values],
  )
}

async function take(scene: Scene, one: Step): Promise<void> {
  if ('batches' in one) await app.sql('select roll_up_branch_hours($1)', [one.batches])
  else if ('add' in one) await one.add(scene, one.choice)
  else await change(scene, one.change, one.nth, one.choice)
}

const counted = (table: string, at: string, sum: string, where: string, doctor = 'doctor_id') => `
  (select coalesce(${sum}, 0)::bigint from ${table} where company_id = $1 and ${at} >= $2 and ${at} < $3 and ${where}
    and ($4::text is null or branch_id = $4) and ($5::text is null or ${doctor} = $5))`

/** Every figure counted one by one. */
const PLAIN = `select
  ${counted('invoice', 'created_at', 'sum(total_minor)', 'not balance_invoice')} as invoiced,
  ${counted('invoice', 'created_at', 'sum(total_minor - insurance_minor - paid_minor)', 'not balance_invoice')} as outstanding,
  ${counted('payment', 'created_at', 'sum(amount_minor)', `type <> 'BALANCE'`)} as collected,
  ${counted('payment', 'refunded_at', 'sum(amount_minor)', `type <> 'BALANCE'`)} as refunded,
  ${counted('patient', 'created_at', 'count(*)', 'deleted_at is null and not is_lead')} as new_patients,
  ${counted('lead', 'created_at', 'count(*)', 'true', 'assigned_to_id')} as new_leads,
  ${counted('lead', 'journeyed_at', 'count(*)', 'true', 'assigned_to_id')} as converted,
  ${counted('appointment', 'starts_at', 'count(*)', 'true')} as appointments,
  ${counted('appointment', 'starts_at', 'count(*)', `status = 'COMPLETED'`)} as completed,
  ${counted('appointment', 'starts_at', 'count(*)', `status = 'CANCELED'`)} as canceled,
  ${counted('appointment', 'starts_at', 'count(*)', `status = 'NOSHOW'`)} as noshow,
  ${counted(
    ...(['appointment', 'starts_at', 'sum(extract(epoch from ends_at - starts_at) / 60)'] as const),
    `status not in ('CANCELED', 'NOSHOW') and not is_online`,
  )} as chair_minutes`

async function requireExact(scene: Scene, spans: [number, number][]): Promise<void> {
  const { clinic, branches, doctors } = scene
  const intervals = spans.map(([from, length]) => ({
    start: Date.parse(iso(from)),
    end: Date.parse(iso(from + length)),
  }))
  const clinicOrOne: Whose[] = [{}, { branchId: of(branches, 0) }, { doctorId: of(doctors, 1) }]
  for (const whose of [...clinicOrOne, { branchId: of(branches, 1), doctorId: of(doctors, 0) }]) {
    const figures = await app.write(clinic, tx => figuresOfEach(tx, EVERYTHING, intervals, whose))
    for (const [index, { start, end }] of intervals.entries()) {
      const span = [new Date(start).toISOString(), new Date(end).toISOString()]
      const values = [clinic.company_id, ...span, whose.branchId ?? null, whose.doctorId ?? null]
      assert.deepEqual({ ...figures[index] }, { ...(await app.sql(PLAIN, values))[0] }, JSON.stringify({ whose, span }))
    }
  }
}

test('every change that a figure follows from is noted, each by itself', async () => {
  const scene = await clinicOf()
  for (let place = 0; place < 4; place++)
    for (const add of Object.values(ADD))
      await add(scene, { branch: place, doctor: place, minute: 60 * place + 20, amount: 90 + place, flag: place === 3 })
  const hours = Array.from({ length: 10 }, (_, hour): [number, number] => [60 * hour, 60])
  for (const [index, text] of CHANGES.entries()) {
    for (const nth of [0, 1, 2, 3])
      await change(scene, text, nth, {
        ...{ branch: nth + 1, doctor: nth + 1, minute: 60 * nth + 150 },
        ...{ amount: 100 + nth + index, flag: nth % 2 === 0 },
      })
    await requireExact(scene, hours)
  }
})

test('figures are what a plain count says, whatever was added, changed and deleted, and whenever it was summed up', async () => {
  const spans = fc.array(fc.tuple(instant, fc.integer({ min: 1, max: 400 })), { minLength: 3, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), spans, async (steps, asked) => {
      const scene = await clinicOf()
      for (const one of steps) await take(scene, one)
      await requireExact(scene, asked)
      await app.sql('select recount_branch_hours()')
      await requireExact(scene, asked)
    }),
    { numRuns: 20 },
  )
})
