import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Input } from '@clinic/contract/kernel.ts'
import * as approvals from '@clinic/contract/staff/treatment-approvals.ts'
import * as moves from '@clinic/contract/staff/treatment-moves.ts'
import fc from 'fast-check'
import { startApp } from '../../test/support/app/harness.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { addTreatment, type NewTreatment } from '../domain/clinical/add-treatment.ts'
import { addInsurer } from '../domain/insurance/insurer.ts'
import { addInventoryItem, type NewInventoryItem } from '../domain/inventory/inventory-item.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, doctor, patient } = practice
const at = { created_at: clinic.created_at, updated_at: clinic.created_at }

async function as(role: string) {
  const { cookie } = await staffMember(app, clinic, role)
  return staffClient(app, () => cookie)
}
const [owner, dentist, desk, nurse] = [
  await as('owner'),
  await as('doctor'),
  await as('receptionist'),
  await as('assistant'),
]

const procedure = await app.insert('procedure', {
  ...{ company_id: clinic.company_id, id: 'prc_fill', name: 'Filling', code: 'FILL', price_minor: 35_000, ...at },
})
const stock = (wish: Partial<NewInventoryItem> = {}) =>
  app.write(clinic, tx => addInventoryItem(tx, { branchId: branch.id, name: 'Composite', unit: 'syringe', ...wish }))
const supply = (inventory_item_id: string, quantity: number, procedure_id = procedure.id) =>
  app.insert('procedure_supply', { company_id: clinic.company_id, procedure_id, inventory_item_id, quantity })
const inStock = async (id: string) =>
  (await app.sql<{ quantity: string }>('select quantity from inventory_item where id = $1', [id])).map(({ quantity }) =>
    Number(quantity),
  )[0]

const whose = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id }
const plan = (wish: Partial<NewTreatment> = {}) =>
  app.write(clinic, tx => addTreatment(tx, { ...whose, name: 'Filling', priceMinor: 35_000, ...wish }))
async function planned(wish: Partial<NewTreatment> = {}) {
  const { treatment, steps } = await plan(wish)
  return { id: treatment.id, steps: steps.map(({ id }) => id) }
}
const TWO = [{ name: 'Open' }, { name: 'Fill' }]

interface Told {
  type: string
  data: { id: string; treatmentId: string; status: string }
  previous_attributes: { status: string } | null
}
const told = async (treatmentId: string) =>
  (
    await app.sql<Told>(
      "select type, data, previous_attributes from event where company_id = $1 and data->>'treatmentId' = $2 order by id",
      [clinic.company_id, treatmentId],
    )
  ).map(({ type, data, previous_attributes }) => `${type} ${previous_attributes?.status} ${data.status}`)
const lowStock = async (id: string) =>
  (
    await app.sql("select 1 from event where company_id = $1 and type = 'inventory.low_stock' and data->>'id' = $2", [
      clinic.company_id,
      id,
    ])
  ).length

const refusal = ({ status, body }: { status: number; body: { error: { code: string; details?: unknown } } }) => [
  ...[status, body.error.code],
  body.error.details,
]
const issues = (answer: { body: { error: { details?: unknown } } }) =>
  (answer.body.error.details as { issues: { path: string; code: string }[] }).issues.map(
    one => `${one.path} ${one.code}`,
  )
const unmovable = (from: string, to: string) => [409, 'invalid_state_transition', { from, to }]

test('completing what is planned makes both moves, tells of both, and takes from the stock what the procedure says', async () => {
  const [composite, gloves, elsewhere] = [
    await stock({ quantity: 10, reorderLevel: 9 }),
    await stock({ name: 'Gloves', quantity: 100 }),
    await stock({ branchId: (await app.branch(clinic)).id, quantity: 10 }),
  ]
  for (const [item, quantity] of [[composite, 0.4] as const, [gloves, 2] as const, [elsewhere, 1] as const])
    await supply(item.id, quantity)
  const { id } = await planned({ procedureId: procedure.id, quantity: 3 })
  const shown = (await desk.call(moves.getTreatmentSupplies, { id })).body.data.supplies
  assert.deepEqual(
    shown.map(({ name, quantity, inStock: there }) => [name, quantity, there]),
    [
      ['Composite', 1.2, 10],
      ['Gloves', 6, 100],
    ],
  )
  const { status, body } = await nurse.call(moves.completeTreatment, { id })
  assert.deepEqual(
    [status, body.data.status, body.data.completedPercent, body.data.shortages],
    [200, 'COMPLETED', 100, []],
  )
  assert.deepEqual(await told(id), [
    'treatment.status_changed PLANNED IN_PROGRESS',
    'treatment.status_changed IN_PROGRESS COMPLETED',
  ])
  assert.deepEqual([await inStock(composite.id), await inStock(gloves.id)], [8.8, 94])
  assert.deepEqual([await inStock(elsewhere.id), await lowStock(composite.id), await lowStock(gloves.id)], [10, 1, 0])
  assert.deepEqual(refusal(await nurse.call(moves.completeTreatment, { id })), unmovable('COMPLETED', 'COMPLETED'))
})

test('what was used may be said, short stock stops no care, and a treatment that is taken back gives back what it took', async () => {
  const [bond, gloves] = [await stock({ name: 'Bond', quantity: 0.3 }), await stock({ name: 'Gloves', quantity: 1 })]
  const other = await stock({ branchId: (await app.branch(clinic)).id, quantity: 10 })
  const { id } = await planned({ procedureId: procedure.id })
  const complete = (consumption: Input<typeof moves.completeTreatment>['consumption']) =>
    dentist.call(moves.completeTreatment, { id, consumption })
  const use = (item: { id: string }, quantity: number) => ({ inventoryItemId: item.id, quantity })
  assert.deepEqual(issues(await complete([use(bond, 1), use(bond, 1)])), ['/consumption/1/inventoryItemId duplicate'])
  assert.deepEqual(issues(await complete([use(bond, 0.0001)])), ['/consumption/0/quantity decimals'])
  assert.deepEqual(issues(await complete([use(other, 1)])), ['/consumption/0/inventoryItemId other_branch'])
  assert.equal((await complete([use({ id: 'ivi_none' }, 1)])).status, 404)
  const { shortages } = (await complete([use(bond, 0.5), use(gloves, 1)])).body.data
  const unit = 'syringe'
  assert.deepEqual(shortages, [{ inventoryItemId: bond.id, name: 'Bond', unit, quantity: 0.5, missing: 0.2 }])
  assert.deepEqual([await inStock(bond.id), await inStock(gloves.id)], [0, 0])

  const reason = 'Was the other patient'
  assert.equal((await nurse.call(moves.voidTreatment, { id, reason })).status, 403)
  const taken = (await dentist.call(moves.voidTreatment, { id, reason })).body.data
  assert.deepEqual([taken.status, taken.voidedAt === null, taken.allowed], ['REJECTED', false, []])
  assert.deepEqual([await inStock(bond.id), await inStock(gloves.id)], [0.3, 1])
  assert.deepEqual((await told(id)).at(-1), 'treatment.status_changed COMPLETED REJECTED')
  assert.deepEqual(refusal(await dentist.call(moves.voidTreatment, { id, reason })), unmovable('REJECTED', 'REJECTED'))
  const kept = await app.sql<{ reason: unknown }>(
    "select changes->'reason' as reason from record_change where company_id = $1 and record_id = $2 order by version desc",
    [clinic.company_id, id],
  )
  assert.deepEqual(kept[0]?.reason, [null, reason])
})

test('a treatment with open steps is completed with them where that is asked for alone', async () => {
  const { id, steps } = await planned({ steps: TWO })
  assert.deepEqual(refusal(await desk.call(moves.completeTreatment, { id })).slice(0, 2), [
    ...[409, 'invalid_state_transition'],
  ])
  assert.deepEqual(await told(id), [])
  const { data } = (await desk.call(moves.completeTreatment, { id, completeSteps: true })).body
  assert.deepEqual(
    [data.status, data.completedPercent, data.steps.map(({ status }) => status), 'diagnosis' in data],
    ['COMPLETED', 100, ['COMPLETED', 'COMPLETED'], false],
  )
  assert.equal(data.steps.length, steps.length)
  assert.deepEqual(await told(id), [
    'treatment.status_changed PLANNED IN_PROGRESS',
    'treatmentstep.completed IN_PROGRESS COMPLETED',
    'treatmentstep.completed IN_PROGRESS COMPLETED',
    'treatment.status_changed IN_PROGRESS COMPLETED',
  ])
})

test('steps are begun, done and left out one by one, and take their treatment along', async () => {
  const { id, steps } = await planned({ steps: [...TWO, { name: 'Polish' }] })
  const [first = '', second = '', third = ''] = steps
  const begun = (await nurse.call(moves.startTreatmentStep, { id: first })).body.data
  assert.deepEqual(
    [begun.status, begun.steps[0]?.allowed, begun.steps[1]?.allowed],
    [...['IN_PROGRESS', ['COMPLETE'], ['START', 'COMPLETE', 'REJECT']]],
  )
  await nurse.call(moves.completeTreatmentStep, { id: first })
  // Planned still: both moves are made.
  const second50 = (await nurse.call(moves.completeTreatmentStep, { id: second })).body.data
  assert.deepEqual([second50.status, second50.completedPercent], ['IN_PROGRESS', 66.67])
  const last = (await nurse.call(moves.rejectTreatmentStep, { id: third })).body.data
  assert.deepEqual([last.status, last.completedPercent, last.shortages], ['COMPLETED', 100, []])
  assert.deepEqual(await told(id), [
    'treatment.status_changed PLANNED IN_PROGRESS',
    'treatmentstep.completed IN_PROGRESS COMPLETED',
    'treatmentstep.completed IN_PROGRESS COMPLETED',
    'treatment.status_changed IN_PROGRESS COMPLETED',
  ])
  for (const step of [first, third])
    assert.equal((await nurse.call(moves.startTreatmentStep, { id: step })).status, 409)
})

test('the steps of a plan are said anew: what is named stays, what is left out is rejected, what was begun is named', async () => {
  const { id, steps } = await planned({ steps: TWO })
  const [open = '', fill = ''] = steps
  const put = (version: number, wish: Omit<Input<typeof moves.putTreatmentSteps>, 'id'>, client = dentist) =>
    client.call(moves.putTreatmentSteps, { id, ...wish }, { version })
  const first = (await put(1, { steps: [{ id: fill, name: 'Fill, twice' }, { name: 'Polish' }] })).body.data
  const named = (data: typeof first) => data.steps.map(({ order, name, status }) => `${order} ${name} ${status}`)
  assert.deepEqual(named(first), ['1 Fill, twice PLANNED', '2 Polish PLANNED', '3 Open REJECTED'])
  assert.deepEqual(first.steps[0]?.id, fill)
  assert.equal(refusal(await put(1, { steps: [] }))[1], 'changed_meanwhile')
  const again = (
    await put(2, {
      steps: [
        { id: fill, name: 'Fill, twice' },
        ...first.steps.slice(1, 2).map(pick),
        pick({ id: open, name: 'Open' }),
      ],
    })
  ).body.data
  assert.deepEqual([named(again), again.version], [named(first), 2])
  assert.equal((await put(2, { steps: [{ id: 'tst_none', name: 'x' }] })).status, 404)

  await nurse.call(moves.completeTreatmentStep, { id: fill })
  const reason = 'Needs no polish'
  const only = { steps: [{ id: fill, name: 'Fill' }], reason }
  const { version } = (await nurse.call(moves.startTreatmentStep, { id: first.steps[1]?.id ?? '' })).body.data
  assert.deepEqual(issues(await put(version, { steps: [], reason })), ['/steps begun'])
  assert.deepEqual(issues(await put(version, only)), ['/steps begun'])
  const both = {
    steps: [
      { id: fill, name: 'Fill' },
      { id: first.steps[1]?.id, name: 'Polish, well' },
    ],
  }
  assert.equal((await put(version, { ...both, reason }, nurse)).status, 403)
  assert.deepEqual(issues(await put(version, both)), ['/reason required'])
  const corrected = (await put(version, { ...both, reason })).body.data
  assert.deepEqual([corrected.status, corrected.steps[1]?.name], ['IN_PROGRESS', 'Polish, well'])
})
const pick = ({ id, name }: { id: string; name: string }) => ({ id, name })

test('what is planned is begun or taken off the plan; what is billed is neither rejected nor taken back', async () => {
  const one = await planned({ steps: TWO })
  const { data } = (await nurse.call(moves.rejectTreatment, { id: one.id, reason: 'Not wanted' })).body
  assert.deepEqual(
    [data.status, data.voidedAt, data.steps.map(({ status }) => status)],
    [...['REJECTED', null, ['REJECTED', 'REJECTED']]],
  )
  const begun = await planned()
  const started = (await nurse.call(moves.startTreatment, { id: begun.id })).body.data
  assert.deepEqual([started.status, started.allowed], ['IN_PROGRESS', ['COMPLETE']])
  const no = await nurse.call(moves.rejectTreatment, { id: begun.id, reason: 'x' })
  assert.deepEqual(refusal(no), unmovable('IN_PROGRESS', 'REJECTED'))

  const billed = await planned({ steps: TWO })
  await issueInvoice(app, practice, 0, { lines: [{ treatmentId: billed.id }] })
  const refused = [
    await owner.call(moves.rejectTreatment, { id: billed.id, reason: 'x' }),
    await owner.call(moves.voidTreatment, { id: billed.id, reason: 'x' }),
  ]
  for (const answer of refused) assert.equal((refusal(answer)[2] as { from: string }).from, 'BILLED')
  assert.deepEqual(await told(billed.id), [])
})

test('what was found is taken back, and never moved', async () => {
  const { id } = await planned({ status: 'CONDITION', finding: 'CARIES', tooth: [26] })
  assert.equal((await owner.call(moves.startTreatment, { id })).status, 409)
  assert.equal((await owner.call(moves.completeTreatment, { id })).status, 409)
  const { data } = (await dentist.call(moves.voidTreatment, { id, reason: 'Other tooth' })).body
  assert.deepEqual([data.status, data.finding], ['REJECTED', 'CARIES'])
  assert.deepEqual(await told(id), ['treatment.status_changed CONDITION REJECTED'])
})

test('another clinic’s treatments and steps are not there', async () => {
  const elsewhere = await app.practice()
  const foreign = await app.write(elsewhere.clinic, tx =>
    addTreatment(tx, {
      ...{ patientId: elsewhere.patient.id, branchId: elsewhere.branch.id, name: 'Filling', steps: TWO },
    }),
  )
  const [step] = foreign.steps
  const { id } = foreign.treatment
  assert.equal((await owner.call(moves.getTreatmentSupplies, { id })).status, 404)
  assert.equal((await owner.call(moves.startTreatment, { id })).status, 404)
  assert.equal((await owner.call(moves.completeTreatment, { id })).status, 404)
  assert.equal((await owner.call(moves.completeTreatmentStep, { id: step?.id ?? '' })).status, 404)
})

test('the insurer is asked once, answers once, and is asked again where it said no', async () => {
  const { id } = await planned()
  const ask = () => desk.call(approvals.requestTreatmentApproval, { id })
  const deny = () => desk.call(approvals.denyTreatmentApproval, { id, reason: 'No x-ray' })
  const approve = () => dentist.call(approvals.approveTreatment, { id, preAuth: 'PA-1' })
  assert.equal((await nurse.call(approvals.requestTreatmentApproval, { id })).status, 403)
  assert.deepEqual(refusal(await approve()), unmovable('NONE', 'APPROVED'))
  assert.deepEqual(refusal(await deny()), unmovable('NONE', 'DENIED'))
  const asks = await Promise.all([ask(), ask(), ask()])
  assert.deepEqual(asks.map(({ status }) => status).toSorted(), [200, 409, 409])
  const denied = (await deny()).body.data
  assert.deepEqual([denied.approval, denied.denialReason], ['DENIED', 'No x-ray'])
  assert.ok(denied.allowed.includes('REQUEST_APPROVAL') && !denied.allowed.includes('APPROVE'))
  const again = (await ask()).body.data
  assert.deepEqual([again.approval, again.denialReason], ['REQUESTED', null])
  const answers = await Promise.all([approve(), deny()])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  const types = (await told(id)).map(line => line.split(' ')[0])
  assert.deepEqual(types.slice(0, 2), ['treatment.approval_requested', 'treatment.approval_requested'])
  assert.equal(types.includes('treatment.approved'), answers[0]?.status === 200)
})

test('another clinic’s insurer cannot be asked, and of what is done none is', async () => {
  const elsewhere = await app.clinic()
  const { id: insuranceCompanyId } = await app.write(elsewhere, tx => addInsurer(tx, { name: 'Elsewhere' }))
  const { id } = await planned()
  assert.equal((await desk.call(approvals.requestTreatmentApproval, { id, insuranceCompanyId })).status, 404)
  await desk.call(moves.completeTreatment, { id })
  const late = await desk.call(approvals.requestTreatmentApproval, { id })
  assert.deepEqual(refusal(late), unmovable('COMPLETED', 'REQUESTED'))
})

type Press = readonly [what: 'complete' | 'all' | 'start' | 'reject' | 'void' | 'step', which: number]
const presses = fc.array(
  fc.tuple(fc.constantFrom('complete', 'all', 'start', 'reject', 'void', 'step'), fc.nat({ max: 1 })),
  { minLength: 2, maxLength: 8 },
)

test('however many press the same buttons together, each move is made once, tells one story, and the stock adds up', async () => {
  const item = await stock({ name: 'Anaesthetic', quantity: 1000 })
  const { id: procedureId } = await app.insert('procedure', {
    ...{ company_id: clinic.company_id, id: 'prc_walk', name: 'Extraction', code: 'EX', price_minor: 0, ...at },
  })
  await supply(item.id, 1.5, procedureId)
  await fc.assert(
    fc.asyncProperty(presses, fc.boolean(), async (pressed: readonly Press[], isInSteps) => {
      const before = (await inStock(item.id)) ?? 0
      const { id, steps } = await planned({ procedureId, quantity: 2, steps: isInSteps ? TWO : [] })
      const press = ([what, which]: Press) => {
        if (what === 'start') return dentist.call(moves.startTreatment, { id })
        if (what === 'reject') return dentist.call(moves.rejectTreatment, { id, reason: 'x' })
        if (what === 'void') return dentist.call(moves.voidTreatment, { id, reason: 'x' })
        const step = what === 'step' ? steps[which] : undefined
        if (step) return dentist.call(moves.completeTreatmentStep, { id: step })
        return desk.call(moves.completeTreatment, { id, completeSteps: what === 'all' })
      }
      const answers = await Promise.all(pressed.map(press))
      for (const { status, text } of answers) assert.ok([200, 409].includes(status), text)
      const [row] = await app.sql<{ status: string; open: number }>(
        `select status, (select count(*)::int from treatment_step s where s.company_id = t.company_id
           and s.treatment_id = t.id and s.status in ('PLANNED', 'IN_PROGRESS')) as open
         from treatment t where company_id = $1 and id = $2`,
        [clinic.company_id, id],
      )
      const story = (await told(id)).filter(line => line.startsWith('treatment.'))
      // Who waited for the other began before: the moves follow from one another, whatever their instants.
      const next = new Map(story.map(line => line.split(' ').slice(1)).map(([from = '', to = '']) => [from, to]))
      const path = ['PLANNED']
      for (let to = next.get('PLANNED'); to !== undefined; to = next.get(to)) path.push(to)
      assert.equal(path.length, story.length + 1)
      assert.equal(path.at(-1), row?.status)
      if (row?.status === 'COMPLETED' || row?.status === 'REJECTED') assert.equal(row.open, 0)
      assert.equal(before - ((await inStock(item.id)) ?? 0), row?.status === 'COMPLETED' ? 3 : 0)
      const ofSteps = (await told(id)).filter(line => line.startsWith('treatmentstep.'))
      assert.ok(ofSteps.length <= steps.length)
    }),
    { numRuns: 40 },
  )
})
