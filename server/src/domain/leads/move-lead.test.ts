import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startApp } from '../../../test/support/app/harness.ts'
import { nextPhone, pipeline } from '../../../test/support/clinic/lead-stages.ts'
import { captureLead } from './capture-lead.ts'
import { changeLead } from './change-lead.ts'
import { moveLead } from './move-lead.ts'

const app = await startApp()

interface Placed {
  stage_id: string
  orders: number[]
}

/** Of every stage: its count, and the places of its leads in their order. */
const placesOf = (companyId: string) =>
  app.sql<Placed & { total_leads: number }>(
    `select stage.id as stage_id, stage.total_leads,
       coalesce(array_agg(lead.sort_order order by lead.sort_order) filter (where lead.id is not null), '{}') as orders
     from lead_stage as stage
     left join lead on lead.company_id = stage.company_id and lead.stage_id = stage.id
     where stage.company_id = $1 group by stage.company_id, stage.id`,
    [companyId],
  )

async function assertDense(companyId: string): Promise<void> {
  for (const { total_leads, orders } of await placesOf(companyId))
    assert.deepEqual(
      orders,
      Array.from({ length: total_leads }, (_, index) => index + 1),
    )
}

async function board() {
  const clinic = await app.clinic()
  await app.branch(clinic)
  const stages = Object.values(await pipeline(app, clinic))
  const stageAt = (index: number) => stages[index % stages.length]?.id ?? ''
  const add = (stage: number) =>
    app.write(clinic, tx => captureLead(tx, { name: 'Somebody', phone: nextPhone(), stageId: stageAt(stage) }))
  return { clinic, stageAt, add }
}

const namesIn = (companyId: string, stageId: string) =>
  app
    .sql<{ name: string }>(
      `select contact.name from lead join contact on contact.id = lead.contact_id
       where lead.company_id = $1 and lead.stage_id = $2 order by lead.sort_order`,
      [companyId, stageId],
    )
    .then(rows => rows.map(({ name }) => name).join(''))

test('a lead goes to the place it is put to, and the others keep their order around it', async () => {
  const clinic = await app.clinic()
  await app.branch(clinic)
  const { fresh, won } = await pipeline(app, clinic)
  const ids = new Map<string, string>()
  for (const name of 'ABCDE')
    ids.set(name, (await app.write(clinic, tx => captureLead(tx, { name, phone: nextPhone() }))).id)
  const move = (name: string, stageId: string, position?: number) =>
    app.write(clinic, tx => moveLead(tx, { id: ids.get(name) ?? '', stageId, position }))
  const boards = async () => [await namesIn(clinic.company_id, fresh.id), await namesIn(clinic.company_id, won.id)]
  await move('B', fresh.id, 4)
  assert.deepEqual(await boards(), ['ACDBE', ''])
  await move('E', fresh.id, 1)
  assert.deepEqual(await boards(), ['EACDB', ''])
  await move('A', won.id)
  await move('D', won.id, 1)
  await move('C', won.id, 2)
  assert.deepEqual(await boards(), ['EB', 'DCA'])
  await move('D', won.id, 99)
  assert.deepEqual(await boards(), ['EB', 'CAD'])
  await assertDense(clinic.company_id)
})

const command = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), stage: fc.nat(3) }),
  fc.record({ kind: fc.constant('score' as const), lead: fc.nat(), score: fc.nat(100) }),
  fc.record({
    kind: fc.constant('move' as const),
    lead: fc.nat(),
    stage: fc.nat(3),
    position: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
  }),
)

test('whatever moves and arrivals happen at the same time, orders have no gaps and counts are exact', async () => {
  const { clinic, stageAt, add } = await board()
  const leads = await Promise.all([0, 0, 0, 1, 1, 2].map(add))
  const leadAt = (index: number) => leads[index % leads.length]?.id ?? ''
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 2, maxLength: 10 }), async commands => {
      const before = await app.sql('select from lead_move where company_id = $1', [clinic.company_id])
      const outcomes = await Promise.allSettled(
        commands.map(async (one): Promise<unknown> => {
          if (one.kind === 'add') return add(one.stage)
          const id = leadAt(one.lead)
          return app.write<unknown>(clinic, tx =>
            one.kind === 'score'
              ? changeLead(tx, { id, score: one.score })
              : moveLead(tx, { id, stageId: stageAt(one.stage), position: one.position }),
          )
        }),
      )
      // On a busy machine a lock may take too long to come; a move that is refused for that has changed nothing.
      for (const one of outcomes)
        assert.ok(one.status === 'fulfilled' || codeOf(one.reason) === 'service_unavailable', `${one.status}`)
      await assertDense(clinic.company_id)
      const after = await app.sql('select from lead_move where company_id = $1', [clinic.company_id])
      const arrivals = commands.filter(({ kind }, i) => kind === 'add' && outcomes[i]?.status === 'fulfilled').length
      assert.ok(after.length - before.length >= arrivals)
    }),
    { numRuns: 25 },
  )
})

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : error)
