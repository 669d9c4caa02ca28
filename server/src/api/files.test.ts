import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as declare } from 'node:test'
import {
  confirmFileUpload,
  getPatientFile,
  listPatientFiles,
  listPatientXRays,
  requestFileUpload,
  UPLOAD_CONTENT_TYPES,
} from '@clinic/contract/files.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { SAMPLES } from '../../test/support/clinic/file-samples.ts'
import { sendForm, sendHalf } from '../../test/support/clinic/upload.ts'
import { eventually } from '../../test/support/eventually.ts'
import { startS3 } from '../../test/support/servers/s3-server.ts'
import { addTreatment } from '../domain/clinical/add-treatment.ts'
import { storageKey } from '../domain/files/file-storage.ts'
import { sweepUploads } from '../jobs/sweep-uploads.ts'

const PNG = SAMPLES['image/png']
const folder = await mkdtemp(join(tmpdir(), 'clinic-files-'))
atEnd(() => rm(folder, { recursive: true, force: true }))

/** What lies on the disk, or in the bucket. */
type Contents = () => Promise<string[]>

async function filesOn(disk: string): Promise<string[]> {
  const entries = await readdir(disk, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter(entry => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath.slice(disk.length), name))
}

async function everyStorage(where: string, settings: Record<string, string>, contents: Contents): Promise<void> {
  const test = (title: string, run: () => Promise<void>) => declare(`${where}: ${title}`, run)
  const app = await startApp(settings)
  const { clinic, branch, patient, api } = await app.practice()

  type Wishes = Partial<Input<typeof requestFileUpload>>
  const ask = async (wishes: Wishes = {}) => {
    const wanted = { fileName: 'smile.png', contentType: 'image/png', sizeBytes: PNG.length, kind: 'file' } as const
    return api.call(requestFileUpload, { id: patient.id, ...wanted, ...wishes })
  }
  const target = async (wishes?: Wishes) => (await ask(wishes)).body.data
  const confirm = (fileId: string, id = patient.id) => api.call(confirmFileUpload, { id, fileId })
  const upload = async (bytes: Buffer, wishes?: Wishes) => {
    const { fileId, ...where } = await target({ sizeBytes: bytes.length, ...wishes })
    assert.equal((await sendForm({ ...where }, bytes)).status, 204)
    return fileId
  }
  const eventsOf = (patientId: string) =>
    app.sql(`select type, data from event where data->>'patientId' = $1 order by created_at, id`, [patientId])

  test('a file goes up in three steps, comes down as it was, and fires file.created', async () => {
    const { fileId, uploadUrl, fields, method, expiresInSeconds } = await target({ fileName: 'أشعة 1.png' })
    assert.equal((await api.call(getPatientFile, { id: patient.id, fileId })).status, 404)
    assert.deepEqual([method, expiresInSeconds], ['POST', 900])
    assert.deepEqual(await api.all(listPatientFiles, { id: patient.id }), [])
    assert.equal((await sendForm({ uploadUrl, fields }, PNG)).status, 204)
    const { status, body } = await confirm(fileId)
    assert.equal(status, 200)
    const { downloadUrl, createdAt, updatedAt, ...file } = body.data
    assert.deepEqual(file, {
      ...{ object: 'file', id: fileId, name: 'أشعة 1.png', contentType: 'image/png', sizeBytes: PNG.length, order: 1 },
      ...{ patientId: patient.id, operationId: null, appointmentId: null, encounterId: null, xrayId: null },
      folderId: null,
    })
    assert.equal(createdAt, updatedAt)
    const again = (await api.call(getPatientFile, { id: patient.id, fileId })).body.data
    assert.deepEqual({ ...again, downloadUrl }, body.data)
    const other = await app.patient(branch)
    const elsewhere = await api.call(getPatientFile, { id: other.id, fileId })
    assert.deepEqual([elsewhere.status, elsewhere.body.error.details], [404, { resource: 'file' }])
    const down = await fetch(again.downloadUrl)
    assert.deepEqual([down.status, down.headers.get('content-type')], [200, 'image/png'])
    assert.match(String(down.headers.get('content-disposition')), /^attachment; .*%D8%A3%D8%B4%D8%B9%D8%A9%201\.png$/)
    assert.deepEqual(Buffer.from(await down.arrayBuffer()), PNG)
    assert.ok(!downloadUrl.includes('%D8'), 'a name in an address ends up in logs')
    assert.deepEqual(await eventsOf(patient.id), [
      {
        type: 'file.created',
        data: { id: fileId, object: 'file', patientId: patient.id, contentType: 'image/png', sizeBytes: PNG.length },
      },
    ])
  })

  test('an x-ray becomes a record with its file, and fires xray.created alone', async () => {
    const other = await app.patient(branch)
    const dicom = SAMPLES['application/dicom']
    const wishes = { id: other.id, kind: 'xray', fileName: 'opg.dcm', contentType: 'application/dicom' } as const
    const fileId = await upload(dicom, wishes)
    const { data: file } = (await confirm(fileId, other.id)).body
    const [xray] = await api.all(listPatientXRays, { id: other.id })
    assert.deepEqual([xray?.id, xray?.name, xray?.files.map(({ id }) => id)], [file.xrayId, 'opg.dcm', [fileId]])
    assert.deepEqual(
      (await eventsOf(other.id)).map(({ type, data }) => [type, data.id]),
      [['xray.created', file.xrayId]],
    )
    const down = await fetch(String(xray?.files[0]?.downloadUrl))
    assert.deepEqual(Buffer.from(await down.arrayBuffer()), dicom)
  })

  test('every type that is offered is taken for what it is', async () => {
    for (const contentType of UPLOAD_CONTENT_TYPES)
      assert.equal((await confirm(await upload(SAMPLES[contentType], { contentType }))).status, 200, contentType)
  })

  test('confirming needs an upload, and happens once', async () => {
    const { fileId, ...where } = await target()
    const early = await confirm(fileId)
    assert.deepEqual([early.status, early.body.error.code], [409, 'upload_not_found'])
    await sendForm(where, PNG)
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(fileId)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409])
    assert.equal((await confirm(fileId)).body.error.code, 'already_confirmed')
  })

  test('a file of another size is not taken, and leaves nothing', async () => {
    for (const bytes of [PNG.subarray(1), Buffer.concat([PNG, PNG]), Buffer.alloc(0)]) {
      const { fileId, ...where } = await target()
      const before = await contents()
      assert.ok((await sendForm(where, bytes)).status >= 400)
      assert.deepEqual(await contents(), before)
      assert.equal((await confirm(fileId)).body.error.code, 'upload_not_found')
    }
  })

  test('a file of another type is refused on confirmation, and the right one may follow', async () => {
    const page = Buffer.from('<!DOCTYPE html><script>alert(1)</script>'.padEnd(PNG.length))
    const { fileId, ...where } = await target({ sizeBytes: page.length })
    assert.equal((await sendForm(where, page)).status, 204)
    const refused = await confirm(fileId)
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'upload_mismatch'])
    assert.deepEqual(refused.body.error.details, { mismatch: 'type' })
    const real = Buffer.concat([PNG, Buffer.alloc(page.length - PNG.length)])
    await sendForm(where, real)
    assert.equal((await confirm(fileId)).status, 200)
  })

  test('nothing of a policy can be changed, left out, added or sent too late', async () => {
    const { fileId, uploadUrl, fields } = await target()
    const before = await contents()
    const policy = Object.keys(fields).find(name => name.toLowerCase() === 'policy') ?? ''
    const wider = Buffer.from(String(fields[policy]), 'base64').toString().replaceAll(`${PNG.length}`, '99999999')
    const forged: Record<string, string>[] = [
      { ...fields, [policy]: Buffer.from(wider).toString('base64') },
      { ...fields, key: String(fields.key).replace(/.$/, last => (last === 'x' ? 'y' : 'x')) },
      { ...fields, key: '../../etc/passwd' },
      { ...fields, 'Content-Type': 'text/html' },
      { ...fields, acl: 'public-read' },
      {},
    ]
    // The bucket is that of the address, whatever a form says.
    for (const name of Object.keys(fields).filter(each => each !== 'bucket')) {
      const { [name]: _, ...rest } = fields
      forged.push(rest, { ...rest, [name]: `${fields[name]}x` })
    }
    for (const [index, each] of forged.entries())
      assert.ok((await sendForm({ uploadUrl, fields: each }, PNG)).status >= 400, `forgery ${index}`)
    assert.deepEqual(await contents(), before)
    assert.equal((await confirm(fileId)).body.error.code, 'upload_not_found')
  })

  test('fields after the file are not taken', async () => {
    const { fileId, uploadUrl, fields } = await target()
    const { key = '', ...rest } = fields
    assert.ok((await sendForm({ uploadUrl, fields: rest }, PNG, { last: { key } })).status >= 400)
    assert.equal((await confirm(fileId)).body.error.code, 'upload_not_found')
  })

  test('an expired policy is refused', async () => {
    const key = storageKey(clinic.company_id, 'fil_expired')
    const { url, fields } = await app.app.files.uploadTarget(
      {
        ...{ key, contentType: 'image/png', sizeBytes: PNG.length },
        ...{ caller: 'system test', tokenId: null, patientId: patient.id },
      },
      0,
    )
    assert.ok((await sendForm({ uploadUrl: url, fields }, PNG)).status >= 400)
  })

  test('the name of the sent part leads nowhere, and names that would are refused', async () => {
    const { fileId, ...where } = await target()
    assert.equal((await sendForm(where, PNG, { fileName: '../../../../tmp/evil.png' })).status, 204)
    assert.equal((await confirm(fileId)).body.data.name, 'smile.png')
    assert.ok((await contents()).every(path => !path.includes('evil')))
    for (const fileName of ['../x.png', 'a\\b.png', '..', '.', 'x\u0000.png', 'gpj\u202e.exe', 'a\nb.png']) {
      const { status, body } = await ask({ fileName })
      assert.deepEqual([status, body.error.details?.issues?.[0]?.path], [400, '/fileName'], JSON.stringify(fileName))
    }
  })

  test('an upload that breaks off leaves nothing', async () => {
    const { fileId, ...where } = await target({ sizeBytes: 1_000_000 })
    const before = await contents()
    await sendHalf(where, Buffer.alloc(400_000), 1_000_000)
    await eventually(contents, before)
    assert.equal((await confirm(fileId)).body.error.code, 'upload_not_found')
  })

  test('what was confirmed cannot be exchanged while its target still lives', async () => {
    const { fileId, ...where } = await target()
    await sendForm(where, PNG)
    const { downloadUrl } = (await confirm(fileId)).body.data
    const other = Buffer.concat([PNG.subarray(0, PNG.length - 4), Buffer.from('evil')])
    await sendForm(where, other)
    assert.deepEqual(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer()), PNG)
    assert.equal((await confirm(fileId)).body.error.code, 'already_confirmed')
  })

  test('a link to a file ends, and cannot be changed', async () => {
    const fileId = await upload(PNG)
    const { downloadUrl, patientId, name, contentType } = (await confirm(fileId)).body.data
    const place = downloadUrl.indexOf('?') - 30
    const letter = downloadUrl[place] === 'a' ? 'b' : 'a'
    const changed = `${downloadUrl.slice(0, place)}${letter}${downloadUrl.slice(place + 1)}`
    assert.ok((await fetch(changed)).status >= 400)
    const file = { key: storageKey(clinic.company_id, fileId), fileId, patientId, name, contentType }
    const shared = { ...file, companyId: clinic.company_id, caller: 'system test', tokenId: null }
    assert.ok((await fetch(await app.app.files.downloadUrl(shared, 0))).status >= 400)
  })

  test('a link to a file ends with the token that it was given to, and each download leaves a record', async () => {
    const { token, installation } = await app.installation(clinic)
    const [row] = await app.sql<{ id: string }>('select id from plugin_token where installation_id = $1', [
      installation.id,
    ])
    const tokenId = row?.id ?? ''
    const fileId = await upload(PNG)
    await confirm(fileId)
    const listed = await app.api(token).all(listPatientFiles, { id: patient.id })
    const downloadUrl = String(listed.find(({ id }) => id === fileId)?.downloadUrl)
    const down = async () => (await fetch(downloadUrl)).status
    const ends: [string, string, string, string][] = [
      ['plugin_token', tokenId, 'revoked_at = now()', 'revoked_at = null'],
      ['plugin_token', tokenId, "expires_at = now() - interval '1 second'", 'expires_at = null'],
      ['installation', installation.id, "status = 'SUSPENDED'", "status = 'ACTIVE'"],
      ['installation', installation.id, "status = 'UNINSTALLED'", "status = 'ACTIVE'"],
      ['installation', installation.id, 'held_at = now()', 'held_at = null'],
      ['clinic', clinic.company_id, 'plugins_stopped_at = now()', 'plugins_stopped_at = null'],
      ['installation', installation.id, "granted_scopes = '{clinic:read}'", "granted_scopes = '{files:read}'"],
    ]
    assert.equal(await down(), 200)
    for (const [table, id, off, on] of ends) {
      const key = table === 'clinic' ? 'company_id' : 'id'
      const change = (set: string) => app.sql(`update ${table} set ${set} where ${key} = $1`, [id])
      await change(off)
      assert.equal(await down(), 404, off)
      await change(on)
      assert.equal(await down(), 200, on)
    }
    const records = await app.sql("select from audit_record where operation = 'downloadFile' and token_id = $1", [
      tokenId,
    ])
    assert.equal(records.length, 1 + ends.length)
  })

  test('uploads belong to one patient of one clinic, and to treatments of that patient', async () => {
    const [fileId, elsewhere, other] = [await upload(PNG), await app.practice(), await app.patient(branch)]
    assert.equal((await confirm(fileId, other.id)).status, 404)
    assert.equal((await elsewhere.api.call(confirmFileUpload, { id: patient.id, fileId })).status, 404)
    assert.equal((await ask({ id: elsewhere.patient.id })).status, 404)
    assert.equal((await api.list(listPatientFiles, { id: elsewhere.patient.id })).status, 404)
    assert.equal((await api.list(listPatientXRays, { id: elsewhere.patient.id })).status, 404)
    const { treatment } = await app.write(clinic, tx =>
      addTreatment(tx, { patientId: patient.id, branchId: branch.id, name: 'Filling' }),
    )
    assert.deepEqual((await ask({ id: other.id, operationId: treatment.id })).body.error.details, {
      resource: 'treatment',
    })
    const own = await upload(PNG, { operationId: treatment.id, kind: 'xray' })
    await confirm(own)
    const byOperation = { id: patient.id, operationId: treatment.id }
    assert.deepEqual(
      (await api.all(listPatientFiles, byOperation)).map(({ id }) => id),
      [own],
    )
    assert.equal((await api.all(listPatientXRays, byOperation)).length, 1)
    for (let more = 0; more < 2; more++) await confirm(await upload(PNG))
    assert.ok((await api.all(listPatientFiles, { id: patient.id, limit: 2 })).length > 2)
  })

  test('uploads that were not confirmed in time are swept, from the storage first; files stay', async () => {
    const [confirmed, left] = [await upload(PNG), await upload(PNG)]
    const { downloadUrl } = (await confirm(confirmed)).body.data
    const { fileId: never } = await target()
    const fresh = await upload(PNG)
    await app.sql(`update file_upload set expires_at = now() - interval '3 hours' where id = any($1)`, [
      [confirmed, left, never],
    ])
    for (const fileId of [left, never]) assert.equal((await confirm(fileId)).status, 404)
    await app.sql(`select graphile_worker.add_job('sweep_uploads')`)
    await runJobs(app, { jobs: [sweepUploads], settings })
    const rows = await app.sql<{ id: string }>('select id from file_upload where id = any($1)', [
      [confirmed, left, never, fresh],
    ])
    assert.deepEqual(
      rows.map(({ id }) => id),
      [fresh],
    )
    const lying = await contents()
    assert.ok(!lying.some(path => path.includes(left)))
    assert.equal(lying.filter(path => path.includes(confirmed)).length, 1)
    assert.equal((await fetch(downloadUrl)).status, 200)
    assert.equal((await confirm(confirmed)).body.error.code, 'already_confirmed')
    assert.equal((await confirm(fresh)).status, 200)
  })
}

await everyStorage('on disk', { DATA_DIR: folder }, () => filesOn(join(folder, 'files')))

const s3 = await startS3()
atEnd(s3.close)
await everyStorage('in a bucket', s3.settings, async () => [...s3.objects.keys()])
