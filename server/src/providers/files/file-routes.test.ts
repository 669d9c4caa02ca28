import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { confirmFileUpload, listPatientFiles, requestFileUpload } from '@clinic/contract/files.ts'
import { startApp } from '../../../test/support/app/harness.ts'
import { atEnd } from '../../../test/support/at-end.ts'
import { buffersHeld } from '../../../test/support/buffers-held.ts'
import { SAMPLES } from '../../../test/support/clinic/file-samples.ts'
import { sendForm, sendHalf, sendStream, type Target } from '../../../test/support/clinic/upload.ts'
import { eventually } from '../../../test/support/eventually.ts'

const folder = await mkdtemp(join(tmpdir(), 'clinic-files-'))
atEnd(() => rm(folder, { recursive: true, force: true }))
const app = await startApp({ DATA_DIR: folder })
const { clinic, patient, api } = await app.practice()

const PNG = SAMPLES['image/png']
const MIB = 1_048_576
const ask = async (sizeBytes = PNG.length) => {
  const wanted = { fileName: 'a.png', contentType: 'image/png', kind: 'file' } as const
  return (await api.call(requestFileUpload, { id: patient.id, sizeBytes, ...wanted })).body.data
}
const shared = async () => {
  const { fileId, ...target } = await ask()
  await sendForm(target, PNG)
  return (await api.call(confirmFileUpload, { id: patient.id, fileId })).body.data
}
const parts = () => readdir(join(folder, 'files/parts')).catch(() => [])

async function refusal(target: Target, bytes: Buffer, last?: Record<string, string>) {
  const response = await sendForm(target, bytes, { last })
  const { error } = (await response.json()) as {
    error: { code: string; details: { issues: { path: string; code: string }[] } }
  }
  return [response.status, error.code, ...error.details.issues.map(({ path, code }) => `${path} ${code}`)]
}

test('says what is wrong with a form, field by field', async () => {
  const { fileId: _, ...target } = await ask()
  const { uploadUrl, fields } = target
  const { key = '', ...rest } = fields
  assert.deepEqual(await refusal(target, PNG.subarray(1)), [400, 'validation_failed', 'file too_short'])
  assert.deepEqual(await refusal(target, Buffer.concat([PNG, PNG])), [400, 'validation_failed', 'file too_long'])
  assert.deepEqual(await refusal({ uploadUrl, fields: rest }, PNG), [400, 'validation_failed', 'key required'])
  assert.deepEqual(await refusal({ uploadUrl, fields: rest }, PNG, { key }), [400, 'validation_failed', 'key required'])
  assert.deepEqual(await refusal(target, PNG, { more: '1' }), [400, 'validation_failed', 'more order'])
  assert.deepEqual(await refusal({ uploadUrl, fields: { ...fields, more: '1' } }, PNG), [
    400,
    'validation_failed',
    'more unknown_key',
  ])
  const signed = { ...fields, signature: 'AAAA' }
  assert.deepEqual(await refusal({ uploadUrl, fields: signed }, PNG), [400, 'validation_failed', 'signature signature'])
  const none = await fetch(uploadUrl, { method: 'POST', body: new URLSearchParams(fields) })
  assert.equal(none.status, 415)
  const form = new FormData()
  form.append('key', key)
  const without = await fetch(uploadUrl, { method: 'POST', body: form })
  assert.equal(without.status, 400)
  assert.deepEqual(await parts(), [])
})

test('a web page of any origin may send the form and read what came of it', async () => {
  const { fileId: _, ...target } = await ask()
  const preflight = await fetch(target.uploadUrl, { method: 'OPTIONS', headers: { origin: 'https://plugin.example' } })
  assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
  assert.equal((await sendForm(target, PNG)).headers.get('access-control-allow-origin'), '*')
  assert.equal((await sendForm(target, PNG.subarray(1))).headers.get('access-control-allow-origin'), '*')
})

test('a download is inert, can be continued, and leaves an audit record of who was given the link', async () => {
  const { id, downloadUrl } = await shared()
  const whole = await fetch(downloadUrl)
  assert.equal(whole.headers.get('x-content-type-options'), 'nosniff')
  assert.match(String(whole.headers.get('content-security-policy')), /default-src 'none'; sandbox/)
  assert.match(String(whole.headers.get('content-disposition')), /^attachment;/)
  assert.equal(whole.headers.get('cache-control'), 'no-store')
  const rest = await fetch(downloadUrl, { headers: { range: `bytes=4-` } })
  assert.equal(rest.status, 206)
  assert.deepEqual(Buffer.from(await rest.arrayBuffer()), PNG.subarray(4))
  const records = await app.sql(
    `select operation, caller, resource_ids, patient_ids, token_id is not null as token, address from audit_record
     where company_id = $1 and operation = 'downloadFile'`,
    [clinic.company_id],
  )
  const [installation] = await app.sql<{ id: string }>('select id from installation where company_id = $1', [
    clinic.company_id,
  ])
  const record = {
    ...{ operation: 'downloadFile', caller: `installation ${installation?.id}`, resource_ids: [id] },
    ...{ patient_ids: [patient.id], token: true, address: '127.0.0.1' },
  }
  assert.deepEqual(records, [record, record])
})

test('what is sent leaves an audit record of who asked for it and about whom, and no name of theirs in the form', async () => {
  const { fileId, ...target } = await ask()
  assert.doesNotMatch(Buffer.from(String(target.fields.policy), 'base64url').toString(), /ins_|ptk_|pat_/)
  await refusal(target, PNG.subarray(1))
  await sendForm(target, PNG)
  const records = await app.sql(
    `select caller, patient_ids, token_id is not null as token, address from audit_record
     where company_id = $1 and operation = 'uploadFile' and resource_ids = $2`,
    [clinic.company_id, [fileId]],
  )
  const [installation] = await app.sql<{ id: string }>('select id from installation where company_id = $1', [
    clinic.company_id,
  ])
  const by = `installation ${installation?.id}`
  assert.deepEqual(records, [{ caller: by, patient_ids: [patient.id], token: true, address: '127.0.0.1' }])
})

test('an ended, a changed and an emptied link are not found', async () => {
  const { downloadUrl, id } = await shared()
  assert.equal((await fetch(downloadUrl.replace('?', 'x?'))).status, 404)
  assert.equal((await fetch(`${app.url}/files/AAAA`)).status, 404)
  await app.app.files.discard(`${clinic.company_id}/${id}`)
  assert.equal((await fetch(downloadUrl)).status, 404)
})

test('a file of 100 MiB passes through without being held in memory', async () => {
  const size = 100 * MIB
  const { fileId, ...target } = await ask(size)
  const chunk = Buffer.alloc(MIB)
  let most = 0
  function* chunks() {
    yield Buffer.concat([PNG, chunk.subarray(PNG.length)])
    for (let sent = 1; sent < 100; sent++) {
      if (sent % 20 === 0) most = Math.max(most, buffersHeld())
      yield chunk
    }
  }
  const before = buffersHeld()
  assert.equal(await sendStream(target, chunks(), size), 204)
  assert.ok(most - before < 12 * MIB, `${Math.round((most - before) / MIB)} MiB`)
  const { body } = await api.call(confirmFileUpload, { id: patient.id, fileId })
  assert.equal(body.data.sizeBytes, size)
})

test('a sender that hangs up leaves no part behind, and neither does a crash, once it is old', async () => {
  const { fileId: _, ...target } = await ask(MIB)
  const partsLying = async () => (await parts()).length
  await sendHalf(target, Buffer.alloc(MIB / 2), MIB, () => eventually(partsLying, 1))
  await eventually(partsLying, 0)
  const left = join(folder, 'files/parts/left')
  await writeFile(left, 'half')
  await app.app.files.tidy(new Date(Date.now() - 60_000))
  assert.deepEqual(await parts(), ['left'])
  await utimes(left, 0, 0)
  await app.app.files.tidy(new Date(Date.now() - 60_000))
  assert.deepEqual(await parts(), [])
})

test('many uploads at the same time go each to its own place', async () => {
  const targets = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(PNG.length + index)))
  await Promise.all(
    targets.map(({ fileId: _, ...target }, index) =>
      sendForm(target, Buffer.concat([PNG, Buffer.alloc(index, index)])),
    ),
  )
  await Promise.all(targets.map(({ fileId }) => api.call(confirmFileUpload, { id: patient.id, fileId })))
  const listed = new Map((await api.all(listPatientFiles, { id: patient.id })).map(file => [file.id, file]))
  for (const [index, { fileId }] of targets.entries()) {
    const down = await fetch(String(listed.get(fileId)?.downloadUrl))
    assert.deepEqual(Buffer.from(await down.arrayBuffer()), Buffer.concat([PNG, Buffer.alloc(index, index)]))
  }
})
