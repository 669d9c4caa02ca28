import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approveDiscount, askForDiscount, getDiscountApproval } from '@clinic/contract/staff/discount-approvals.ts'
import { getPatientPlan } from '@clinic/contract/staff/plan.ts'
import {
  createQuotations,
  getClinicQuotation,
  listClinicQuotations,
  renewQuotation,
  updateQuotation,
  withdrawQuotation,
} from '@clinic/contract/staff/quotations.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { openStaffScene, staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { addTreatment } from '../domain/clinical/add-treatment.ts'
import { signQuotation } from '../domain/clinical/sign-quotation.ts'
import { addInsurer } from '../domain/insurance/insurer.ts'

const app = await startApp()
const { clinic, branch, doctor, patient, api } = await openStaffScene(app)
const about = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id }

const plan = async (priceMinor: number, wish: object = {}) => {
  const wanted = { ...about, name: 'Crown', priceMinor, ...wish }
  return (await app.write(clinic, tx => addTreatment(tx, wanted))).treatment.id
}
const clientAs = async (role: string) => {
  const { cookie } = await staffMember(app, clinic, role)
  return staffClient(app, () => cookie)
}
async function quoted(treatments: readonly string[][], wish: object = {}) {
  const options = treatments.map((treatmentIds, place) => ({ label: 'ABC'.charAt(place), treatmentIds, ...wish }))
  const { status, body, text } = await api.call(createQuotations, { ...about, options })
  assert.equal(status, 201, text)
  return body.data.options
}
const sheetOf = async (id: string | undefined) => (await api.call(getClinicQuotation, { id: id ?? '' })).body.data
const change = (input: { id: string; [field: string]: unknown }, version: number) =>
  api.call(updateQuotation, input, { headers: { 'if-match': `"${version}"` } })
const eventsOf = (ids: readonly string[]) =>
  app.sql<{ type: string; id: string }>(
    `select type, data->>'id' as id from event where company_id = $1 and data->>'id' = any($2) order by id, type`,
    [clinic.company_id, ids],
  )
const treatments = (ids: readonly string[]) =>
  app.sql<{ id: string; status: string; quotation_id: string | null; discount_minor: number; total_minor: number }>(
    `select id, status, quotation_id, discount_minor, total_minor from treatment where company_id = $1 and id = any($2)
     order by array_position($2, id)`,
    [clinic.company_id, ids],
  )

test('up to three options are made side by side, each a quotation that plugins hear of; lines add up to the whole', async () => {
  const [both, onlyB] = [await plan(100_01), await plan(33_33)]
  const made = await quoted([[both], [both, onlyB], [onlyB]], { discountPercent: 7.5, diagnosticFee: 10.01 })
  assert.deepEqual(
    made.map(({ optionLabel, state, groupId, versionNum }) => [optionLabel, state, groupId, versionNum]),
    ['A', 'B', 'C'].map(label => [label, 'DRAFT', made[0]?.id, 1]),
  )
  for (const { lines, total, tax, discount, insurance, due } of made) {
    const sum = (name: 'total' | 'tax' | 'discount' | 'due') =>
      Math.round(lines.reduce((whole, line) => whole + line[name], 0) * 100) / 100
    assert.deepEqual([sum('total'), sum('tax'), sum('discount'), sum('due')], [total, tax, discount, due])
    assert.deepEqual([lines.at(-1)?.treatmentId, insurance], [null, 0])
  }
  const heard = await eventsOf(made.map(({ id }) => id))
  assert.deepEqual(
    heard.map(({ type }) => type),
    ['quotation.created', 'quotation.created', 'quotation.created'],
  )
  const rows = await treatments([both, onlyB])
  assert.deepEqual(
    rows.map(({ quotation_id }) => quotation_id),
    [made[0]?.id, made[1]?.id],
  )
})

test('lines are copied: a price that changes meanwhile is not theirs, until what is offered is said anew, as the next version', async () => {
  const crown = await plan(100_00)
  const [made] = await quoted([[crown]])
  const id = made?.id ?? ''
  await app.sql(
    'update treatment set price_minor = 20000, amount_minor = 20000, tax_minor = 3000, total_minor = 23000 where id = $1',
    [crown],
  )
  const sheet = await sheetOf(id)
  assert.deepEqual([sheet.total, sheet.versionNum, sheet.validUntil?.length], [115, 1, 10])
  assert.equal((await change({ id, treatmentIds: [crown] }, sheet.version)).status, 200)
  const after = await sheetOf(id)
  assert.deepEqual([after.total, after.versionNum, after.options[0]?.lines[0]?.price], [230, 2, 200])
  assert.equal((await change({ id, notes: 'Two visits' }, sheet.version)).status, 200)
  const meanwhile = await change({ id, treatmentIds: [crown] }, sheet.version)
  assert.equal(meanwhile.body.error?.code, 'changed_meanwhile')
})

test('a discount is one that the member may give: a receptionist 10 %, with who may approve more', async () => {
  const desk = await clientAs('receptionist')
  const offer = async (discountPercent: number) =>
    desk.call(createQuotations, {
      ...about,
      options: [{ label: 'A', treatmentIds: [await plan(10_000)], discountPercent }],
    })
  assert.equal((await offer(10)).status, 201)
  const refused = await offer(12)
  assert.deepEqual([refused.status, refused.body.error?.code], [422, 'discount_above_limit'])
  assert.match(refused.text, /"limitPercent":10/)
  const own = await app.sql(
    `select count(*)::int as n from quotation where company_id = $1 and option_label = 'A' and discount_percent = 12`,
    [clinic.company_id],
  )
  assert.deepEqual(own, [{ n: 0 }])
})

test('an approval lets a quotation have a discount above the own limit: once, of that patient, in time, for all options of one quotation', async () => {
  const [desk, owner] = [await clientAs('receptionist'), await clientAs('owner')]
  const approved = async (percent: number, patientId = patient.id) => {
    const { id } = (await desk.call(askForDiscount, { patientId, percent, reason: 'Long treatment' })).body.data
    assert.equal((await owner.call(approveDiscount, { id })).status, 201)
    return id
  }
  const usedOf = async (id: string) => (await desk.call(getDiscountApproval, { id })).body.data.state
  const offer = async (approvalId: string | undefined, ...percents: number[]) => {
    const of = async (discountPercent: number, place: number) => ({
      ...{ label: 'ABC'.charAt(place), treatmentIds: [await plan(10_000)], discountPercent },
    })
    const options = await Promise.all(percents.map(of))
    return desk.call(createQuotations, { ...about, options, ...(approvalId && { approvalId }) })
  }
  const refused = await offer(undefined, 5, 12.34)
  assert.match(refused.text, /"percent":12.34/)
  const id = await approved(15)
  assert.equal((await offer(id, 16)).body.error?.code, 'discount_above_limit')
  assert.equal((await offer(id, 10)).status, 201)
  assert.equal(await usedOf(id), 'APPROVED', 'what the own role may give uses nothing up')
  const made = await offer(id, 12, 15, 3)
  assert.deepEqual([made.status, await usedOf(id)], [201, 'USED'])
  assert.equal((await offer(id, 12)).body.error?.code, 'discount_above_limit')

  const { id: first = '', version = 0 } = made.body.data.options[2] ?? {}
  const changed = (discountPercent: number, approvalId: string, of: number) =>
    desk.call(updateQuotation, { id: first, discountPercent, approvalId }, { headers: { 'if-match': `"${of}"` } })
  assert.equal((await changed(13, id, version)).body.error?.code, 'discount_above_limit')
  const late = await approved(20)
  await app.sql(`update discount_approval set expires_at = now() - interval '1 second' where id = $1`, [late])
  assert.equal((await changed(13, late, version)).body.error?.code, 'discount_above_limit')
  const other = await app.patient(branch)
  assert.equal((await changed(13, await approved(20, other.id), version)).body.error?.code, 'discount_above_limit')
  const again = await approved(20)
  const { status, body } = await changed(13, again, version)
  assert.deepEqual([status, await usedOf(again)], [200, 'USED'])
  assert.equal((await changed(11, again, body.data.version)).status, 200, 'a smaller part than was given stays given')
  const foreign = await app.practice()
  const { cookie } = await staffMember(app, foreign.clinic, 'receptionist')
  const there = { patientId: foreign.patient.id, percent: 12, reason: 'Invented' }
  const asked = (await staffClient(app, () => cookie).call(askForDiscount, there)).body.data
  assert.equal((await offer(asked.id, 5)).status, 404)
  const [one, two] = await Promise.all([approved(12), clientAs('doctor')])
  assert.equal((await two.call(askForDiscount, { patientId: patient.id, percent: 50, reason: 'Friend' })).status, 201)
  const both = await Promise.all([offer(one, 12), offer(one, 12)])
  assert.deepEqual(both.map(({ status: of }) => of).toSorted(), [201, 422])
})

test('signing one option locks its prices, declines the others, and rejects what they alone offered', async () => {
  const [shared, onlyA, onlyB] = [await plan(100_00), await plan(50_00), await plan(80_00)]
  const [a, b] = await quoted(
    [
      [shared, onlyA],
      [shared, onlyB],
    ],
    { discountPercent: 10 },
  )
  const signed = await app.write(clinic, tx => signQuotation(tx, { id: b?.id ?? '' }))
  assert.equal(signed.signed, true)
  const sheet = await sheetOf(b?.id)
  assert.deepEqual(
    sheet.options.map(({ state, allowed }) => [state, allowed]),
    [
      ['DECLINED', []],
      ['SIGNED', []],
    ],
  )
  const rows = await treatments([shared, onlyA, onlyB])
  assert.deepEqual(
    rows.map(({ status, quotation_id, discount_minor }) => [status, quotation_id, discount_minor]),
    [
      ['PLANNED', b?.id, 1000],
      ['REJECTED', a?.id, 0],
      ['PLANNED', b?.id, 800],
    ],
  )
  const heard = await eventsOf([a?.id ?? '', b?.id ?? '', shared, onlyA, onlyB])
  assert.deepEqual(
    heard.map(({ type, id }) => [type, id]).filter(([type]) => type !== 'quotation.created'),
    [
      ['quotation.signed', b?.id],
      ['treatment.status_changed', onlyA],
    ],
  )
  for (const id of [a?.id ?? '', b?.id ?? ''])
    assert.equal(
      (await change({ id, discount: 1 }, (await sheetOf(id)).version)).body.error?.code,
      'invalid_state_transition',
    )
  const again = api.call(createQuotations, { ...about, options: [{ label: 'A', treatmentIds: [shared] }] })
  assert.equal((await again).body.error?.code, 'invalid_state_transition')
})

test('of two that sign different options at the same time one wins', async () => {
  const [one, other] = [await plan(100_00), await plan(50_00)]
  const made = await quoted([[one], [other]])
  const sign = (id: string) => app.write(clinic, tx => signQuotation(tx, { id }))
  const outcomes = await Promise.allSettled(made.flatMap(({ id }) => [sign(id), sign(id)]))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  const heard = await eventsOf(made.map(({ id }) => id))
  assert.equal(heard.filter(({ type }) => type === 'quotation.signed').length, 1)
})

test('is renewed after its last day, and taken back for a reason; what is settled stays so', async () => {
  const [made] = await quoted([[await plan(10_000)]])
  const id = made?.id ?? ''
  await app.sql(`update quotation set valid_until = '2020-01-01' where id = $1`, [id])
  assert.equal((await sheetOf(id)).state, 'EXPIRED')
  const renewed = (await api.call(renewQuotation, { id, validDays: 5 })).body.data
  assert.deepEqual([renewed.state, renewed.versionNum], ['DRAFT', 2])
  const taken = (await api.call(withdrawQuotation, { id, reason: 'Too dear' })).body.data
  assert.deepEqual([taken.state, taken.withdrawReason, taken.allowed], ['WITHDRAWN', 'Too dear', []])
  assert.equal((await api.call(renewQuotation, { id })).body.error?.code, 'invalid_state_transition')
})

test('what another option leaves out is no longer its own, and what is added is', async () => {
  const [first, second] = [await plan(10_000), await plan(20_000)]
  const [a, b] = await quoted([[first], [first, second]])
  const version = (await sheetOf(b?.id)).version
  assert.equal((await change({ id: b?.id ?? '', treatmentIds: [first] }, version)).status, 200)
  const rows = await treatments([first, second])
  assert.deepEqual(
    rows.map(({ quotation_id }) => quotation_id),
    [a?.id, null],
  )
})

test('others’ patients, visits, treatments and labels are refused; nothing is left of a request that is', async () => {
  const other = await app.clinic({ sandbox: true })
  const there = await app.branch(other)
  const stranger = await app.patient(there)
  const friend = await app.patient(branch)
  const mine = await plan(10_000)
  const codes = await Promise.all(
    [
      { ...about, patientId: stranger.id, options: [{ label: 'A', treatmentIds: [mine] }] },
      { ...about, branchId: there.id, options: [{ label: 'A', treatmentIds: [mine] }] },
      { ...about, patientId: friend.id, options: [{ label: 'A', treatmentIds: [mine] }] },
      {
        ...about,
        options: [
          { label: 'A', treatmentIds: [mine] },
          { label: 'B', treatmentIds: ['trt_none'] },
        ],
      },
      {
        ...about,
        options: [
          { label: 'A', treatmentIds: [mine] },
          { label: 'A', treatmentIds: [mine] },
        ],
      },
      { ...about, options: [{ label: 'A', treatmentIds: [mine], discount: 1, discountPercent: 1 }] },
      { ...about, options: [{ label: 'A', treatmentIds: [mine], discount: 0.001 }] },
    ].map(async input => (await api.call(createQuotations, input)).body.error?.code),
  )
  assert.deepEqual(codes, [
    'not_found',
    'not_found',
    'not_found',
    'not_found',
    'validation_failed',
    'validation_failed',
    'validation_failed',
  ])
  assert.deepEqual((await treatments([mine]))[0]?.quotation_id, null)
})

test('quotations are made by doctors and the desk, and read by all of the staff; who sees other branches alone sees none', async () => {
  const [made] = await quoted([[await plan(10_000)]])
  const input = async () => ({ ...about, options: [{ label: 'A', treatmentIds: [await plan(10_000)] }] })
  for (const [role, may] of [
    ['doctor', 201],
    ['receptionist', 201],
    ['accountant', 403],
    ['assistant', 403],
  ] as const) {
    const client = await clientAs(role)
    assert.equal((await client.call(createQuotations, await input())).status, may, role)
    assert.equal((await client.call(getClinicQuotation, { id: made?.id ?? '' })).status, 200, role)
  }
  const elsewhere = await app.branch(clinic)
  const practitioner = await app.doctor([elsewhere])
  const { cookie } = await staffMember(app, clinic, 'receptionist', practitioner)
  const away = staffClient(app, () => cookie)
  assert.equal((await away.call(getClinicQuotation, { id: made?.id ?? '' })).status, 404)
  assert.deepEqual((await away.list(listClinicQuotations, {})).body.data, [])
  assert.equal((await away.call(createQuotations, await input())).status, 404)
})

test('the plan of a patient adds up by its phases, with what the insurer bears', async () => {
  const insurer = await app.write(clinic, tx => addInsurer(tx, { name: 'Tawuniya', insurancePercentage: 80 }))
  const insured = await app.patient(branch, { insurance_company_id: insurer.id, insurance_percentage: 80 })
  const listed = await app.insert('procedure', {
    ...{ company_id: clinic.company_id, id: 'prc_plan', created_at: '2026-01-01', updated_at: '2026-01-01' },
    ...{ name: 'Scaling', price_minor: 9_999, search_text: 'scaling' },
  })
  const on = { ...about, patientId: insured.id }
  for (const phase of ['FUNCTIONAL', 'URGENT', undefined] as const)
    await app.write(clinic, tx => addTreatment(tx, { ...on, procedureId: listed.id, ...(phase && { phase }) }))
  const { status, body, text } = await api.call(getPatientPlan, { id: insured.id })
  assert.equal(status, 200, text)
  const { phases, total, tax, insurer: borne, due } = body.data
  assert.deepEqual(
    phases.map(({ phase }) => phase),
    ['URGENT', 'FUNCTIONAL', null],
  )
  const sum = (name: 'total' | 'tax' | 'insurer' | 'due') =>
    Math.round(phases.reduce((whole, phase) => whole + phase[name], 0) * 100) / 100
  assert.deepEqual([sum('total'), sum('tax'), sum('insurer'), sum('due')], [total, tax, borne, due])
  assert.deepEqual([total, tax, borne > 0], [344.97, 45, true])
})
