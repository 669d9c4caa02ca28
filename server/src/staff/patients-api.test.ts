import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Returned } from '@clinic/contract/kernel.ts'
import { createLead } from '@clinic/contract/leads.ts'
import { createPatient, updatePatient } from '@clinic/contract/patients.ts'
import { addPatientAlert, listPatientAlerts, updatePatientAlert } from '@clinic/contract/staff/patient-alerts.ts'
import { putPatientRelation } from '@clinic/contract/staff/patient-relations.ts'
import { getPatientFile, getPatientSummary, searchPatients } from '@clinic/contract/staff/patients.ts'
import { searchClinic } from '@clinic/contract/staff/search.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { pipeline } from '../../test/support/clinic/lead-stages.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { at as clockAt } from '../../test/support/clock.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { addInsurer } from '../domain/insurance/insurer.ts'
import { suspect } from '../domain/patients/suspects.ts'
import { newId } from '../kernel/values/ids.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, doctor, patient, api } = practice
const other = await app.branch(clinic)
const colleague = await app.doctor([other])

async function as(role: string, practitioner?: { id: string } | null) {
  const { cookie } = await staffMember(app, clinic, role, practitioner)
  return staffClient(app, () => cookie)
}
type Client = Awaited<ReturnType<typeof as>>
const [owner, nurse] = [await as('owner'), await as('assistant')]
const limited = await as('receptionist', doctor)

const open = async (wish: Record<string, unknown>) => {
  const { body } = await api.call(createPatient, { branchId: branch.id, firstName: 'Any', lastName: 'Body', ...wish })
  return body.data
}
const listed = async (client: Client, query: Record<string, unknown>) =>
  (await client.all(searchPatients, query)).map(({ id }) => id)
const found = async (client: Client, q: string): Promise<Returned<typeof searchClinic>> =>
  (await client.call(searchClinic, { q })).body.data
const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id)

// File numbers of one digit are too short to be searched for.
await Promise.all(Array.from({ length: 10 }, () => open({ firstName: 'Filler' })))
const ahmad = await open({
  ...{ firstName: 'أحمد', lastName: 'الغامدي', phoneNumber: '0501234567', email: 'ahmad@patients.example' },
  ...{ nationalId: '1098765432', clinicFileNumber: 'K-77', birthDate: '1990-05-01', address: 'Riyadh' },
})

test('a patient is found by names however they are spelled, phones in any spelling, and whole numbers', async () => {
  const terms = [
    'احمد',
    'أحْمد',
    'الغامدى',
    '0501234567',
    '+966 50 123 4567',
    '٠٥٠١٢٣٤٥٦٧',
    '05012345',
    '4567',
    'K-77',
    'k-77',
  ]
  for (const q of [...terms, '1098765432', '١٠٩٨٧٦٥٤٣٢', String(ahmad.fileNumber), 'ahmad@patients']) {
    assert.ok((await listed(owner, { q })).includes(ahmad.id), `list ${q}`)
    assert.ok(ids((await found(owner, q)).patients).includes(ahmad.id), `search ${q}`)
  }
  for (const q of ['109876543', 'فاطمة', '0509999999']) {
    assert.deepEqual(await listed(owner, { q }), [], `list ${q}`)
    assert.deepEqual((await found(owner, q)).patients, [], `search ${q}`)
  }
})

test('who may not see how patients are reached finds by name and file number alone, and is shown a masked phone', async () => {
  for (const q of ['احمد', 'K-77', String(ahmad.fileNumber)]) {
    assert.deepEqual(await listed(nurse, { q }), [ahmad.id], `list ${q}`)
    assert.ok(ids((await found(nurse, q)).patients).includes(ahmad.id), `search ${q}`)
  }
  for (const q of ['0501234567', '1234', 'ahmad@', '1098765432']) {
    assert.deepEqual(await listed(nurse, { q }), [], `list ${q}`)
    assert.deepEqual((await found(nurse, q)).patients, [], `search ${q}`)
  }
  const hidden = ['phoneNumber', 'phoneNumber2', 'email', 'address', 'nationalId', 'balance']
  for (const path of ['', '/summary']) {
    const [theirs, whole] = [
      await nurse.get(`/patients/${ahmad.id}${path}`),
      await owner.get(`/patients/${ahmad.id}${path}`),
    ]
    assert.deepEqual([theirs.status, theirs.body.data.phoneNumberMasked], [200, '+966*******67'])
    assert.deepEqual(
      Object.keys(theirs.body.data).filter(name => hidden.includes(name)),
      [],
    )
    assert.equal(whole.body.data.phoneNumber, '+966501234567')
  }
  const { body } = await owner.call(getPatientFile, { id: ahmad.id })
  assert.deepEqual([body.data.nationalId, body.data.address], ['1098765432', 'Riyadh'])
})

test('what tells best whom a search means comes first: whole number, phone, last four digits, beginning of a name', async () => {
  const mona = await open({ firstName: 'Mona', lastName: 'Rashid', phoneNumber: '0551117766' })
  const samona = await open({ firstName: 'Samona', lastName: 'Aziz' })
  const byNumber = await open({ firstName: 'Zed', lastName: 'Last', clinicFileNumber: '7766' })
  const inside = await open({ firstName: 'Alia', lastName: 'Zain', phoneNumber: '0557766000' })
  assert.deepEqual(ids((await found(owner, 'mona')).patients), [mona.id, samona.id])
  assert.deepEqual(ids((await found(owner, '7766')).patients), [byNumber.id, mona.id, inside.id])
  assert.deepEqual(ids((await found(owner, 'rashid')).patients), [mona.id])
  const many = await Promise.all(
    Array.from({ length: 9 }, (_, index) => open({ firstName: 'Twin', lastName: `N${index}` })),
  )
  assert.equal((await found(owner, 'twin')).patients.length, 8)
  assert.equal((await listed(owner, { q: 'twin' })).length, many.length)
})

test('among any number of namesakes the first by name is found, also by who sees few of them, and by the end of a phone', async () => {
  const alike = (from: number, to: number, branchId: string) =>
    app.sql(
      `insert into patient (company_id, id, created_at, updated_at, file_number, branch_id, first_name, last_name, phone_number, name_text, search_text)
       select $1, 'pat_alike' || n, now(), now(), 100000 + n, $2, 'Khalid', 'Namesake ' || n, '+96650' || (9393000 + n),
         'khalid namesake ' || n, 'khalid namesake ' || n || ' +96650' || (9393000 + n)
       from generate_series($3::int, $4::int) as n`,
      [clinic.company_id, branchId, from, to],
    )
  await alike(0, 999, other.id)
  const [first, alone] = [await open({ firstName: 'Khalid', lastName: 'Aadil' }), await open({ firstName: 'Khalid' })]
  const byEnd = await open({ firstName: 'Zed', lastName: 'Zz', phoneNumber: '0551119393' })
  for (const q of ['khalid', 'kha', 'kh']) assert.equal((await found(owner, q)).patients[0]?.id, first.id, q)
  assert.deepEqual(ids((await found(limited, 'khalid')).patients), [first.id, alone.id])
  assert.deepEqual(ids((await found(limited, 'alid')).patients).sort(), [first.id, alone.id].sort())
  assert.equal((await found(owner, '9393')).patients[0]?.id, byEnd.id)
  assert.equal((await found(owner, 'namesake 7')).patients[0]?.id, 'pat_alike7')
  await app.sql("delete from patient where id like 'pat_alike%'")
})

test('a changed name is what is found from then on', async () => {
  const { id } = await open({ firstName: 'Before', lastName: 'Known' })
  await api.call(updatePatient, { id, firstName: 'Afterwards' })
  for (const client of [owner, nurse]) {
    assert.deepEqual(await listed(client, { q: 'before known' }), [])
    assert.deepEqual(await listed(client, { q: 'afterwards' }), [id])
  }
})

test('who sees one branch finds and lists patients of it alone, and those who have a visit there', async () => {
  const [here, there] = [await open({ firstName: 'Sighted' }), await open({ branchId: other.id, firstName: 'Sighted' })]
  assert.deepEqual((await listed(owner, { q: 'sighted' })).sort(), [here.id, there.id].sort())
  assert.deepEqual(await listed(limited, { q: 'sighted' }), [here.id])
  assert.deepEqual(ids((await found(limited, 'sighted')).patients), [here.id])
  assert.equal((await limited.call(getPatientFile, { id: there.id })).status, 404)
  assert.equal((await limited.call(getPatientSummary, { id: there.id })).status, 404)
  await visit(there.id, branch.id, doctor.id, 1)
  assert.equal((await listed(limited, { q: 'sighted' })).length, 2)
  assert.equal((await limited.call(getPatientSummary, { id: there.id })).status, 200)
  const everything = new Set(await listed(limited, { limit: 100 }))
  assert.ok(everything.has(patient.id) && everything.has(there.id))
})

test('who sees no branch is told so by each of them', async () => {
  const nowhere = await as('doctor', null)
  const answers = [
    await nowhere.list(searchPatients, {}),
    await nowhere.call(searchClinic, { q: 'mona' }),
    await nowhere.call(getPatientFile, { id: ahmad.id }),
    await nowhere.call(getPatientSummary, { id: ahmad.id }),
  ]
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.error.code]),
    Array(4).fill([403, 'no_branch']),
  )
})

test('leads are found beside patients, in sight, by phone only for those who may see it', async () => {
  await pipeline(app, clinic)
  const lead = async (branchId: string, phone: string) =>
    (await api.call(createLead, { name: 'هدى Leading', phone, branchId })).body.data
  const [here, there] = [await lead(branch.id, '0561110001'), await lead(other.id, '0561110002')]
  assert.deepEqual(ids((await found(owner, 'leading')).leads).sort(), [here.id, there.id].sort())
  assert.deepEqual(ids((await found(limited, 'leading')).leads), [here.id])
  assert.deepEqual(ids((await found(owner, '0561110002')).leads), [there.id])
  assert.deepEqual((await found(nurse, '0561110002')).leads, [])
  assert.deepEqual(ids((await found(nurse, 'هدي')).leads).sort(), [here.id, there.id].sort())
  await app.sql('update lead set reference_id = 4711 where id = $1', [here.id])
  const [shown] = (await found(nurse, '4711')).leads
  assert.deepEqual([shown?.phoneNumberMasked, shown && 'phoneNumber' in shown], ['+966*******01', false])
})

test('the summary says age, branch, doctor, money, the visits around now, and forms to sign', async () => {
  const { id } = await open({ firstName: 'Summed', birthDate: '2000-01-01', doctorId: doctor.id })
  const [last, next] = [await visit(id, branch.id, doctor.id, -3), await visit(id, branch.id, colleague.id, 2)]
  await visit(id, branch.id, doctor.id, 1, 'CANCELED')
  await form(id)
  const { body } = await owner.call(getPatientSummary, { id })
  const { name, age, branch: at, doctor: by, balance, lastVisit, nextVisit, unsignedForms } = body.data
  assert.deepEqual(
    { name, at: at.id, by: by?.name, balance, last: lastVisit?.id, next: nextVisit?.id, unsignedForms },
    { name: 'Summed Body', at: branch.id, by: doctor.display_name, balance: 0, last, next, unsignedForms: 1 },
  )
  assert.ok(age !== null && age >= 26)
  const [row] = await owner.all(searchPatients, { q: 'summed' })
  assert.deepEqual([row?.lastVisitAt, row?.nextVisitAt], [lastVisit?.start, nextVisit?.start])
})

test('the visit of today is the first in sight that is neither over nor given up, on the day of the clinic', async () => {
  const { id } = await open({ firstName: 'Today' })
  const ofToday = async (client = owner) => (await client.call(getPatientSummary, { id })).body.data.today
  const at = async (time: string, branchId: string, status: string, day = 0) => {
    const made = await visit(id, branchId, (await app.doctor([branch])).id, 0, status)
    const start = clockAt(time, day)
    await app.sql('update appointment set starts_at = $2, ends_at = $2::timestamptz + $3 where id = $1', [
      ...[made, start, '15 minutes'],
    ])
    return made
  }
  await at('23:59', branch.id, 'OPEN', -1)
  await at('00:00', branch.id, 'OPEN', 1)
  for (const status of ['COMPLETED', 'CANCELED', 'NOSHOW']) await at('00:00', branch.id, status)
  assert.equal(await ofToday(), null)
  const late = await at('23:59', branch.id, 'OPEN')
  assert.deepEqual([(await ofToday())?.id, (await ofToday())?.status], [late, 'OPEN'])
  const away = await at('00:01', other.id, 'INPROGRESS')
  assert.deepEqual([(await ofToday())?.id, (await ofToday(limited))?.id], [away, late])
})

test('visits have taken place by the clock of the clinic, and patients are as old as it says', async () => {
  const ahead = 400 * 86_400_000
  const moved = await app.clinic({ sandbox: true, clock_offset_ms: ahead })
  const there = await app.branch(moved)
  const by = await app.doctor([there])
  const today = new Date().toISOString().slice(0, 10)
  const young = await app.patient(there, { birth_date: today })
  const past = await visit(young.id, there.id, by.id, 399, 'OPEN', moved)
  const client = staffClient(
    app,
    await staffMember(app, moved, 'owner').then(
      ({ cookie }) =>
        () =>
          cookie,
    ),
  )
  const [row] = await client.all(searchPatients, {})
  const { lastVisit, nextVisit, age } = (await client.call(getPatientSummary, { id: young.id })).body.data
  assert.deepEqual([lastVisit?.id, nextVisit, age], [past, null, 1])
  assert.deepEqual([row?.lastVisitAt, row?.nextVisitAt, row?.age], [lastVisit?.start, null, 1])
})

test('archived patients are listed where they are asked for, and those of one doctor or branch where that one is', async () => {
  const { id } = await open({ firstName: 'Archived', doctorId: colleague.id })
  assert.deepEqual(await listed(owner, { doctorId: colleague.id }), [id])
  const ofBranch = await listed(owner, { branchId: other.id })
  assert.ok(ofBranch.length > 0 && !ofBranch.includes(id))
  assert.equal((await limited.list(searchPatients, { branchId: other.id })).status, 404)
  await app.sql('update patient set disabled = true where id = $1', [id])
  assert.deepEqual(await listed(owner, { q: 'archived' }), [])
  assert.deepEqual(await listed(owner, { q: 'archived', archived: true }), [id])
})

test('high alerts come first, those that ended last, and only who may end them does so', async () => {
  const { id } = await open({ firstName: 'Alerted' })
  const add = (severity: 'HIGH' | 'NORMAL', text: string) =>
    nurse.call(addPatientAlert, { id, kind: 'ALLERGY', severity, text }).then(({ body }) => body.data)
  const [normal, high] = [await add('NORMAL', 'Dust'), await add('HIGH', 'Penicillin')]
  const end = (client: Client) => client.call(updatePatientAlert, { id: high.id, ended: true as const })
  assert.deepEqual([(await end(nurse)).status, (await end(limited)).status], [403, 403])
  const ended = (await end(owner)).body.data
  assert.deepEqual([ended.version, typeof ended.endedAt], [2, 'string'])
  assert.equal((await owner.call(updatePatientAlert, { id: high.id, text: 'Other' }, { version: 2 })).status, 409)
  const again = await add('HIGH', 'Latex')
  assert.deepEqual(
    (await nurse.list(listPatientAlerts, { id })).body.data.map(one => one.id),
    [again.id, normal.id, high.id],
  )
  assert.equal((await as('accountant').then(one => one.call(listPatientAlerts, { id }))).status, 403)
  const hidden = await open({ branchId: other.id })
  const theirs = await nurse.call(addPatientAlert, { id: hidden.id, kind: 'ADMIN', severity: 'HIGH', text: 'Deaf' })
  const outOfSight = await limited.call(updatePatientAlert, { id: theirs.body.data.id, text: 'Seen' })
  assert.equal(outOfSight.status, 404)
})

test('a relation stands in both files, each as seen from there, and is shown to who sees the other alone', async () => {
  const [child, mother] = [await open({ firstName: 'Young' }), await open({ firstName: 'Mother' })]
  const put = (client: Client, id: string, relatedId: string, kind: 'GUARDIAN' | 'WARD' | null, version = 1) =>
    client.call(putPatientRelation, { id, relatedId, kind }, { version })
  const shown = async (id: string, relatedId: string) => {
    const [one] = (await put(owner, id, relatedId, 'WARD', 2)).body.data.relations
    return [one?.id, one?.kind]
  }
  assert.equal((await put(owner, child.id, child.id, 'GUARDIAN')).body.error.code, 'validation_failed')
  assert.deepEqual((await put(owner, child.id, mother.id, 'GUARDIAN')).body.data.version, 2)
  assert.deepEqual(await shown(mother.id, child.id), [child.id, 'WARD'])
  const ended = (await put(owner, mother.id, child.id, null, 2)).body.data
  assert.deepEqual([ended.relations, ended.version], [[], 3])
  const far = await open({ branchId: other.id })
  assert.equal((await put(limited, child.id, far.id, 'GUARDIAN', 3)).status, 404)
  await put(owner, child.id, far.id, 'GUARDIAN', 3)
  assert.deepEqual(
    (await put(limited, child.id, mother.id, 'GUARDIAN', 4)).body.data.relations.map(one => one.id),
    [mother.id],
  )
})

test('the summary tells what holds, who belongs to the patient, and what the insurer still bears, as the role reads', async () => {
  const [{ id }, mother, sister] = [await open({ firstName: 'Young' }), await open({}), await open({})]
  const add = (severity: 'HIGH' | 'NORMAL') =>
    nurse.call(addPatientAlert, { id, kind: 'CONDITION', severity, text: 'Asthma' }).then(({ body }) => body.data.id)
  const [normal, high, over] = [await add('NORMAL'), await add('HIGH'), await add('HIGH')]
  await owner.call(updatePatientAlert, { id: over, ended: true as const })
  await owner.call(putPatientRelation, { id, relatedId: sister.id, kind: 'SIBLING' })
  await owner.call(putPatientRelation, { id, relatedId: mother.id, kind: 'PARENT' }, { version: 2 })
  const { id: insurer } = await app.write(clinic, tx => addInsurer(tx, { name: 'Any' }))
  await app.sql('update patient set insurance_company_id = $2, insurance_limit_minor = 50000 where id = $1', [
    id,
    insurer,
  ])
  const { alerts, guardian, family, insuranceLeft } = (await owner.call(getPatientSummary, { id })).body.data
  assert.deepEqual(
    [ids(alerts ?? []), guardian?.id, ids(family), insuranceLeft],
    [[high, normal], mother.id, [sister.id], 500],
  )
  const accountant = await as('accountant')
  const theirs = (await accountant.call(getPatientSummary, { id })).body.data
  assert.deepEqual(['alerts' in theirs, theirs.insuranceLeft], [false, 500])
  assert.equal('insuranceLeft' in (await nurse.call(getPatientSummary, { id })).body.data, false)
})

test('patients are listed by what is to be known, owed or suspected of them, to those who may see it', async () => {
  const [alerted, owing, other1] = [await open({}), await open({}), await open({})]
  await nurse.call(addPatientAlert, { id: alerted.id, kind: 'ADMIN', severity: 'NORMAL', text: 'Deaf' })
  await app.write(clinic, tx => suspect(tx, [{ ids: [owing.id, other1.id], reasons: ['PHONE_AND_NAME'] }]))
  await issueInvoice(app, practice, 100, { patientId: owing.id })
  assert.ok((await listed(owner, { flag: 'alert' })).includes(alerted.id))
  assert.deepEqual(await listed(owner, { flag: 'balance' }), [owing.id])
  assert.deepEqual((await listed(owner, { flag: 'suspect' })).sort(), [owing.id, other1.id].sort())
  assert.deepEqual(await listed(owner, { flag: 'balance', doctorId: doctor.id }), [])
  const asked = await Promise.all([
    nurse.list(searchPatients, { flag: 'balance' }),
    limited.list(searchPatients, { flag: 'suspect' }),
    as('accountant').then(one => one.list(searchPatients, { flag: 'alert' })),
  ])
  assert.deepEqual(
    asked.map(({ status }) => status),
    [403, 403, 403],
  )
})

async function visit(
  patientId: string,
  branchId: string,
  doctorId: string,
  days: number,
  status = 'OPEN',
  of = clinic,
) {
  const at = (minutes: number) => new Date(Date.now() + days * 86_400_000 + minutes * 60_000).toISOString()
  const { id } = await app.insert('appointment', {
    ...{ company_id: of.company_id, id: newId('apt'), branch_id: branchId, doctor_id: doctorId },
    ...{ patient_id: patientId, status, starts_at: at(0), ends_at: at(1), created_at: at(0), updated_at: at(0) },
  })
  return id
}

async function form(patientId: string) {
  const now = new Date().toISOString()
  const made = {
    company_id: clinic.company_id,
    created_at: now,
    updated_at: now,
    patient_id: patientId,
    branch_id: branch.id,
  }
  await app.insert('consent_form', { ...made, id: newId('cfo'), name: 'Consent', body: 'Text', sign_required: true })
  const over = new Date(Date.now() - 60_000).toISOString()
  await app.insert('consent_form', {
    ...made,
    id: newId('cfo'),
    name: 'Old',
    body: 'Text',
    sign_required: true,
    expires_at: over,
  })
}
