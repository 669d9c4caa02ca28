import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nearest } from './suggest.ts'

const names = ['branchId', 'doctorId', 'patientId', 'status', 'searchTerm', 'limit', 'to']

test('finds the name that was meant', () => {
  const meant = {
    branchID: 'branchId',
    branch_id: 'branchId',
    brnachId: 'branchId',
    docterId: 'doctorId',
    lmit: 'limit',
  }
  for (const [word, name] of Object.entries(meant)) assert.equal(nearest(word, names), name, word)
})

test('finds what other interfaces call by another name', () => {
  const list = [...names, 'cursor', 'from', 'updatedAfter', 'assignedToId']
  const meant = {
    updatedSince: 'updatedAfter',
    updated_since: 'updatedAfter',
    modifiedSince: 'updatedAfter',
    since: 'from',
    createdBefore: 'to',
    page: 'cursor',
    per_page: 'limit',
    q: 'searchTerm',
    assignee: 'assignedToId',
  }
  for (const [word, name] of Object.entries(meant)) assert.equal(nearest(word, list), name, word)
  assert.equal(nearest('updatedSince', names), undefined)
})

test('suggests nothing where nothing is near', () => {
  for (const word of ['', 'x', 'colour', 'doc', 'a'.repeat(5000)]) assert.equal(nearest(word, names), undefined, word)
})

test('finds every known name itself, and each name with one character dropped', () => {
  fc.assert(
    fc.property(fc.constantFrom('branchId', 'doctorId', 'patientId', 'searchTerm'), fc.nat(20), (name, at) => {
      assert.equal(nearest(name, names), name)
      const index = at % name.length
      assert.equal(nearest(name.slice(0, index) + name.slice(index + 1), names), name)
    }),
  )
})
