import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyToken } from '@clinic/contract/access.ts'
import { getClinic } from '@clinic/contract/clinic.ts'
import { listConversations, updateConversation } from '@clinic/contract/conversations.ts'
import { MaybeId, MaybeText, Nested } from '@clinic/contract/fields.ts'
import { family, Type } from '@clinic/contract/kernel.ts'
import { getPatient } from '@clinic/contract/patients.ts'
import { PersonalInParts, PersonalOfPatient, PersonalPhone, PersonalPhoneOfPatient } from '@clinic/contract/tiers.ts'
import { answerer } from './whitelist.ts'

const at = '2026-07-01T09:00:00.000Z'
const conversation = (patientId: string | null) => ({
  object: 'conversation',
  ...{ id: 'cnv_1', phone: '+966501234512', name: 'Sara Invented', language: null, blocked: false, resolved: false },
  ...{ unseenCount: 0, messagesCount: 1, lastMessageAt: at, lastActivityAt: at, patientId, leadId: null },
  ...{ assignedToId: null, createdAt: at, updatedAt: at, search_text: 'sara invented' },
})
const everything = () => true
const nothing = () => false
const items = (text: string): Record<string, unknown>[] => JSON.parse(text).data

test('masks the phone of every conversation, and leaves out the name only of those that are a patient’s', () => {
  const answer = { data: [conversation('pat_1'), conversation(null)], hasMore: false, nextCursor: null }
  const [ofPatient, ofStranger] = items(answerer(listConversations).write(answer, nothing))
  assert.deepEqual([ofPatient?.phone, ofStranger?.phone], ['+966*******12', '+966*******12'])
  assert.ok(ofPatient && !('name' in ofPatient))
  assert.equal(ofStranger?.name, 'Sara Invented')
})

test('shows phone and name with the scope, in lists and single records', () => {
  const list = { data: [conversation('pat_1')], hasMore: false, nextCursor: null }
  const [listed] = items(answerer(listConversations).write(list, everything))
  const single = JSON.parse(answerer(updateConversation).write({ data: conversation('pat_1') }, everything)).data
  for (const shown of [listed, single])
    assert.deepEqual([shown?.phone, shown?.name], ['+966501234512', 'Sara Invented'])
})

test('does not change the record it was given, and writes nothing undeclared', () => {
  const given = { data: conversation('pat_1') }
  const written = JSON.parse(answerer(updateConversation).write(given, nothing)).data
  assert.deepEqual(given, { data: conversation('pat_1') })
  assert.ok(!('search_text' in written))
})

test('a masked field counts as a field tier, so that the audit says which was shown', () => {
  assert.deepEqual(answerer(listConversations).tier(everything), ['patients:read.pii'])
  assert.deepEqual(answerer(listConversations).tier(nothing), [])
  assert.deepEqual(answerer(getPatient).tier(everything), ['patients:read.pii'])
  assert.deepEqual(answerer(getClinic).tier(everything), [])
})

test('rules hold inside nested objects and lists too', () => {
  const Contact = Nested({
    phone: PersonalPhone(MaybeText),
    name: PersonalOfPatient(MaybeText),
    mobile: PersonalPhoneOfPatient(MaybeText),
    said: PersonalInParts('saidAtFirst', MaybeText),
    patientId: MaybeId,
  })
  const declared = family('', { read: anyToken }).operation({
    ...{ id: 'getContacts', route: 'GET /contacts', summary: '' },
    returns: Nested({ first: Contact, others: Type.Array(Contact) }),
  })
  const contact = (patientId: string | null, phone: string | null) => ({
    ...{ phone, name: 'Sara', mobile: phone, patientId },
    ...{ said: 'Dear Sara', ...(patientId !== 'pat_2' && { saidAtFirst: 'Dear {{1}}' }) },
  })
  const data = {
    first: contact('pat_1', '+96551234567'),
    others: [contact(null, '+96551234567'), contact('pat_2', '+96551234567')],
  }
  assert.deepEqual(JSON.parse(answerer(declared).write({ data }, nothing)).data, {
    first: { phone: '+965******67', mobile: '+965******67', said: 'Dear {{1}}', patientId: 'pat_1' },
    others: [
      { phone: '+965******67', name: 'Sara', mobile: '+96551234567', said: 'Dear {{1}}', patientId: null },
      { phone: '+965******67', mobile: '+965******67', patientId: 'pat_2' },
    ],
  })
})
