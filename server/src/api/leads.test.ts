import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Input } from '@clinic/contract/kernel.ts'
import {
  createLead,
  getLead,
  listLeadRejectReasons,
  listLeadSources,
  listLeadStages,
  listLeads,
  updateLead,
} from '@clinic/contract/leads.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { nextPhone, pipeline } from '../../test/support/clinic/lead-stages.ts'
import { addReferralSource, addReferralSubSource, addRejectReason } from '../domain/leads/lead-lists.ts'

const app = await startApp()
const { clinic, branch, doctor, api } = await app.practice()
const { fresh, contacted, lost } = await pipeline(app, clinic)
const agents = [
  await app.doctor([branch], { role: 'receptionist', is_doctor: false, takes_leads: true }),
  await app.doctor([branch], { role: 'receptionist', is_doctor: false, takes_leads: true }),
]
await app.doctor([branch], { takes_leads: true, active: false })

const add = async (input: Partial<Input<typeof createLead>> = {}) =>
  (await api.call(createLead, { name: 'Khalid Invented', phone: nextPhone(), ...input })).body.data

const eventsOf = async (id: string) =>
  (
    await app.sql<{ type: string; data: Record<string, unknown>; previous: unknown }>(
      `select type, data, previous_attributes as previous from event
       where company_id = $1 and data->>'id' = $2 order by created_at, id`,
      [clinic.company_id, id],
    )
  ).map(({ type, data, previous }) => [type, data.stageId, previous])

test('the ids of sources, sub-sources and reject reasons are listed, and taken as listed', async () => {
  const here = await app.practice()
  const { lost: dead } = await pipeline(app, here.clinic)
  await app.write(here.clinic, async tx => {
    const walked = await addReferralSource(tx, 'Walked in')
    const instagram = await addReferralSource(tx, 'Instagram')
    for (const name of ['Story', 'Reel']) await addReferralSubSource(tx, instagram.id, name)
    await addReferralSubSource(tx, walked.id, 'With a friend')
    await addRejectReason(tx, 'Too far away')
  })
  const sources = await here.api.all(listLeadSources, { limit: 1 })
  const told = sources.map(({ name, subSources }) => [name, subSources.map(one => one.name).sort()])
  assert.deepEqual(Object.fromEntries(told), { Instagram: ['Reel', 'Story'], 'Walked in': ['With a friend'] })
  const [source, [reason]] = [
    sources.find(one => one.name === 'Instagram'),
    await here.api.all(listLeadRejectReasons, {}),
  ]
  const [sourceId, subSourceId] = [source?.id ?? '', source?.subSources[1]?.id ?? '']
  const wanted = { name: 'Huda Invented', phone: nextPhone(), sourceId, subSourceId }
  const lead = (await here.api.call(createLead, wanted)).body.data
  assert.deepEqual([lead.referralSourceId, lead.referralSubSourceId], [sourceId, subSourceId])
  const rejected = await here.api.call(updateLead, { id: lead.id, stageId: dead.id, rejectReasonId: reason?.id ?? '' })
  assert.deepEqual([reason?.name, rejected.body.data.rejectReasonId], ['Too far away', reason?.id])
  assert.deepEqual(await api.all(listLeadSources, {}), [])
})

test('a lead comes in on the first stage of the first branch, with its contact, due when the stage says', async () => {
  const phone = nextPhone()
  const { status, body } = await api.call(createLead, {
    name: 'Huda Invented',
    phone,
    dealSize: 1800.5,
    notes: 'Evenings',
  })
  assert.equal(status, 201)
  const lead = body.data
  assert.deepEqual(
    [lead.name, lead.phone, lead.stageId, lead.branchId, lead.dealSize],
    ['Huda Invented', `+966${phone.slice(1)}`, fresh.id, branch.id, 1800.5],
  )
  assert.deepEqual([lead.patientId, lead.score, lead.rejectReasonId], [null, null, null])
  assert.equal(Date.parse(lead.due ?? ''), Date.parse(lead.createdAt) + 86_400_000)
  assert.equal(lead.stagedAt, lead.createdAt)
  assert.deepEqual((await api.call(getLead, { id: lead.id })).body.data, lead)
  const [contact] = await app.sql('select name, phone from contact where company_id = $1', [clinic.company_id])
  assert.deepEqual(contact, { name: lead.name, phone: lead.phone })
  assert.deepEqual(await eventsOf(lead.id), [['lead.created', fresh.id, null]])
})

test('a phone number that a lead has is refused, however it is written', async () => {
  const { phone } = await add()
  const local = `0${phone?.slice(4)}`
  for (const spelling of [phone ?? '', local, `00966 ${local.slice(1)}`, local.replace(/(...)(...)/, '$1-$2_')]) {
    const { status, body } = await api.call(createLead, { name: 'Again', phone: spelling })
    assert.deepEqual([status, body.error.code], [409, 'lead_exists'], spelling)
  }
  const elsewhere = await app.practice()
  await pipeline(app, elsewhere.clinic)
  assert.equal((await elsewhere.api.call(createLead, { name: 'Elsewhere', phone: local })).status, 201)
})

test('of leads with one number that come at the same time one is taken, whatever stages they are for', async () => {
  const phone = nextPhone()
  const stages = [fresh.id, contacted.id, fresh.id, contacted.id, fresh.id, contacted.id]
  const answers = await Promise.all(stages.map(stageId => api.call(createLead, { name: 'Twin', phone, stageId })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409, 409])
})

test('refuses a text that is no possible phone number, though the pattern takes it', async () => {
  for (const phone of ['12345', '0000000000', '5 5 5 5 5']) {
    const { status, body } = await api.call(createLead, { name: 'Nobody', phone })
    assert.equal(status, 400, phone)
    assert.deepEqual(
      body.error.details?.issues?.map(({ path }) => path),
      ['/phone'],
    )
  }
})

test('a deal size has no more decimals than the currency', async () => {
  const { status, body } = await api.call(createLead, { name: 'Odd', phone: nextPhone(), dealSize: 10.001 })
  assert.equal(status, 400)
  assert.deepEqual(
    body.error.details?.issues?.map(({ path }) => path),
    ['/dealSize'],
  )
})

test('assigns leads to the staff that takes them, each in turn, and never to a person who left', async () => {
  const assigned = []
  for (let count = 0; count < 4; count++) assigned.push((await add()).assignedToId)
  assert.deepEqual(new Set(assigned), new Set(agents.map(({ id }) => id)))
  assert.deepEqual(assigned.slice(2), assigned.slice(0, 2))
})

test('a clinic without staff for leads leaves them unassigned; one without stages or branches has no place for them', async () => {
  const elsewhere = await app.practice()
  const without = await elsewhere.api.call(createLead, { name: 'Early', phone: nextPhone() })
  assert.deepEqual([without.status, without.body.error.details], [404, { resource: 'leadStage' }])
  await pipeline(app, elsewhere.clinic)
  assert.equal(
    (await elsewhere.api.call(createLead, { name: 'On time', phone: nextPhone() })).body.data.assignedToId,
    null,
  )
})

test('keeps source and sub-source, and refuses a sub-source of another source', async () => {
  const { snapchat, story, maps } = await app.write(clinic, async tx => {
    const first = await addReferralSource(tx, 'Snapchat')
    return {
      snapchat: first,
      story: await addReferralSubSource(tx, first.id, 'Story'),
      maps: await addReferralSource(tx, 'Maps'),
    }
  })
  const lead = await add({ sourceId: snapchat.id, subSourceId: story.id })
  assert.deepEqual([lead.referralSourceId, lead.referralSubSourceId], [snapchat.id, story.id])
  const input = { name: 'Mixed', phone: nextPhone(), sourceId: maps.id, subSourceId: story.id }
  const { status, body } = await api.call(createLead, input)
  assert.deepEqual([status, body.error.details], [404, { resource: 'referral_sub_source' }])
})

test('a record of another clinic is not found, wherever it is named', async () => {
  const other = await app.practice()
  const theirs = await pipeline(app, other.clinic)
  const named = { name: 'Foreign', phone: nextPhone() }
  const foreign = [
    [{ stageId: theirs.fresh.id }, 'leadStage'],
    [{ branchId: other.branch.id }, 'branch'],
    [{ sourceId: 'rfs_nowhere' }, 'referral_source'],
  ] as const
  for (const [input, resource] of foreign) {
    const { status, body } = await api.call(createLead, { ...named, ...input })
    assert.deepEqual([status, body.error.details], [404, { resource }])
  }
  const { id } = await add()
  const moved = await api.call(updateLead, { id, stageId: theirs.fresh.id })
  assert.deepEqual([moved.status, moved.body.error.details], [404, { resource: 'leadStage' }])
  const assigned = await api.call(updateLead, { id, assignedToId: other.doctor.id })
  assert.deepEqual([assigned.status, assigned.body.error.details], [404, { resource: 'practitioner' }])
  assert.equal((await other.api.call(getLead, { id })).status, 404)
  assert.equal((await other.api.call(updateLead, { id, score: 1 })).status, 404)
})

test('a move puts the lead last in its new stage, closes the gap, counts, dates and notes it, and says so once', async () => {
  const before = await add({ stageId: fresh.id })
  const behind = await add({ stageId: fresh.id })
  const counted = async (id: string) => (await api.all(listLeadStages, {})).find(stage => stage.id === id)?.totalLeads
  const [inFresh, inContacted] = [await counted(fresh.id), await counted(contacted.id)]
  const { status, body } = await api.call(updateLead, { id: before.id, stageId: contacted.id })
  assert.equal(status, 200)
  const { stageId, order, due, stagedAt } = body.data
  assert.deepEqual([stageId, order, await counted(contacted.id)], [contacted.id, (inContacted ?? 0) + 1, order])
  assert.equal(await counted(fresh.id), (inFresh ?? 0) - 1)
  assert.equal(Date.parse(due ?? '') - Date.parse(stagedAt ?? ''), 2 * 86_400_000)
  assert.equal((await api.call(getLead, { id: behind.id })).body.data.order, behind.order - 1)
  const timeline = await app.sql(
    'select from_stage_id, to_stage_id from lead_move where lead_id = $1 order by created_at, id',
    [before.id],
  )
  assert.deepEqual(timeline, [
    { from_stage_id: null, to_stage_id: fresh.id },
    { from_stage_id: fresh.id, to_stage_id: contacted.id },
  ])
  const again = await api.call(updateLead, { id: before.id, stageId: contacted.id })
  assert.deepEqual(again.body.data, body.data)
  assert.deepEqual(await eventsOf(before.id), [
    ['lead.created', fresh.id, null],
    ['lead.stage_changed', contacted.id, { stageId: fresh.id }],
  ])
})

test('the stages are listed in the order of the pipeline, page by page', async () => {
  const here = await app.practice()
  await pipeline(app, here.clinic)
  const stages = await here.api.all(listLeadStages, { limit: 1 })
  assert.deepEqual(
    stages.map(({ name }) => name),
    ['New', 'Contacted', 'Won', 'Lost'],
  )
})

test('a reason that follows and another assignee send no event, and each is in the delta', async () => {
  const reason = await app.write(clinic, tx => addRejectReason(tx, 'No time'))
  const { id } = await add()
  await api.call(updateLead, { id, stageId: lost.id })
  const told = await eventsOf(id)
  assert.deepEqual(
    told.map(([type]) => type),
    ['lead.created', 'lead.stage_changed', 'lead.rejected'],
  )
  for (const change of [{ rejectReasonId: reason.id }, { assignedToId: doctor.id }, { assignedToId: null }]) {
    const { updatedAt } = (await api.call(getLead, { id })).body.data
    const { body } = await api.call(updateLead, { id, ...change })
    const delta = await api.all(listLeads, { updatedAfter: updatedAt })
    assert.deepEqual(
      delta.filter(one => one.id === id),
      [body.data],
    )
  }
  assert.deepEqual(await eventsOf(id), told)
})

test('a move to a stage that rejects fires lead.rejected besides, keeps the reason, and loses it on the way out', async () => {
  const reason = await app.write(clinic, tx => addRejectReason(tx, 'Price'))
  const { id } = await add()
  const tooEarly = await api.call(updateLead, { id, rejectReasonId: reason.id })
  assert.deepEqual(
    tooEarly.body.error.details?.issues?.map(({ path }) => path),
    ['/rejectReasonId'],
  )
  assert.equal((await api.call(updateLead, { id, stageId: lost.id, rejectReasonId: 'rjr_nowhere' })).status, 404)
  const rejected = await api.call(updateLead, { id, stageId: lost.id, rejectReasonId: reason.id })
  assert.equal(rejected.body.data.rejectReasonId, reason.id)
  const back = await api.call(updateLead, { id, stageId: fresh.id })
  assert.equal(back.body.data.rejectReasonId, null)
  const open = await api.call(updateLead, { id, stageId: lost.id })
  assert.deepEqual([open.status, open.body.data.rejectReasonId], [200, null])
  const filled = await api.call(updateLead, { id, rejectReasonId: reason.id })
  assert.equal(filled.body.data.rejectReasonId, reason.id)
  assert.deepEqual(
    (await eventsOf(id)).map(([type]) => type),
    [
      'lead.created',
      ...['lead.stage_changed', 'lead.rejected'],
      'lead.stage_changed',
      ...['lead.stage_changed', 'lead.rejected'],
    ],
  )
})

test('changes assignment, score and deal size without an event; null clears what may be empty', async () => {
  const { id } = await add({ dealSize: 500 })
  const changed = await api.call(updateLead, { id, assignedToId: doctor.id, score: 80, dealSize: 18_000 })
  const { assignedToId, score, dealSize } = changed.body.data
  assert.deepEqual([assignedToId, score, dealSize], [doctor.id, 80, 18_000])
  const cleared = await api.call(updateLead, { id, assignedToId: null, score: null })
  assert.deepEqual(
    [cleared.body.data.assignedToId, cleared.body.data.score, cleared.body.data.dealSize],
    [null, null, 18_000],
  )
  const same = await api.call(updateLead, { id, score: null, dealSize: 18_000 })
  assert.equal(same.body.data.updatedAt, cleared.body.data.updatedAt)
  assert.equal((await eventsOf(id)).length, 1)
})

test('lists leads newest first and by stage or assignee', async () => {
  const { id } = await add({ stageId: contacted.id })
  await api.call(updateLead, { id, assignedToId: doctor.id })
  assert.equal((await api.list(listLeads, { limit: 1 })).body.data[0]?.id, id)
  const mine = await api.all(listLeads, { stageId: contacted.id, assignedToId: doctor.id })
  assert.deepEqual(
    mine.map(lead => lead.id),
    [id],
  )
})
