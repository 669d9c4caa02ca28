import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as declared from '@clinic/contract/staff/consents.ts'
import { createPatientLink, revokePatientLink } from '@clinic/contract/staff/patient-links.ts'
import { createQuotations } from '@clinic/contract/staff/quotations.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { preview, visitOf } from '../../test/support/clinic/checkout.ts'
import { openStaffScene, staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { addTreatment } from '../domain/clinical/add-treatment.ts'
import { signConsentForm } from '../domain/forms/consent-form.ts'

const app = await startApp()
const { clinic, branch, doctor, patient, api } = await openStaffScene(app)

const clientAs = async (role: string, practitioner?: { id: string }) => {
  const { cookie } = await staffMember(app, clinic, role, practitioner)
  return staffClient(app, () => cookie)
}
const words = { name: 'Consent to extraction', body: 'I agree.\n\nI was told.', nameAr: 'موافقة', bodyAr: 'أوافق.' }
const template = async (wish: object = {}) =>
  (await api.call(declared.addConsentTemplate, { ...words, validDays: 30, ...wish })).body.data
async function prepared(wish: object = {}, ofTemplate: object = {}) {
  const { id: templateId } = await template(ofTemplate)
  const about = { templateId, patientId: patient.id, branchId: branch.id, ...wish }
  const { status, body, text } = await api.call(declared.prepareConsent, about)
  assert.equal(status, 201, text)
  return body.data
}
const sign = (id: string) => app.write(clinic, tx => signConsentForm(tx, { id, name: 'Sara Haddad' }))
const eventsOf = (id: string) =>
  app.sql<{ type: string }>(`select type from event where company_id = $1 and data->>'id' = $2`, [
    ...[clinic.company_id, id],
  ])

test('a consent has the words of its day: a template that changes later is not it', async () => {
  const made = await prepared({ doctorId: doctor.id })
  assert.deepEqual(
    [made.name, made.nameAr, made.body, made.bodyAr, made.state, made.allowed],
    [words.name, words.nameAr, words.body, words.bodyAr, 'UNSIGNED', ['SEND', 'REVOKE']],
  )
  const days = (Date.parse(made.expiresAt ?? '') - Date.parse(made.createdAt)) / 86_400_000
  assert.equal(days, 30)
  const change = (body: string, version: number) =>
    api.call(
      declared.updateConsentTemplate,
      { id: made.templateId ?? '', body },
      { headers: { 'if-match': `"${version}"` } },
    )
  const changed = await change('I agree to more.', 1)
  assert.deepEqual([changed.status, changed.body.data.version], [200, 2])
  assert.equal((await change('Something else.', 1)).body.error?.code, 'changed_meanwhile')
  const { body } = await api.call(declared.getClinicConsent, { id: made.id })
  assert.equal(body.data.body, words.body)
  assert.deepEqual(await eventsOf(made.id), [])
})

test('what waits for a signature or a witness is listed, oldest first, until it has them', async () => {
  const [first, second] = [await prepared({}, { witnessRequired: true }), await prepared()]
  const free = await prepared({}, { signRequired: false })
  const waiting = async () => {
    const { body } = await api.list(declared.listWaitingConsents, { branchId: branch.id })
    const ours = [first.id, second.id, free.id]
    return body.data.filter(({ id }) => ours.includes(id)).map(({ id, state }) => [id, state])
  }
  assert.deepEqual(await waiting(), [
    [first.id, 'UNSIGNED'],
    [second.id, 'UNSIGNED'],
  ])
  for (const { id } of [first, second]) await sign(id)
  assert.deepEqual(await waiting(), [[first.id, 'UNWITNESSED']])
  const desk = await clientAs('receptionist')
  await desk.call(declared.witnessConsent, { id: first.id, signature: 'Lina Qasim' })
  assert.deepEqual(await waiting(), [])
})

test('a signature is witnessed once, after it was given, and never by the doctor who treats, by consent, visit or treatment', async () => {
  const dentist = await clientAs('doctor', doctor)
  const about = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id }
  const { treatment } = await app.write(clinic, tx => addTreatment(tx, { ...about, name: 'Extraction', priceMinor: 1 }))
  const visit = await visitOf(app, { clinic, branch, doctor, patient })
  const other = await app.doctor([branch])
  const theirs = [
    await prepared({ doctorId: doctor.id }),
    await prepared({ doctorId: other.id, appointmentId: visit }),
    await prepared({ doctorId: other.id, treatmentIds: [treatment.id] }),
  ]
  for (const { id } of theirs) {
    const early = await api.call(declared.witnessConsent, { id, signature: 'Lina Qasim' })
    assert.equal(early.body.error?.code, 'invalid_state_transition')
    await sign(id)
    const refused = await dentist.call(declared.witnessConsent, { id, signature: 'Omar Haddad' })
    assert.deepEqual([refused.status, refused.body.error?.code], [403, 'not_permitted'])
    assert.ok(!(await dentist.call(declared.getClinicConsent, { id })).body.data.allowed.includes('WITNESS'))
  }
  const desk = await clientAs('assistant')
  const [{ id } = assert.fail()] = theirs
  const done = await desk.call(declared.witnessConsent, { id, signature: 'Lina <b>Qasim</b>' })
  assert.deepEqual([done.body.data.witnessSigned, done.body.data.witnessName], [true, 'Lina <b>Qasim</b>'])
  const again = await desk.call(declared.witnessConsent, { id, signature: 'Lina Qasim' })
  assert.equal(again.body.error?.code, 'invalid_state_transition')
  assert.deepEqual(await eventsOf(id), [{ type: 'form.signed' }])
})

test('a doctor ends a consent after proving the login anew: it expires now, that it was signed stays, and no event is fired', async () => {
  const { id } = await prepared()
  await sign(id)
  const desk = await clientAs('receptionist')
  const refused = await desk.call(declared.revokeConsent, { id, reason: 'Taken back' })
  assert.equal(refused.body.error?.code, 'not_permitted')
  const { body } = await api.call(declared.revokeConsent, { id, reason: 'Taken back' })
  assert.deepEqual(
    [body.data.state, body.data.signed, body.data.revokeReason, body.data.allowed],
    ['REVOKED', true, 'Taken back', []],
  )
  assert.equal(body.data.expiresAt, body.data.revokedAt)
  const again = await api.call(declared.revokeConsent, { id, reason: 'Again' })
  assert.equal(again.body.error?.code, 'invalid_state_transition')
  assert.deepEqual(await eventsOf(id), [{ type: 'form.signed' }])
  const open = await prepared()
  await api.call(declared.revokeConsent, { id: open.id, reason: 'A mistake' })
  const link = { kind: 'CONSENT' as const, subjectId: open.id, patientId: patient.id, channel: 'none' as const }
  assert.equal((await api.call(createPatientLink, link)).body.error?.code, 'invalid_state_transition')
})

test('another patient’s visit and treatment, another clinic’s records and patients out of sight are not there', async () => {
  const stranger = await openStaffScene(app)
  const neighbour = await app.patient(branch)
  const { treatment } = await app.write(clinic, tx =>
    addTreatment(tx, { patientId: neighbour.id, branchId: branch.id, name: 'Extraction', priceMinor: 1 }),
  )
  const visit = await visitOf(app, { clinic, branch, doctor, patient: neighbour })
  const { id: templateId } = await template()
  const about = { templateId, patientId: patient.id, branchId: branch.id }
  const wishes = [
    { treatmentIds: [treatment.id] },
    { appointmentId: visit },
    { branchId: stranger.branch.id },
    { doctorId: stranger.doctor.id },
    { patientId: stranger.patient.id },
  ]
  for (const wish of wishes) {
    const { status, body } = await api.call(declared.prepareConsent, { ...about, ...wish })
    assert.deepEqual([status, body.error?.code], [404, 'not_found'], JSON.stringify(wish))
  }
  const { id } = await prepared()
  const elsewhere = await app.branch(clinic)
  const away = await clientAs('assistant', await app.doctor([elsewhere]))
  for (const client of [stranger.api, away]) {
    assert.equal((await client.call(declared.getClinicConsent, { id })).status, 404)
    assert.equal((await client.call(declared.witnessConsent, { id, signature: 'Lina' })).status, 404)
    assert.ok(!(await client.list(declared.listWaitingConsents, {})).body.data.some(one => one.id === id))
  }
})

test('a link is made and ended by those who may do what it is to', async () => {
  const assistant = await clientAs('assistant')
  const { id } = await prepared()
  const link = { kind: 'CONSENT' as const, subjectId: id, patientId: patient.id, channel: 'none' as const }
  assert.equal((await assistant.call(createPatientLink, link)).status, 201)
  const about = { patientId: patient.id, branchId: branch.id }
  const { treatment } = await app.write(clinic, tx => addTreatment(tx, { ...about, name: 'Crown', priceMinor: 1000 }))
  const options = [{ label: 'A', treatmentIds: [treatment.id] }]
  const [offer = assert.fail()] = (await api.call(createQuotations, { ...about, options })).body.data.options
  const toOffer = { ...link, kind: 'QUOTATION' as const, subjectId: offer.id }
  assert.equal((await assistant.call(createPatientLink, toOffer)).body.error?.code, 'not_permitted')
  const made = (await api.call(createPatientLink, toOffer)).body.data
  assert.equal((await assistant.call(revokePatientLink, { id: made.id })).body.error?.code, 'not_permitted')
  assert.equal((await api.call(revokePatientLink, { id: made.id })).body.data.state, 'REVOKED')
})

test('a checkout warns of what is signed first for what it bills, and for what the visit is for, until that is signed', async () => {
  const { id: templateId } = await template()
  const [first, second] = await app.sql<{ id: string }>(
    `insert into procedure (company_id, id, created_at, updated_at, name, price_minor, search_text, consent_template_id)
     select $1, 'prc_consent' || n, now(), now(), 'Extraction ' || n, 1000, 'extraction', $2
     from generate_series(1, 2) n returning id`,
    [clinic.company_id, templateId],
  )
  const owner = { ...{ clinic, branch, doctor }, patient: await app.patient(branch) }
  const wish = { patientId: owner.patient.id, branchId: branch.id, doctorId: doctor.id }
  const codes = async (lines: object[], appointmentId?: string) => {
    const seen = await preview(api, { ...wish, lines, ...(appointmentId && { appointmentId }) })
    return seen.warnings.map(({ code }) => code)
  }
  const bought = [{ procedureId: first?.id ?? '', quantity: 1 }]
  const visit = await visitOf(app, owner, { procedure_ids: [second?.id] })
  assert.deepEqual(await codes(bought), ['CONSENT_UNSIGNED'])
  assert.deepEqual(await codes([], visit), ['CONSENT_UNSIGNED'])
  assert.deepEqual(await codes([]), [])
  const { body } = await api.call(declared.prepareConsent, {
    templateId,
    patientId: owner.patient.id,
    branchId: branch.id,
  })
  assert.deepEqual(await codes([]), ['CONSENT_UNSIGNED'])
  await sign(body.data.id)
  assert.deepEqual([await codes(bought), await codes([], visit)], [[], []])
  await api.call(declared.revokeConsent, { id: body.data.id, reason: 'Taken back' })
  assert.deepEqual(await codes(bought), ['CONSENT_UNSIGNED'])
})
