import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_ASSISTANT_SCOPES, ASSISTANT_SCOPES } from './assistant-scopes.ts'

test('what shows a patient’s health or how to reach them is sensitive, and nothing else is', () => {
  const sensitive = ALL_ASSISTANT_SCOPES.filter(name => ASSISTANT_SCOPES[name].sensitive)
  assert.deepEqual(sensitive, ['clinical:read', 'documents:read', 'patients:read.pii'])
})

test('in Arabic every scope is what is seen, which stands after “he can look at”', () => {
  for (const name of ALL_ASSISTANT_SCOPES) assert.doesNotMatch(ASSISTANT_SCOPES[name].ar, /الاطلاع|قراءة|^البحث/, name)
})
