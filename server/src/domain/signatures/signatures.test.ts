import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/support/app/harness.ts'
import { runJobs } from '../../../test/support/app/jobs.ts'
import { asGroup, type Group, loginsOf } from '../../../test/support/database/as-group.ts'
import { enqueue } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'
import { html } from '../../kernel/values/html.ts'
import { forgetSignatures } from './forget-signatures.ts'
import { isGenuine, sign, signaturesOf, verifySignature } from './signature.ts'
import { documentHash, freezeDocument } from './signed-document.ts'

const app = await startApp()
const here = await app.practice()
const company = here.clinic.company_id
const write = <Done>(work: (tx: Tx) => Promise<Done>) => app.write(here.clinic, work)
const as = asGroup(app.database)

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
let subjects = 0

/** A document with Arabic and markup in it, signed by drawing. */
const signed = () =>
  write(async tx => {
    const subject = { subjectKind: 'QUOTATION', subjectId: `quo_${++subjects}`, patientId: here.patient.id } as const
    const words = html`<p>سعر ${'<b>Crown</b>'} 1,200</p>`
    const document = await freezeDocument(tx, { ...subject, html: words })
    const signer = {
      name: 'ليلى <i>',
      role: 'PATIENT',
      drawing: PNG,
      address: '10.0.0.7',
      userAgent: 'Test/1',
    } as const
    return { document, signature: await sign(tx, document, { ...signer, userId: 'usr_1' }) }
  })

test('the hash of a signature is that of its document; one byte changed, in the words or in either hash, and it fails', async () => {
  const { document, signature } = await signed()
  assert.equal(document.html, '<p>سعر &lt;b&gt;Crown&lt;/b&gt; 1,200</p>')
  assert.equal(signature.sha256, documentHash(document.html ?? ''))
  assert.equal(await write(tx => verifySignature(tx, signature.id)), true)
  const bytes = Buffer.from(document.html ?? '', 'utf8')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    assert.equal(isGenuine(signature, { ...document, html: changed.toString('utf8') }), false, `byte ${at}`)
  }
  const other = documentHash('Another text')
  assert.equal(isGenuine({ sha256: other }, document), false)
  assert.equal(isGenuine(signature, { ...document, sha256: other }), false)
  assert.equal(isGenuine({ sha256: other }, { ...document, sha256: other }), false)
})

test('what was changed behind the guard is found', async () => {
  const { document, signature } = await signed()
  await app.sql('alter table signed_document disable trigger append_only')
  await app.sql(`update signed_document set html = replace(html, '1,200', '1,300') where id = $1`, [document.id])
  await app.sql('alter table signed_document enable trigger append_only')
  assert.equal(await write(tx => verifySignature(tx, signature.id)), false)
})

test('each frozen text is a version of its own, and the signatures of a subject are found in their order', async () => {
  const { document, signature } = await signed()
  const { subject_id: subjectId, patient_id: patientId } = document
  const next = await write(async tx => {
    const again = await freezeDocument(tx, { subjectKind: 'QUOTATION', subjectId, patientId, html: html`<p>New</p>` })
    const witness = { name: 'W', role: 'WITNESS', address: null, userAgent: null, userId: 'usr_2' } as const
    return { again, signature: await sign(tx, again, witness) }
  })
  assert.equal(next.again.version_num, 2)
  assert.deepEqual(
    (await write(tx => signaturesOf(tx, subjectId))).map(({ id, kind }) => [id, kind]),
    [
      [signature.id, 'DRAWN'],
      [next.signature.id, 'TYPED'],
    ],
  )
})

const isGroup = (name: string): name is Group => Object.hasOwn(loginsOf(app.database), name)

test('no login changes or removes what was signed, the owner of the database neither, and another clinic does not see it', async () => {
  const { signature } = await signed()
  const attempts = [
    "update signature set name = 'x'",
    'delete from signature',
    'truncate signature, signed_document cascade',
    "update signed_document set html = 'x'",
    'delete from signed_document',
    `select forget_signatures('${company}', '${here.patient.id}')`,
  ]
  for (const group of Object.keys(loginsOf(app.database)).filter(isGroup))
    for (const attempt of attempts) {
      const mayAsk = group === 'clinic_retention' && attempt.startsWith('select')
      assert.equal(await as(group, attempt, [], company), mayAsk ? 'P0001' : '42501', `${group}: ${attempt}`)
    }
  for (const attempt of attempts) await assert.rejects(app.sql(attempt), /are never changed/, attempt)
  const other = await app.clinic()
  assert.deepEqual(await as('clinic_app', 'select id from signature', [], other.company_id), [])
  assert.equal(await write(tx => verifySignature(tx, signature.id)), true)
})

test('of an anonymous patient the hashes stay, and nothing that names a person', async () => {
  const { signature } = await signed()
  const [patient, id] = [here.patient.id, signature.id]
  await app.sql(
    `update patient set deleted_at = now(), restricted_at = now(), anonymise_at = now(), anonymised_at = now() where id = $1`,
    [patient],
  )
  await assert.rejects(
    app.sql(`update signature set name = null, forgotten_at = now() where id = $1`, [id]),
    /are never changed/,
    'Not a part of it.',
  )
  await write(tx => enqueue(tx, forgetSignatures, { patientId: patient }))
  await runJobs(app)
  const left = await app.sql<{ row: string }>(
    `select to_jsonb(signature)::text || to_jsonb(document)::text as row from signature
     join signed_document as document on document.id = signature.document_id where signature.company_id = $1`,
    [company],
  )
  assert.ok(left.length > 3)
  for (const { row } of left) assert.doesNotMatch(row, /ليلى|سعر|Crown|10\.0\.0\.7|Test\/1|89504e47/)
  assert.ok(left.every(({ row }) => row.includes('"sha256"')))
  assert.equal(await write(tx => verifySignature(tx, id)), true)
})
