import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretBox } from '../kernel/values/secret-box.ts'
import { generate } from './generate.ts'
import { nakheel } from './nakheel.ts'
import { salmiya } from './salmiya.ts'

const now = Date.parse('2026-11-22T09:40:00Z')
const made = await generate(nakheel, { now, plugins: [], box: secretBox([Buffer.alloc(32, 7)]) })
const kuwait = await generate(salmiya, { now, plugins: [], box: secretBox([Buffer.alloc(32, 7)]) })

test('clinic A has 60 leads, 15 of them converted, in stages whose orders have no gaps and whose counts are right', () => {
  const leads = made.of('lead')
  assert.equal(leads.length, 60)
  assert.equal(leads.filter(({ patient_id, journeyed_at }) => patient_id && journeyed_at).length, 15)
  for (const stage of made.of('lead_stage')) {
    const places = leads.filter(({ stage_id }) => stage_id === stage.id).map(({ sort_order }) => sort_order)
    assert.deepEqual(
      places.toSorted((one, other) => one - other),
      Array.from({ length: Number(stage.total_leads) }, (_, index) => index + 1),
    )
    assert.ok(places.length > 0)
  }
})

test('every lead’s timeline leads from the first stage to where it is, without a gap', () => {
  for (const lead of made.of('lead')) {
    const moves = made.of('lead_move').filter(({ lead_id }) => lead_id === lead.id)
    assert.equal(moves[0]?.from_stage_id, null)
    moves.forEach((move, index) => {
      if (index > 0) assert.equal(move.from_stage_id, moves[index - 1]?.to_stage_id)
    })
    assert.equal(moves.at(-1)?.to_stage_id, lead.stage_id)
    assert.equal(moves.at(-1)?.created_at, lead.staged_at)
    assert.ok(Date.parse(lead.updated_at) <= now && lead.created_at <= lead.updated_at)
  }
})

test('clinic A has 200 conversations in two languages, that count what is in them, and each phone has one', () => {
  const conversations = made.of('conversation')
  assert.equal(conversations.length, 200)
  assert.equal(new Set(conversations.map(({ phone }) => phone)).size, 200)
  assert.deepEqual(new Set(conversations.map(({ language }) => language)), new Set(['ar', 'en']))
  const messages = Map.groupBy(made.of('conversation_message'), ({ conversation_id }) => conversation_id)
  for (const one of [...conversations, ...kuwait.of('conversation')]) {
    const own =
      messages.get(one.id) ?? kuwait.of('conversation_message').filter(each => each.conversation_id === one.id)
    assert.equal(one.messages_count, own.length)
    assert.equal(one.last_message_at, own.at(-1)?.created_at)
    const trailing = own.length - 1 - own.findLastIndex(({ direction }) => direction === 'OUTBOUND')
    assert.equal(one.unseen_count, one.resolved ? 0 : trailing)
    for (const { created_at, updated_at } of own) assert.ok(created_at <= updated_at && Date.parse(updated_at) <= now)
  }
})

test('templates show every status, and every message that was sent has its communication', () => {
  const statuses = new Set(made.of('message_template').map(({ status }) => status))
  assert.deepEqual(statuses, new Set(['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED']))
  const communications = new Map(made.of('communication').map(one => [one.id, one]))
  const sent = made.of('conversation_message').filter(({ direction }) => direction === 'OUTBOUND')
  for (const { communication_id, status } of sent) {
    const state = communications.get(communication_id ?? '')?.state
    assert.equal(state, status === 'failed' ? 'FAILED' : 'SENT')
  }
  const channels = new Set([...communications.values()].map(({ channel }) => channel))
  assert.deepEqual(channels, new Set(['whatsapp', 'sms', 'email']))
})
