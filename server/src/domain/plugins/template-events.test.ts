import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templateEvents } from './template-events.ts'

const granted = ['lead.created', 'lead.rejected', 'appointment.created', 'laborder.created']

test('a family comes to the granted types of it alone, a type to itself, and each is named once', () => {
  assert.deepEqual(templateEvents(['lead.*'], granted), ['lead.created', 'lead.rejected'])
  assert.deepEqual(templateEvents(['appointment.created', 'lead.rejected', 'lead.*'], granted), [
    'appointment.created',
    'lead.rejected',
    'lead.created',
  ])
})
