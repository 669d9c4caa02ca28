import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Input } from '@clinic/contract/kernel.ts'
import { chartTreatment, getPatientChart, updateTreatment } from '@clinic/contract/staff/chart.ts'
import { getTreatment } from '@clinic/contract/treatments.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { makeQuotation } from '../domain/clinical/make-quotation.ts'
import { moveTreatment } from '../domain/clinical/move-treatment.ts'
import { signQuotation } from '../domain/clinical/sign-quotation.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, doctor, patient, api } = practice
const at = { created_at: clinic.created_at, updated_at: clinic.created_at }

async function procedure(id: string, name: string, priceMinor: number, wish: object = {}) {
  await app.insert('procedure', {
    ...{ company_id: clinic.company_id, id, name, code: id.toUpperCase(), price_minor: priceMinor, ...at, ...wish },
  })
  return id
}
const filling = await procedure('prc_fill', 'Filling', 35_000)
const crown = await procedure('prc_crown', 'Crown', 220_000, { per_tooth: true })

async function as(role: string) {
  const { cookie } = await staffMember(app, clinic, role)
  return staffClient(app, () => cookie)
}
const [owner, dentist, nurse] = [await as('owner'), await as('doctor'), await as('assistant')]
type Client = typeof owner

type Wish = Partial<Input<typeof chartTreatment>>
const send = (client: Client, wish: Wish) =>
  client.call(chartTreatment, { patientId: patient.id, branchId: branch.id, ...wish })
async function chart(wish: Wish, client: Client = dentist) {
  const { status, body, text } = await send(client, wish)
  assert.equal(status, 201, text)
  return body.data.items
}
async function one(wish: Wish, client: Client = dentist) {
  const [item, ...others] = await chart(wish, client)
  assert.ok(item && others.length === 0)
  return item
}
type Change = Omit<Input<typeof updateTreatment>, 'id'>
const change = (client: Client, { id, version }: { id: string; version: number }, wish: Change) =>
  client.call(updateTreatment, { id, ...wish }, { version })

const refusal = ({ status, body }: { status: number; body: { error: { code: string; details?: object } } }) => [
  ...[status, body.error.code],
  body.error.details,
]
const issue = (answer: { body: { error: { details?: unknown } } }) => {
  const { issues } = answer.body.error.details as { issues: { path: string; code: string }[] }
  return issues.map(({ path, code }) => `${path} ${code}`)
}
const events = async () =>
  (await app.sql<{ n: number }>('select count(*)::int as n from event where company_id = $1', [clinic.company_id]))[0]
    ?.n

test('a chart shows 52 teeth, what was found on them, and what is planned, with its money, and tells plugins nothing', async () => {
  const before = await events()
  const whose = await app.patient(branch)
  const ofWhose = { patientId: whose.id, doctorId: doctor.id }
  const missing = await one({ ...ofWhose, status: 'CONDITION', finding: 'MISSING', tooth: [18] })
  const caries = await one({ ...ofWhose, status: 'CONDITION', finding: 'CARIES', tooth: [26], toothPart: ['mesial'] })
  const planned = await one({
    ...{ ...ofWhose, procedureId: filling, tooth: [26], toothPart: ['mesial', 'occlusal'], phase: 'URGENT' },
    ...{ discountPercent: 10, steps: [{ name: 'Open' }, { name: 'Fill' }] },
  })
  const { data } = (await nurse.call(getPatientChart, { id: whose.id })).body
  assert.equal(data.teeth.length, 52)
  assert.deepEqual(
    data.teeth.filter(({ missing, treatmentIds }) => missing || treatmentIds.length > 0),
    [
      { tooth: 18, milk: false, missing: true, treatmentIds: [missing.id] },
      { tooth: 26, milk: false, missing: false, treatmentIds: [caries.id, planned.id] },
    ],
  )
  assert.deepEqual(
    data.findings.map(({ name, finding, total }) => [name, finding, total]),
    [
      ['Missing tooth', 'MISSING', 0],
      ['Caries', 'CARIES', 0],
    ],
  )
  const [item] = data.items
  assert.ok(item)
  const { price, discount, tax, total, phase, steps, approval, allowed, version } = item
  assert.deepEqual([price, discount, tax, total, phase], [350, 35, 47.25, 362.25, 'URGENT'])
  assert.deepEqual(
    [steps.map(({ name }) => name), approval, allowed, version],
    [['Open', 'Fill'], 'NONE', ['EDIT', 'STEPS', 'START', 'COMPLETE', 'REJECT'], 1],
  )
  assert.deepEqual((await api.call(getTreatment, { id: planned.id })).body.data.toothPart, ['mesial', 'occlusal'])
  assert.equal(await events(), before)
})

test('on several teeth it is one treatment for each where that is asked for, or the procedure says so', async () => {
  const teeth = async (wish: Wish) => (await chart(wish)).map(({ tooth }) => tooth)
  assert.deepEqual(await teeth({ procedureId: crown, tooth: [14, 15] }), [[14], [15]])
  assert.deepEqual(await teeth({ procedureId: crown, tooth: [14, 15], perTooth: false }), [[14, 15]])
  assert.deepEqual(await teeth({ procedureId: filling, tooth: [14, 15] }), [[14, 15]])
  assert.deepEqual(await teeth({ procedureId: filling, tooth: [14, 15], perTooth: true }), [[14], [15]])
})

test('a surface that a tooth does not have is refused, and so is what does not go together', async () => {
  const refused = async (wish: Wish) => {
    const answer = await send(dentist, wish)
    assert.equal(answer.status, 400, answer.text)
    return issue(answer)
  }
  const planned = { procedureId: filling }
  assert.deepEqual(await refused({ ...planned, tooth: [11], toothPart: ['mesial', 'occlusal'] }), [
    '/toothPart/1 surface_not_on_tooth',
  ])
  assert.deepEqual(await refused({ ...planned, tooth: [36], toothPart: ['palatal'] }), [
    '/toothPart/0 surface_not_on_tooth',
  ])
  assert.deepEqual(await refused({ ...planned, tooth: [19] }), ['/tooth/0 enum'])
  assert.deepEqual(await refused({ tooth: [11] }), ['/procedureId required'])
  assert.deepEqual(await refused({ ...planned, finding: 'CARIES' }), ['/finding exclusive'])
  assert.deepEqual(await refused({ finding: 'CARIES' }), ['/finding not_planned'])
  assert.deepEqual(await refused({ ...planned, discount: 1, discountPercent: 1 }), ['/discountPercent exclusive'])
  assert.deepEqual(await refused({ ...planned, discountPercent: 1.001 }), ['/discountPercent decimals'])
  assert.deepEqual(await refused({ ...planned, discount: 1.001 }), ['/discount decimals'])
  assert.deepEqual(await refused({ status: 'CONDITION', finding: 'CARIES', phase: 'URGENT' }), ['/phase not_planned'])
})

test('what another clinic has, and a visit of another patient, is not found', async () => {
  const elsewhere = await app.practice()
  const visit = await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: 'apt_other', ...at, branch_id: branch.id, doctor_id: doctor.id },
    ...{ patient_id: (await app.patient(branch)).id, status: 'OPEN' },
    ...{ starts_at: '2031-01-01T09:00:00Z', ends_at: '2031-01-01T09:30:00Z' },
  })
  const { id, version } = await one({ procedureId: filling })
  const named = { doctorId: elsewhere.doctor.id, branchId: elsewhere.branch.id, appointmentId: visit.id }
  for (const [name, value] of Object.entries(named)) {
    assert.equal((await send(owner, { procedureId: filling, [name]: value })).status, 404, name)
    assert.equal((await change(owner, { id, version }, { [name]: value })).status, 404, name)
  }
  assert.equal((await send(owner, { procedureId: filling, patientId: elsewhere.patient.id })).status, 404)
  assert.equal((await owner.call(getPatientChart, { id: elsewhere.patient.id })).status, 404)
})

test('another price takes prices:override, and a discount above the limit of the role is refused with who may give it', async () => {
  const wish = { procedureId: filling, price: 300 }
  assert.deepEqual(refusal(await send(nurse, wish)), [403, 'not_permitted', { permission: 'prices:override' }])
  assert.equal((await one(wish)).price, 300)
  assert.equal((await one({ procedureId: filling, discountPercent: 15 })).discount, 52.5)
  for (const more of [{ discountPercent: 15.01 }, { discount: 52.51 }]) {
    const [status, code, details] = refusal(await send(dentist, { procedureId: filling, ...more }))
    assert.deepEqual([status, code], [422, 'discount_above_limit'])
    const { limitPercent, approvers } = details as { limitPercent: number; approvers: object[] }
    assert.deepEqual([limitPercent, approvers.length], [15, 1])
  }
  assert.deepEqual((await one({ procedureId: filling, discountPercent: 100 }, owner)).total, 0)
  assert.equal(refusal(await send(nurse, { procedureId: filling, discount: 0.01 }))[1], 'discount_above_limit')
})

test('what is planned is changed throughout, at the version that was seen, and what it was is kept', async () => {
  const item = await one({ procedureId: filling, tooth: [26], toothPart: ['mesial'] })
  const { status, body } = await change(dentist, item, {
    ...{ procedureId: crown, tooth: [27], toothPart: [], quantity: 2, phase: 'FUNCTIONAL', sortOrder: 4 },
    ...{ discount: 100, diagnosis: 'Fracture', details: null },
  })
  const { name, price, amount, tax, total, version, sortOrder } = body.data
  assert.deepEqual([status, name, price, amount, tax, total], [200, 'Crown', 2200, 4400, 645, 4945])
  assert.deepEqual([version, sortOrder], [2, 4])
  const stale = await change(dentist, item, { phase: 'URGENT' })
  assert.deepEqual([stale.status, refusal(stale)[1]], [409, 'changed_meanwhile'])
  const { changes } = refusal(stale)[2] as { changes: { field: string }[] }
  assert.deepEqual(
    changes
      .filter(({ field }) => ['phase', 'price', 'discount'].includes(field))
      .sort((a, b) => (a.field < b.field ? -1 : 1)),
    [
      { field: 'discount', from: 0, to: 100 },
      { field: 'phase', from: null, to: 'FUNCTIONAL' },
      { field: 'price', from: 350, to: 2200 },
    ],
  )
  const part = await change(dentist, { id: item.id, version: 2 }, { toothPart: ['incisal'] })
  assert.deepEqual(issue(part), ['/toothPart/0 surface_not_on_tooth'])
})

test('a discount that was given stays when a colleague with a lower limit changes the rest, and is not made more', async () => {
  const item = await one({ procedureId: filling, discount: 100 }, owner)
  const later = (await change(dentist, item, { quantity: 2 })).body.data
  assert.deepEqual([later.amount, later.discount], [700, 100])
  assert.equal(refusal(await change(nurse, later, { quantity: 1 }))[1], 'discount_above_limit')
})

const start = (id: string) => app.write(clinic, tx => moveTreatment(tx, { id, to: 'IN_PROGRESS' }))

test('what was begun or found is corrected by those who may, for a reason that is kept', async () => {
  const planned = await one({ procedureId: filling })
  await start(planned.id)
  const begun = { id: planned.id, version: 2 }
  assert.deepEqual(refusal(await change(nurse, begun, { diagnosis: 'x' })), [
    ...[403, 'not_permitted'],
    { permission: 'treatments:correct' },
  ])
  assert.deepEqual(issue(await change(dentist, begun, { diagnosis: 'x' })), ['/reason required'])
  assert.equal((await change(dentist, begun, { diagnosis: 'x', reason: 'Mistyped' })).status, 200)
  const kept = await app.sql<{ changes: Record<string, unknown> }>(
    'select changes from record_change where company_id = $1 and record_id = $2 and version = 3',
    [clinic.company_id, planned.id],
  )
  assert.deepEqual(kept[0]?.changes, { diagnosis: [null, 'x'], reason: [null, 'Mistyped'] })
  const found = await one({ status: 'CONDITION', finding: 'MISSING', tooth: [48] })
  const resolved = await change(dentist, found, { end: '2026-07-05T07:00:00.000Z', reason: 'Implant' })
  assert.deepEqual([resolved.status, resolved.body.data.end], [200, '2026-07-05T07:00:00.000Z'])
  const { data } = (await dentist.call(getPatientChart, { id: patient.id })).body
  assert.equal(data.teeth.find(({ tooth }) => tooth === 48)?.missing, false)
})

test('of what stands in a signed quotation, is billed or was rejected only that much can be changed', async () => {
  const settled = async (answer: Awaited<ReturnType<typeof change>>) => {
    const [status, code, details] = refusal(answer)
    assert.deepEqual([status, code], [409, 'invalid_state_transition'])
    return (details as { from: string }).from
  }
  const quoted = await one({ procedureId: filling })
  const whose = { patientId: patient.id, branchId: branch.id, treatmentIds: [quoted.id] }
  const { id } = await app.write(clinic, tx => makeQuotation(tx, whose))
  assert.equal((await change(dentist, quoted, { quantity: 2 })).status, 200)
  await app.write(clinic, tx => signQuotation(tx, { id }))
  // What was signed is what was offered: one of it, as before the change.
  const signed = { id: quoted.id, version: 3 }
  assert.equal(await settled(await change(dentist, signed, { quantity: 3 })), 'QUOTATION_SIGNED')
  assert.equal((await change(dentist, signed, { doctorId: doctor.id, details: 'Soon' })).status, 200)

  const billed = await one({ procedureId: filling })
  await issueInvoice(app, practice, 0, { lines: [{ treatmentId: billed.id }] })
  assert.equal(await settled(await change(owner, billed, { quantity: 2, reason: 'x' })), 'BILLED')
  assert.equal((await change(nurse, billed, { diagnosis: 'Caries', details: 'Deep' })).status, 200)

  const rejected = await one({ procedureId: filling })
  await app.write(clinic, tx => moveTreatment(tx, { id: rejected.id, to: 'REJECTED' }))
  const last = { id: rejected.id, version: 2 }
  assert.equal(await settled(await change(owner, last, { details: 'x', reason: 'x' })), 'REJECTED')
})
