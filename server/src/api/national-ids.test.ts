import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPatient, getPatient, listPatients, updatePatient } from '@clinic/contract/patients.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { reportToSandbox } from '../../test/support/clinic/e-invoicing.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { everythingStored } from '../../test/support/database/everything-stored.ts'
import { nationalIdOf } from '../domain/patients/national-id.ts'
import { sealNationalIds } from '../jobs/seal-national-ids.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, api } = practice
const NUMBER = '1098765432'
const person = { branchId: branch.id, firstName: 'Huda', lastName: 'Invented' }
const spellings = (text: string) => [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64')]

const found = async (searchTerm: string, client = api) =>
  (await client.list(listPatients, { searchTerm })).body.data.map(({ id }) => id)
const storedOf = async (id: string) => {
  const [row] = await app.sql<{ national_id: string | null; sealed: Buffer; mac: string; text: string; at: string }>(
    `select national_id, national_id_sealed as sealed, national_id_mac as mac, search_text as text, updated_at as at
     from patient where id = $1`,
    [id],
  )
  return row ?? assert.fail()
}
async function assertStoredNowhere(number: string): Promise<void> {
  const everything = await everythingStored(app.sql)
  for (const spelling of spellings(number)) assert.ok(!everything.includes(spelling), 'A national id lies in clear.')
}
async function seal(job = sealNationalIds): Promise<void> {
  await app.sql('select graphile_worker.add_job($1)', [job.name])
  await runJobs(app, { jobs: [job] })
}

test('a national id lies sealed wherever it is stored, and is read as it was given', async () => {
  const { data } = (await api.call(createPatient, { ...person, nationalId: NUMBER })).body
  assert.equal(data.nationalId, NUMBER)
  assert.equal((await api.call(getPatient, { id: data.id })).body.data.nationalId, NUMBER)
  await assertStoredNowhere(NUMBER)
})

test('a national id is found by the whole number, in whatever digits and however spaced, and by no part of it', async () => {
  const { id } = (await api.call(createPatient, { ...person, nationalId: '1055500077' })).body.data
  for (const term of ['1055500077', '١٠٥٥٥٠٠٠٧٧', '10555 000 77', ' 1055-500-077 '])
    assert.deepEqual(await found(term), [id])
  for (const term of ['105550007', '055500077', '5550', '10555000770']) assert.deepEqual(await found(term), [])
})

test('without patients:read.pii a national id is neither shown nor found', async () => {
  const { id } = (await api.call(createPatient, { ...person, nationalId: '1055500078' })).body.data
  const shy = app.api((await app.installation(clinic, { scopes: ['patients:read'] })).token)
  assert.ok(!('nationalId' in (await shy.call(getPatient, { id })).body.data))
  assert.deepEqual(await found('1055500078', shy), [])
})

test('a sealed national id is bound to its clinic: elsewhere it does not open, and its MAC finds nobody', async () => {
  const { id } = (await api.call(createPatient, { ...person, nationalId: '1055500079' })).body.data
  const other = await app.practice()
  const stored = await storedOf(id)
  await app.sql('update patient set national_id_sealed = $2, national_id_mac = $3 where id = $1', [
    other.patient.id,
    stored.sealed,
    stored.mac,
  ])
  assert.deepEqual(await found('1055500079', other.api), [])
  await app.write(other.clinic, async tx => {
    const row = await tx.get('patient', other.patient.id)
    assert.throws(() => nationalIdOf(tx, row))
  })
})

test('changing the national id is told by its name and recorded, and the same number again changes nothing', async () => {
  const { id } = (await api.call(createPatient, { ...person, nationalId: '1055500080' })).body.data
  const before = await storedOf(id)
  await api.call(updatePatient, { id, nationalId: '1055500080' })
  assert.deepEqual(await storedOf(id), before)
  await api.call(updatePatient, { id, nationalId: '1055500081' })
  const cleared = await api.call(updatePatient, { id, nationalId: null })
  assert.equal(cleared.body.data.nationalId, null)
  const told = await app.sql<{ fields: string[] }>(
    `select data->'changedFields' as fields from event where type = 'patient.updated' and data->>'id' = $1`,
    [id],
  )
  assert.deepEqual(told, [{ fields: ['nationalId'] }, { fields: ['nationalId'] }])
  const recorded = await app.sql<{ fields: string }>(
    `select array_to_string(changed_fields, ',') as fields from audit_record
     where operation = 'updatePatient' and patient_ids = array[$1] order by at, request_id`,
    [id],
  )
  assert.deepEqual(recorded.map(({ fields }) => fields).sort(), ['', 'nationalId', 'nationalId'])
  assert.deepEqual([await found('1055500080'), await found('1055500081')], [[], []])
})

test('what lies in clear from before is sealed batch by batch, goes on after a crash, and changes nothing that is shown', async () => {
  const own = await app.practice()
  const numbers = Array.from({ length: 230 }, (_, index) => `10444${String(index).padStart(5, '0')}`)
  const ids: string[] = []
  for (const national_id of numbers)
    ids.push((await app.patient(own.branch, { national_id, search_text: `patient number ${national_id}` })).id)
  const inClear = async () =>
    (await app.sql('select id from patient where company_id = $1 and national_id is not null', [own.clinic.company_id]))
      .length
  const one = ids.at(-1) ?? assert.fail()
  const before = await storedOf(one)
  let batches = 0
  const crashing: typeof sealNationalIds = {
    ...sealNationalIds,
    run: (run, payload) => {
      const inClinic: typeof run.inClinic = (id, work) => {
        if (batches++ > 0) throw new Error('the power fails')
        return run.inClinic(id, work)
      }
      return sealNationalIds.run({ ...run, inClinic }, payload)
    },
  }
  await seal(crashing)
  assert.equal(await inClear(), 30)
  await app.sql('delete from graphile_worker._private_jobs')
  await seal()
  assert.equal(await inClear(), 0)
  assert.deepEqual(await found('1044400229', own.api), [one])
  assert.equal((await storedOf(one)).at, before.at)
  await assertStoredNowhere('1044400229')
})

test('the document of an e-invoice, which names the citizen’s national id, lies sealed too and is cleared', async () => {
  await reportToSandbox(app, practice)
  const citizen = { ...person, nationality: 'SA', nationalId: '1055500090' }
  const { id } = (await api.call(createPatient, citizen)).body.data
  await issueInvoice(app, { ...practice, patient: { ...practice.patient, id } }, 100)
  await runJobs(app)
  const [submission] = await app.sql<{ status: string; document_xml: string | null; sealed: boolean }>(
    `select einvoice_submission.status, document_xml, document_sealed is not null as sealed
     from einvoice_submission join invoice on invoice.id = invoice_id where patient_id = $1`,
    [id],
  )
  assert.deepEqual(submission, { status: 'SUBMITTED', document_xml: null, sealed: true })
  await assertStoredNowhere('1055500090')
})

test('a document in clear from before is sealed, and sent as it was', async () => {
  const [submission] = await app.sql<{ id: string }>('select id from einvoice_submission limit 1')
  await app.sql(
    `update einvoice_submission set document_xml = '<Invoice>1055500091</Invoice>', document_sealed = null where id = $1`,
    [submission?.id],
  )
  await seal()
  const [{ xml, sealed } = assert.fail()] = await app.sql<{ xml: string | null; sealed: Buffer }>(
    'select document_xml as xml, document_sealed as sealed from einvoice_submission where id = $1',
    [submission?.id],
  )
  assert.ok(xml === null && sealed.length > 0)
  await assertStoredNowhere('1055500091')
})
