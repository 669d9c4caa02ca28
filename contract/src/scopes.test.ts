import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tierOfEvent } from './event-tiers.ts'
import { marksOf, TIER_OF, type Tier } from './scope-tiers.ts'
import { isScopeName, SCOPES } from './scopes.ts'

const sentences = Object.entries(SCOPES)
const SCOPE_NAMES = Object.keys(SCOPES).filter(isScopeName)

test('names the 48 scopes of the catalogue', () => {
  assert.equal(sentences.length, 48)
})

test('says what each scope allows in one sentence of its own, in English and in Arabic', () => {
  for (const [name, { en, ar }] of sentences) {
    assert.match(en, /^[A-Z][^.!?]+\.$/, name)
    assert.match(ar, /^[\u0600-\u06FF][^.!?]+\.$/, name)
    assert.doesNotMatch(ar, /[A-Za-z]/, name)
  }
  assert.equal(new Set(sentences.flatMap(([, { en, ar }]) => [en, ar])).size, 96)
})

test('each of the 48 scopes stands under one tier of consent, those of people and health said here again', () => {
  const of = (tier: Tier) => SCOPE_NAMES.filter(name => TIER_OF[name] === tier)
  const tiers = (['clinic', 'records', 'people', 'health', 'money'] as const).map(of)
  assert.deepEqual(tiers.flat().sort(), [...SCOPE_NAMES].sort())
  assert.deepEqual(of('records'), [
    'patients:read',
    'appointments:read',
    'appointments:write',
    'loyalty:read',
    'loyalty:write',
  ])
  const families = (names: readonly string[]) => [...new Set(names.map(name => name.split(':')[0]))].sort()
  assert.deepEqual(families(of('people')), [
    ...['communications', 'conversations', 'feedback', 'insurance', 'leads', 'patients', 'practitioners', 'tasks'],
  ])
  assert.deepEqual(families(of('health')), [
    ...['encounters', 'files', 'forms', 'laborders', 'prescriptions', 'quotations', 'treatments'],
  ])
  assert.equal(TIER_OF['patients:read.pii'], 'people')
  assert.equal(TIER_OF['patients:write'], 'people')
  assert.equal(TIER_OF['practitioners:read'], 'clinic')
})

test('marks what changes data, costs money and moves money', () => {
  assert.deepEqual(marksOf('patients:read'), [])
  assert.deepEqual(marksOf('patients:write'), ['changesData'])
  assert.deepEqual(marksOf('communications:send'), ['costsMoney'])
  assert.deepEqual(
    SCOPE_NAMES.filter(name => marksOf(name).includes('movesMoney')),
    ['payments:write', 'paymentlinks:write'],
  )
})

test('an event stands under the tier of what reads its record', () => {
  assert.equal(tierOfEvent('patient.created'), 'records')
  assert.equal(tierOfEvent('lead.created'), 'people')
  assert.equal(tierOfEvent('treatmentstep.completed'), 'health')
  assert.equal(tierOfEvent('invoice.paid'), 'money')
  assert.equal(tierOfEvent('plugin.settings.updated'), 'clinic')
})
