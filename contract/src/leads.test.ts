import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLead } from './leads.ts'
import { validator } from './validate.ts'

const lead = { name: 'Invented Lead', phone: '+966 50 000 0000' }

test('takes a referral sub-source only together with its source', () => {
  const paths = (input: Record<string, unknown>) => createLead.check?.({ ...lead, ...input }).map(({ path }) => path)
  assert.deepEqual(paths({}), [])
  assert.deepEqual(paths({ sourceId: 'rfs_1' }), [])
  assert.deepEqual(paths({ sourceId: 'rfs_1', subSourceId: 'rss_1' }), [])
  assert.deepEqual(paths({ subSourceId: 'rss_1' }), ['/sourceId'])
})

test('takes phones by the pattern of the specification: a digit after an optional +, then 4 to 19 more characters', () => {
  const { check } = validator(createLead.input)
  for (const phone of ['05000', '+96650000_0000', '966-50-000-0000', `+${'1'.repeat(20)}`])
    assert.ok(check({ ...lead, phone }), phone)
  for (const phone of ['0500', '++96650000', '(966) 5000', '٠٥٠٠٠٠٠٠٠٠', '1'.repeat(21), ' 05000', '05000\n', ''])
    assert.ok(!check({ ...lead, phone }), JSON.stringify(phone))
})
