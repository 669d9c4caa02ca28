import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personTyped } from './typed-person.ts'

test('who is looked for and not found begins a file: digits as the phone, in either script, words as the names', () => {
  assert.deepEqual(personTyped(' 0501 234-567 '), { phoneNumber: '0501 234-567' })
  assert.deepEqual(personTyped('+966 50 123 4567'), { phoneNumber: '+966 50 123 4567' })
  assert.deepEqual(personTyped('٠٥٠١٢٣٤٥٦٧'), { phoneNumber: '٠٥٠١٢٣٤٥٦٧' })
  assert.deepEqual(personTyped('Abdul  Rahman Al Ghamdi'), { firstName: 'Abdul', lastName: 'Rahman Al Ghamdi' })
  assert.deepEqual(personTyped(''), { firstName: '', lastName: '' })
})
