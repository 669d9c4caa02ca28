import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPatient } from '@clinic/contract/patients.ts'
import { backfill } from '../src/jobs/backfill.ts'
import { startApp } from './support/app/harness.ts'
import { runJobs } from './support/app/jobs.ts'

const app = await startApp()
const { branch, api } = await app.practice()
const PEOPLE = [
  { firstName: 'Sara', lastName: 'Invented', phoneNumber: '+966551230001', email: 'sara@clinic.example' },
  { firstName: 'أحمد', lastName: 'العُتيبي', phoneNumber: '+966551230002' },
  { firstName: 'José-María', lastName: 'O’Neil 3', clinicFileNumber: 'A-٧' },
  { firstName: 'Lina', lastName: 'Zed', email: 'lina@clinic.example' },
]

/** That of the practice is found by less than the product writes. */
await app.sql('delete from patient')

test('a file that a program from before folded names has written is named as the present one names it', async () => {
  for (const person of PEOPLE) {
    const { status, text } = await api.call(createPatient, { branchId: branch.id, ...person })
    assert.equal(status, 201, text)
  }
  const names = () => app.sql('select id, name_text, updated_at::text from patient order by id')
  const named = await names()
  assert.ok(named.length === PEOPLE.length && named.every(({ name_text }) => name_text !== ''))
  await app.sql(`update patient set name_text = '' where first_name <> 'Lina'`)
  await app.sql(`update patient set name_text = 'own' where first_name = 'Lina'`)
  await app.sql('select graphile_worker.add_job($1)', [backfill.name])
  await runJobs(app, { jobs: [backfill] })
  const lina = ({ name_text }: (typeof named)[number]) => name_text === 'lina zed'
  assert.deepEqual(
    await names(),
    named.map(file => (lina(file) ? { ...file, name_text: 'own' } : file)),
  )
  assert.deepEqual(
    await app.sql(`select looked >= mended as ok, mended::int, done_at is not null as done from backfill`),
    [{ ok: true, mended: named.length - 1, done: true }],
  )
})
