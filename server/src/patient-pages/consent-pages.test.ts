import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import {
  addConsentTemplate,
  getClinicConsent,
  prepareConsent,
  revokeConsent,
  witnessConsent,
} from '@clinic/contract/staff/consents.ts'
import { createPatientLink, revokePatientLink } from '@clinic/contract/staff/patient-links.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { openStaffScene } from '../../test/support/staff/scene.ts'
import { verifySignature } from '../domain/signatures/signature.ts'

const app = await startApp()
const { clinic, branch, api } = await openStaffScene(app)
await app.sql(`update branch set phones = '{+966112345678}' where id = $1`, [branch.id])
const PNG = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64')}`
const PATIENT_WORDS = /Salma|Haddad|extraction|خلع|966500000001/i

const { body: made } = await api.call(addConsentTemplate, {
  ...{ name: 'Consent to <b>extraction</b>', nameAr: 'موافقة على خلع', body: 'I agree.\n\n<i>All</i> of it.' },
  ...{ bodyAr: 'أوافق.', validDays: 30, witnessRequired: true },
})
const templateId = made.data.id

/** A consent of a patient of 1990, and a link to it. */
async function asked(wish: object = {}, linkWish: object = {}) {
  const patient = await app.patient(branch, {
    ...{ first_name: 'Salma', last_name: 'Haddad', phone_number: '+966500000001', birth_date: '1990-05-04', ...wish },
  })
  const about = { templateId, patientId: patient.id, branchId: branch.id }
  const { id } = (await api.call(prepareConsent, about)).body.data
  return { id, patientId: patient.id, ...(await linkTo(id, patient.id, linkWish)) }
}
async function linkTo(subjectId: string, patientId: string, wish: object = {}) {
  const input = { kind: 'CONSENT' as const, subjectId, patientId, channel: 'none' as const, ...wish }
  const { status, body, text } = await api.call(createPatientLink, input)
  assert.equal(status, 201, text)
  return { linkId: body.data.id, url: `${app.url}/p/consent/${body.data.url.split('/').at(-1)}` }
}
const send = (url: string, fields: Record<string, string>) =>
  fetch(`${url}?lang=en`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
const signing = (url: string, wish: Record<string, string> = {}) =>
  send(url, { action: 'answer', year: '1990', name: 'Salma Haddad', drawing: '', ...wish })
const sheet = async (id: string) => (await api.call(getClinicConsent, { id })).body.data
const heard = (id: string) =>
  app.sql<{ type: string; data: object }>(
    `select type, data from event where company_id = $1 and data->>'id' = $2 order by created_at, id`,
    [clinic.company_id, id],
  )

test('a link asks for the year of birth first; what is signed is the very document that was shown, form.signed is fired once, and the link is used up', async () => {
  const { url, id, patientId, linkId } = await asked()
  const gate = await fetch(url, { headers: { 'accept-language': 'ar' } })
  const arabic = await gate.text()
  assert.deepEqual([gate.status, arabic.includes('في أي سنة'), PATIENT_WORDS.test(arabic)], [200, true, false])
  const wrong = await send(url, { year: '1991' })
  assert.deepEqual([wrong.status, PATIENT_WORDS.test(await wrong.text())], [403, false])
  const shown = await (await send(url, { year: '1990' })).text()
  for (const words of ['Consent to &lt;b&gt;extraction', '&lt;i&gt;All', 'موافقة على خلع'])
    assert.ok(shown.includes(words))
  assert.deepEqual(await heard(id), [])
  const done = await signing(url, { drawing: PNG })
  assert.deepEqual([done.status, (await done.text()).includes('You have signed')], [200, true])
  const signed = await sheet(id)
  const [evidence = assert.fail(), ...others] = signed.evidence
  assert.deepEqual(
    [signed.state, signed.signed, signed.signerName, signed.link?.state, others],
    ['UNWITNESSED', true, 'Salma Haddad', 'USED', []],
  )
  assert.deepEqual([evidence.kind, evidence.role, evidence.genuine], ['DRAWN', 'PATIENT', true])
  const [document = assert.fail()] = await app.sql<{ html: string; sha256: string }>(
    'select html, sha256 from signed_document where company_id = $1 and subject_id = $2',
    [clinic.company_id, id],
  )
  assert.deepEqual([document.sha256, shown.includes(document.html)], [evidence.sha256, true])
  assert.equal(await app.write(clinic, tx => verifySignature(tx, evidence.id)), true)
  const data = { id, object: 'consent_form', branchId: branch.id, formId: templateId, patientId, status: 'SIGNED' }
  assert.deepEqual(await heard(id), [{ type: 'form.signed', data }])
  const records = await app.sql<{ operation: string }>(
    'select distinct operation from audit_record where company_id = $1 and caller = $2 order by operation',
    [clinic.company_id, `system patient link ${linkId}`],
  )
  assert.deepEqual(
    records.map(({ operation }) => operation),
    ['openConsent', 'signConsent', 'viewConsent'],
  )
})

test('a witness signs the same document beside the patient, and fires nothing', async () => {
  const { url, id } = await asked()
  await signing(url)
  const { body } = await api.call(witnessConsent, { id, signature: 'Lina Qasim' })
  const { evidence, state } = body.data
  assert.deepEqual(
    [state, evidence.map(({ role, name }) => [role, name])],
    [
      'SIGNED',
      [
        ['PATIENT', 'Salma Haddad'],
        ['WITNESS', 'Lina Qasim'],
      ],
    ],
  )
  assert.equal(new Set(evidence.map(({ sha256 }) => sha256)).size, 1)
  assert.equal((await heard(id)).length, 1)
})

test('of two tabs that sign at the same time one wins: one signature, one event', async () => {
  const { url, id } = await asked()
  const answers = await Promise.all([signing(url), signing(url, { name: 'Another' })])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 410])
  const { evidence } = await sheet(id)
  assert.deepEqual([evidence.length, (await heard(id)).length], [1, 1])
})

test('on the tablet no year is asked for, for 15 minutes; a guardian signs for whom is under 18; a bad drawing is refused', async () => {
  const child = await asked({ birth_date: '2020-01-01' }, { here: true })
  const gate = await (await fetch(`${child.url}?lang=en`)).text()
  assert.doesNotMatch(gate, /name="year"/)
  const page = await (await send(child.url, { action: 'show' })).text()
  assert.match(page, /Full name of the guardian/)
  const { link } = await sheet(child.id)
  assert.ok(link && Date.parse(link.expiresAt) - Date.now() < 15 * 60_000 + 5_000)
  assert.equal((await signing(child.url, { drawing: 'data:image/png;base64,AAAA' })).status, 422)
  assert.equal((await signing(child.url, { name: ' ' })).status, 422)
  assert.equal((await signing(child.url, { name: '<b>Huda</b>', drawing: PNG })).status, 200)
  const [evidence] = (await sheet(child.id)).evidence
  assert.deepEqual([evidence?.role, evidence?.name], ['GUARDIAN', '<b>Huda</b>'])
})

test('forged, expired, used, revoked, replaced and foreign tokens: 404 or 410, with the phone, and no word of the patient', async () => {
  const [used, expired, revoked, replaced] = [await asked(), await asked(), await asked(), await asked()]
  const [late, ended] = [await asked(), await asked()]
  await signing(used.url)
  await app.sql(`update patient_link set expires_at = '2020-01-01' where id = $1`, [expired.linkId])
  await api.call(revokePatientLink, { id: revoked.linkId })
  await linkTo(replaced.id, replaced.patientId)
  await app.sql(`update consent_form set expires_at = now() - interval '1 second' where id = $1`, [late.id])
  await api.call(revokeConsent, { id: ended.id, reason: 'Taken back' })
  const cases = [
    [used, /was signed/],
    [expired, /no longer be signed/],
    [revoked, /closed this link/],
    [replaced, /newer link/],
    [late, /no longer be signed/],
    [ended, /closed this link/],
  ] as const
  for (const [{ url, id }, why] of cases) {
    for (const answer of [await fetch(`${url}?lang=en`), await send(url, { year: '1990' }), await signing(url)]) {
      const page = await answer.text()
      assert.equal(answer.status, 410, String(why))
      assert.match(page, why)
      assert.match(page, /\+966112345678/)
      assert.doesNotMatch(page, PATIENT_WORDS)
    }
    if (id !== used.id) assert.deepEqual(await heard(id), [], String(why))
  }
  const tokens = ['x', 'A'.repeat(32), '%00', '../session', randomBytes(24).toString('base64url'), 'A'.repeat(5_000)]
  for (const token of tokens)
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { body: new URLSearchParams({ year: '1990' }) } : {}
      const answer = await fetch(`${app.url}/p/consent/${token}`, { method, ...body })
      assert.ok([400, 404, 414].includes(answer.status), `${method} ${token.slice(0, 40)} ${answer.status}`)
      assert.doesNotMatch(await answer.text(), PATIENT_WORDS)
    }
  const open = await asked()
  for (const other of ['visit', 'quotation']) {
    const answer = await fetch(open.url.replace('/p/consent/', `/p/${other}/`))
    assert.deepEqual([answer.status, PATIENT_WORDS.test(await answer.text())], [404, false])
  }
})

test('a file that is restricted or deleted shows nothing by a link either', async () => {
  const { url, patientId } = await asked()
  await app.sql(
    `insert into restricted_patient (company_id, patient_id, reason, restricted_by, was_deleted)
     values ($1, $2, 'Asked for it', 'usr_x', false)`,
    [clinic.company_id, patientId],
  )
  for (const answer of [await fetch(url), await signing(url)])
    assert.deepEqual([answer.status, PATIENT_WORDS.test(await answer.text())], [404, false])
  const deleted = await asked()
  await app.sql('update patient set deleted_at = now() where id = $1', [deleted.patientId])
  for (const answer of [await fetch(deleted.url), await signing(deleted.url)])
    assert.deepEqual([answer.status, PATIENT_WORDS.test(await answer.text())], [404, false])
  assert.deepEqual(await heard(deleted.id), [])
})
