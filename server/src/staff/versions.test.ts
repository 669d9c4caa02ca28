import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Input } from '@clinic/contract/kernel.ts'
import { createPatient, updatePatient } from '@clinic/contract/patients.ts'
import { getPatientFile, updatePatientFile } from '@clinic/contract/staff/patients.ts'
import fc from 'fast-check'
import { startApp } from '../../test/support/app/harness.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { movePatientTotals } from '../domain/billing/patient-totals.ts'

const app = await startApp()
const { clinic, branch, api: plugin } = await app.practice()

const writers = await Promise.all(
  ['receptionist', 'admin'].map(async role => {
    const { cookie, user } = await staffMember(app, clinic, role)
    return { id: user.id, api: staffClient(app, () => cookie) }
  }),
)
const [desk, admin] = writers
const nameOf = async (id = '') =>
  (await app.sql<{ name: string }>('select name from staff_user where id = $1', [id]))[0]?.name

const open = async () => {
  const input = { branchId: branch.id, firstName: 'Mona', lastName: 'Saleh', nationalId: '1098765432' }
  return (await plugin.call(createPatient, input)).body.data.id
}
const FIELDS = ['firstName', 'title', 'address', 'nationalId', 'birthDate', 'phoneNumber'] as const
type Field = (typeof FIELDS)[number]
const VALUES: Readonly<Record<Field, readonly string[]>> = {
  firstName: ['Mona', 'Huda', 'Noor'],
  title: ['Dr', 'Ms', 'Eng'],
  address: ['Olaya', 'Malaz', 'Naseem'],
  nationalId: ['1098765432', '2087654321', '1087654320'],
  birthDate: ['1990-01-01', '1991-02-02', '1992-03-03'],
  phoneNumber: ['+966501111111', '+966502222222', '+966503333333'],
}
type Change = Partial<Input<typeof updatePatientFile>>

/** What a person types, and whether they look at the file anew before they save it. */
const step = fc.record({
  who: fc.nat({ max: 2 }),
  reads: fc.boolean(),
  fields: fc.uniqueArray(fc.constantFrom(...FIELDS), { minLength: 1, maxLength: 3 }),
  value: fc.nat({ max: 2 }),
})

test('two people and a plugin who change a file at will never lose a change unsaid: each field is its last accepted one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async steps => {
      const id = await open()
      const read = async () => (await writers[0]?.api.call(getPatientFile, { id }))?.body.data ?? assert.fail()
      const seen = [await read(), await read()]
      const model: Record<string, unknown> = { ...seen[0] }
      for (const { who, reads, fields, value } of steps) {
        const change: Change = Object.fromEntries(fields.map(field => [field, VALUES[field][value]]))
        const [writer, shown] = [writers[who], seen[who]]
        if (!writer || !shown) {
          assert.equal((await plugin.call(updatePatient, { ...change, id })).status, 200)
          Object.assign(model, change)
          continue
        }
        const known = reads ? await read() : shown
        const { status, body } = await writer.api.call(updatePatientFile, { ...change, id }, { version: known.version })
        const differing = fields.filter(field => known[field] !== model[field])
        assert.equal(status, differing.length > 0 ? 409 : 200, JSON.stringify({ differing, body }))
        if (status === 200) Object.assign(model, change)
        else {
          const told = Array.isArray(body.error.details?.changes) ? body.error.details.changes : []
          const expected = FIELDS.filter(field => known[field] !== model[field])
          assert.deepEqual(
            told.filter(({ field }) => FIELDS.includes(field)).sort((one, other) => (one.field < other.field ? -1 : 1)),
            [...expected].sort().map(field => ({ field, from: known[field], to: model[field] })),
          )
        }
        seen[who] = await read()
      }
      const end: Record<string, unknown> = { ...(await read()) }
      for (const field of FIELDS) assert.equal(end[field], model[field], field)
    }),
    { numRuns: 12 },
  )
})

test('of two who save the same field at the same time one is told of the other, and both stand in what was kept', async () => {
  const id = await open()
  const answers = await Promise.all(
    writers.map(({ api }, n) => api.call(updatePatientFile, { id, title: VALUES.title[n] ?? '' })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  const late = answers.find(({ status }) => status === 409)
  const winner = writers.find((_, n) => answers[n]?.status === 200)
  assert.deepEqual(late?.body.error.details?.by, { kind: 'staff', name: await nameOf(winner?.id) })
  const kept = await app.sql<{ version: number; caller: string; changes: object }>(
    'select version, caller, changes from record_change where record_id = $1 order by version',
    [id],
  )
  const title = answers.find(({ status }) => status === 200)?.body.data.title ?? null
  assert.deepEqual(kept, [{ version: 2, caller: `staff ${winner?.id}`, changes: { title: [null, title] } }])
})

test('what a plugin changed is told by its name; a number is kept sealed and told to those who may see it', async () => {
  const id = await open()
  assert.equal((await plugin.call(updatePatient, { id, nationalId: '2087654321' })).status, 200)
  const { body } = (await desk?.api.call(updatePatientFile, { id, nationalId: '1087654320' })) ?? assert.fail()
  const { by, changes } = body.error.details ?? {}
  assert.deepEqual(changes, [{ field: 'nationalId', from: '1098765432', to: '2087654321' }])
  assert.ok(JSON.stringify(by).includes('"kind":"installation"'))
  const [row] = await app.sql<{ text: string }>(
    'select changes::text as text from record_change where record_id = $1',
    [id],
  )
  assert.ok(row && !/1098765432|2087654321/.test(row.text), String(row?.text))
  const other = await admin?.api.call(updatePatientFile, { id, title: 'Dr' })
  assert.deepEqual([other?.status, other?.body.data.version], [200, 3])
})

test('a change that changes nothing is no version, and what follows from invoices is none', async () => {
  const id = await open()
  assert.equal((await plugin.call(updatePatient, { id, firstName: 'Mona' })).body.data.firstName, 'Mona')
  await app.write(clinic, tx => movePatientTotals(tx, id, { invoicedMinor: 100 }))
  const { body } = (await desk?.api.call(getPatientFile, { id })) ?? assert.fail()
  assert.equal(body.data.version, 1)
})
