import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createPatientLink, revokePatientLink } from '@clinic/contract/staff/patient-links.ts'
import {
  createQuotations,
  getClinicQuotation,
  getQuotationDocument,
  updateQuotation,
  withdrawQuotation,
} from '@clinic/contract/staff/quotations.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { template } from '../../test/support/clinic/message-templates.ts'
import { openStaffScene, staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { addTreatment } from '../domain/clinical/add-treatment.ts'
import { verifySignature } from '../domain/signatures/signature.ts'

const app = await startApp()
const { clinic, branch, doctor, api } = await openStaffScene(app)
await app.sql(`update branch set phones = '{+966112345678}' where id = $1`, [branch.id])
const PNG = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64')}`
const PATIENT_WORDS = /Salma|Haddad|Zirconia|1,150|966500000001/

/** Two options to a patient of 1990, and one link to both. */
async function offered(wish: object = {}, linkWish: object = {}) {
  const patient = await app.patient(branch, {
    ...{ first_name: 'Salma', last_name: 'Haddad', phone_number: '+966500000001', birth_date: '1990-05-04' },
    ...wish,
  })
  const about = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id }
  const plan = async (name: string, priceMinor: number) =>
    (await app.write(clinic, tx => addTreatment(tx, { ...about, name, priceMinor, tooth: [26] }))).treatment.id
  const [crown, implant] = [await plan('Zirconia <b>crown</b>', 100_000), await plan('Implant', 400_000)]
  const options = [
    { label: 'A', treatmentIds: [crown] },
    { label: 'B', treatmentIds: [implant] },
  ]
  const { body } = await api.call(createQuotations, { ...about, options })
  const [a, b] = body.data.options.map(({ id }) => id)
  if (a === undefined || b === undefined) throw new Error('Two options were made.')
  const link = await linkTo(a, patient.id, linkWish)
  return { patientId: patient.id, crown, implant, a, b, ...link }
}
async function linkTo(subjectId: string, patientId: string, wish: object = {}) {
  const input = { kind: 'QUOTATION' as const, subjectId, patientId, channel: 'none' as const, ...wish }
  const { status, body, text } = await api.call(createPatientLink, input)
  assert.equal(status, 201, text)
  return { linkId: body.data.id, url: `${app.url}/p/quotation/${body.data.url.split('/').at(-1)}` }
}
const send = (url: string, fields: Record<string, string>) =>
  fetch(`${url}?lang=en`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
const signing = (url: string, option: string, wish: Record<string, string> = {}) =>
  send(url, { action: 'answer', year: '1990', name: 'Salma Haddad', option, drawing: '', ...wish })
const sheet = async (id: string) => (await api.call(getClinicQuotation, { id })).body.data
const heard = (patientId: string) =>
  app.sql<{ type: string; id: string }>(
    `select type, data->>'id' as id from event where company_id = $1 and data->>'patientId' = $2
       and type <> 'quotation.created' order by created_at, id`,
    [clinic.company_id, patientId],
  )

test('a link asks for the year of birth and shows nothing before; the answer that passes sets `seen`, and no event is fired', async () => {
  const { url, a, b, patientId } = await offered()
  const gate = await fetch(url, { headers: { 'accept-language': 'ar' } })
  assert.deepEqual([gate.status, (await gate.text()).includes('في أي سنة')], [200, true])
  const preview = await (await fetch(`${url}?lang=en`)).text()
  assert.doesNotMatch(preview, PATIENT_WORDS)
  const wrong = await send(url, { year: '1991' })
  assert.equal(wrong.status, 403)
  assert.doesNotMatch(await wrong.text(), PATIENT_WORDS)
  assert.deepEqual([(await sheet(a)).seen, (await sheet(b)).seen], [false, false])
  const passed = await send(url, { year: '1990' })
  const page = await passed.text()
  assert.deepEqual(
    [passed.status, page.includes('Zirconia &lt;b&gt;crown'), page.includes('1,150.00')],
    [200, true, true],
  )
  for (const words of ['You pay', 'تدفع أنت', 'Insurer pays', 'VAT 15%']) assert.ok(page.includes(words), words)
  assert.match(
    passed.headers.get('content-security-policy') ?? '',
    /default-src 'none'.*script-src 'sha256-[\w+/=]{44}'$/,
  )
  assert.match(passed.headers.get('cache-control') ?? 'no-store', /no-store/)
  assert.deepEqual([(await sheet(a)).seen, (await sheet(b)).seen], [true, true])
  assert.deepEqual(await heard(patientId), [])
})

test('what is signed is the very document that was shown; the others are declined, and the link is used up', async () => {
  const { url, a, b, crown, implant, patientId, linkId } = await offered()
  assert.equal((await sheet(a)).state, 'SENT')
  const { html, sha256 } = (await api.call(getQuotationDocument, { id: b })).body.data
  const shown = await (await send(url, { year: '1990' })).text()
  assert.ok(html !== null && shown.includes(html))
  const done = await signing(url, b, { drawing: PNG })
  assert.deepEqual([done.status, (await done.text()).includes('Thank you')], [200, true])
  const signed = await sheet(b)
  assert.deepEqual(
    [signed.state, signed.options[0]?.state, signed.link?.state, signed.evidence.length],
    ['SIGNED', 'DECLINED', 'USED', 1],
  )
  const [evidence] = signed.evidence
  assert.deepEqual(
    [evidence?.kind, evidence?.name, evidence?.role, evidence?.sha256, evidence?.genuine],
    ['DRAWN', 'Salma Haddad', 'PATIENT', sha256, true],
  )
  assert.equal(await app.write(clinic, tx => verifySignature(tx, evidence?.id ?? '')), true)
  assert.deepEqual(await heard(patientId), [
    { type: 'quotation.signed', id: b },
    { type: 'treatment.status_changed', id: crown },
  ])
  const rows = await app.sql<{ id: string; status: string }>('select id, status from treatment where id = any($1)', [
    [crown, implant],
  ])
  assert.deepEqual(
    new Map(rows.map(({ id, status }) => [id, status])),
    new Map([
      [crown, 'REJECTED'],
      [implant, 'PLANNED'],
    ]),
  )
  const again = await fetch(`${url}?lang=en`)
  assert.equal(again.status, 410)
  assert.match(await again.text(), /\+966112345678/)
  const records = await app.sql<{ operation: string; caller: string; address: string }>(
    'select operation, caller, address from audit_record where company_id = $1 and caller = $2 order by recorded_at',
    [clinic.company_id, `system patient link ${linkId}`],
  )
  assert.deepEqual(
    new Set(records.map(({ operation }) => operation)),
    new Set(['viewQuotation', 'openQuotation', 'signQuotation']),
  )
  assert.ok(records.every(({ address }) => address === '127.0.0.1'))
})

test('of two tabs that sign at the same time, the same option or another, one wins', async () => {
  for (const other of ['a', 'b'] as const) {
    const offer = await offered()
    const answers = await Promise.all([signing(offer.url, offer.a), signing(offer.url, offer[other])])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 410])
    const types = (await heard(offer.patientId)).map(({ type }) => type)
    assert.deepEqual(types, ['quotation.signed', 'treatment.status_changed'])
    const [count] = await app.sql<{ n: number }>(
      'select count(*)::int as n from signature where company_id = $1 and patient_id = $2',
      [clinic.company_id, offer.patientId],
    )
    assert.equal(count?.n, 1)
  }
})

test('forged, expired, used, revoked, replaced and foreign tokens: 404 or 410, with the phone, and no word of the patient', async () => {
  const used = await offered()
  await signing(used.url, used.a)
  const [expired, revoked, replaced, withdrawn] = [await offered(), await offered(), await offered(), await offered()]
  await app.sql(`update patient_link set expires_at = '2020-01-01' where id = $1`, [expired.linkId])
  await api.call(revokePatientLink, { id: revoked.linkId })
  await linkTo(replaced.a, replaced.patientId)
  for (const id of [withdrawn.a, withdrawn.b]) await api.call(withdrawQuotation, { id, reason: 'Too old' })
  const said = {
    used: /was signed/,
    expired: /no longer valid/,
    revoked: /closed this link/,
    replaced: /replaced/,
    withdrawn: /no longer valid/,
  }
  for (const [name, { url, a }] of Object.entries({ used, expired, revoked, replaced, withdrawn })) {
    for (const answer of [await fetch(`${url}?lang=en`), await send(url, { year: '1990' }), await signing(url, a)]) {
      const page = await answer.text()
      assert.equal(answer.status, 410, name)
      assert.match(page, said[name as keyof typeof said], name)
      assert.match(page, /\+966112345678/, name)
      assert.doesNotMatch(page, /Salma|Haddad|Zirconia/, name)
    }
  }
  const tokens = ['x', 'A'.repeat(32), '%00', '../session', randomBytes(24).toString('base64url'), 'A'.repeat(5_000)]
  for (const token of tokens)
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { body: new URLSearchParams({ year: '1990' }) } : {}
      const answer = await fetch(`${app.url}/p/quotation/${token}`, { method, ...body })
      assert.ok([400, 404, 414].includes(answer.status), `${method} ${token.slice(0, 40)} ${answer.status}`)
      assert.doesNotMatch(await answer.text(), PATIENT_WORDS)
    }
  const open = await offered()
  const visit = await fetch(open.url.replace('/p/quotation/', '/p/visit/'))
  assert.deepEqual([visit.status, PATIENT_WORDS.test(await visit.text())], [404, false])
  const foreign = await offered()
  const other = await signing(open.url, foreign.a)
  assert.equal(other.status, 422)
  assert.equal((await sheet(foreign.a)).signed, false)
})

test('an edit after sending is the next version, and the old link says that it was replaced', async () => {
  const { url, a } = await offered()
  const before = await sheet(a)
  const changed = await api.call(
    updateQuotation,
    { id: a, discount: 100 },
    { headers: { 'if-match': `"${before.version}"` } },
  )
  assert.equal(changed.status, 200)
  const after = await sheet(a)
  assert.deepEqual([after.versionNum, after.state, after.link?.state], [2, 'DRAFT', 'REPLACED'])
  const page = await signing(url, a)
  assert.deepEqual([page.status, (await page.text()).includes('replaced by a newer one')], [410, true])
  assert.equal((await sheet(a)).signed, false)
})

test('five wrong years lock the link for an hour, whatever is answered then, also where they come together', async () => {
  const { url, linkId, a } = await offered()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(url, { year: '1900' })))
  assert.ok(answers.every(({ status }) => status === 403))
  const right = await send(url, { year: '1990' })
  assert.deepEqual([right.status, (await right.text()).includes('Too many wrong answers')], [403, true])
  assert.equal((await signing(url, a)).status, 403)
  assert.match(await (await fetch(`${url}?lang=en`)).text(), /Too many wrong answers/)
  const [link] = await app.sql<{ minutes: number }>(
    'select extract(epoch from locked_until - now())::int / 60 as minutes from patient_link where id = $1',
    [linkId],
  )
  assert.ok(link && link.minutes >= 58 && link.minutes <= 60)
  await app.sql(`update patient_link set locked_until = '2020-01-01' where id = $1`, [linkId])
  assert.equal((await send(url, { year: '1990' })).status, 200)
})

test('the tablet’s link asks for no year and holds for 15 minutes; a guardian signs for a child; a bad drawing is refused', async () => {
  const child = await offered({ birth_date: '2020-01-01' }, { here: true })
  const gate = await (await fetch(`${child.url}?lang=en`)).text()
  assert.doesNotMatch(gate, /name="year"/)
  const page = await (await send(child.url, { action: 'show' })).text()
  assert.match(page, /name of the guardian/)
  const link = (await sheet(child.a)).link
  assert.ok(link && Date.parse(link.expiresAt) - Date.now() < 15 * 60_000 + 5_000)
  assert.equal((await sheet(child.a)).state, 'DRAFT')
  const huge = `data:image/png;base64,${Buffer.alloc(61_441, 'x').toString('base64')}`
  for (const drawing of ['data:image/svg+xml,<svg/>', huge, 'data:image/png;base64,AAAA']) {
    const refused = await signing(child.url, child.a, { drawing })
    assert.equal(refused.status, 422, drawing.slice(0, 30))
  }
  assert.equal((await signing(child.url, child.a, { name: ' ' })).status, 422)
  assert.equal((await signing(child.url, child.a, { name: '<b>Huda</b>', drawing: PNG })).status, 200)
  const [evidence] = (await sheet(child.a)).evidence
  assert.deepEqual([evidence?.role, evidence?.name], ['GUARDIAN', '<b>Huda</b>'])
})

test('a link is sent by a message that says it, by a template whose last value it is, or refused with why', async () => {
  const offer = await offered()
  const wanted = { kind: 'QUOTATION' as const, subjectId: offer.a, patientId: offer.patientId }
  const made = (await api.call(createPatientLink, { ...wanted, channel: 'sms' })).body.data
  const { id: templateId } = await template(app, clinic, { body: '{{1}}: {{2}}', variable_count: 2 })
  assert.equal((await api.call(createPatientLink, { ...wanted, channel: 'whatsapp', templateId })).status, 201)
  const sent = await app.sql<{ channel: string; text: string }>(
    'select channel, text from communication where company_id = $1 and patient_id = $2 order by created_at, id',
    [clinic.company_id, offer.patientId],
  )
  assert.deepEqual(
    sent.map(({ channel }) => channel),
    ['sms', 'whatsapp'],
  )
  assert.ok(sent[0]?.text.includes(made.url))
  const silent = await offered({ phone_number: null })
  const none = { ...wanted, subjectId: silent.a, patientId: silent.patientId }
  const codes = await Promise.all(
    [
      { ...none, channel: 'sms' as const },
      { ...none, channel: 'email' as const },
      { ...wanted, channel: 'whatsapp' as const },
      { ...wanted, channel: 'sms' as const, here: true },
      { ...wanted, channel: 'none' as const, patientId: silent.patientId },
      { ...wanted, channel: 'none' as const, subjectId: 'quo_none' },
    ].map(async input => (await api.call(createPatientLink, input)).body.error?.code),
  )
  assert.deepEqual(codes, [
    'patient_has_no_phone',
    'validation_failed',
    'validation_failed',
    'validation_failed',
    'not_found',
    'not_found',
  ])
  const { cookie } = await staffMember(app, clinic, 'accountant')
  const refused = await staffClient(app, () => cookie).call(createPatientLink, { ...wanted, channel: 'none' })
  assert.equal(refused.body.error?.code, 'not_permitted')
})
