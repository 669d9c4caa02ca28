import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { listAppointments } from '@clinic/contract/appointments.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { getPatient, updatePatient } from '@clinic/contract/patients.ts'
import type { ExportWithLink } from '@clinic/contract/staff/exports.ts'
import { startApp } from '../../../test/support/app/harness.ts'
import { runJobs } from '../../../test/support/app/jobs.ts'
import { atEnd } from '../../../test/support/at-end.ts'
import { employee } from '../../../test/support/staff/staff.ts'
import { runExport } from '../../jobs/run-export.ts'
import { sealAuditRegularly } from '../../jobs/seal-audit.ts'
import { csvCell } from '../../kernel/values/csv-line.ts'

const app = await startApp()
const { clinic, branch, patient } = await app.practice()
const { token } = await app.installation(clinic)
const api = app.api(token)
const owner = await employee(app, clinic, 'owner')
await api.call(getPatient, { id: patient.id })
await api.call(getPatient, { id: patient.id })
await api.call(updatePatient, { id: patient.id, lastName: 'Invented' })
await api.call(listAppointments, { patientId: patient.id })
await app.api((await app.installation(clinic)).token).call(getPatient, { id: (await app.patient(branch)).id })
await owner.send('GET', `/patients/${patient.id}/disclosures`)
await seal()

async function seal(): Promise<void> {
  await app.sql("select graphile_worker.add_job('seal_audit')")
  await runJobs(app, { jobs: [sealAuditRegularly] })
}

/** What an export comes to that the owner asks for. */
async function exported(wish: Record<string, unknown>): Promise<Buffer> {
  const asked = await owner.send<{ id: string }>('POST', '/audit/exports', wish, {
    'idempotency-key': crypto.randomUUID(),
  })
  assert.equal(asked.status, 202, JSON.stringify(asked.body))
  await runJobs(app, { jobs: [runExport], deps: { files: app.app.files } })
  const { body } = await owner.send<Static<typeof ExportWithLink>>('GET', `/exports/${asked.body.data.id}`)
  assert.equal(body.data.state, 'READY')
  const days = (Date.parse(String(body.data.expiresAt)) - Date.parse(body.data.updatedAt)) / 86_400_000
  assert.equal(days, 7)
  return Buffer.from(await (await fetch(String(body.data.downloadUrl))).arrayBuffer())
}
const cellsOf = (csv: Buffer) =>
  csv
    .toString()
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map(line => line.slice(1, -1).split('","'))

test('no cell of a table is taken for a formula', () => {
  for (const text of ['=1+1', '+1', '-1', '@a', '\tx']) assert.equal(csvCell(text), `"'${text}"`)
  assert.equal(csvCell('a "b", c'), '"a ""b"", c"')
  assert.equal(csvCell(null), '""')
})

test('the patient’s copy says when, who by plugin or role, what and what for, and names none of the staff', async () => {
  const [head, ...lines] = cellsOf(await exported({ patientId: patient.id, format: 'csv', copyFor: 'patient' }))
  assert.deepEqual(head, ['Date', 'Recipient', 'What', 'Purpose'])
  const [read] = lines
  assert.match(String(read?.[1]), /\(plugin\)$/)
  assert.match(String(read?.[2]), /^Read: .*name.*phone/)
  assert.match(String(read?.[3]), /^Service of the plugin/)
  const ofStaff = lines.find(([, recipient]) => recipient === 'owner')
  assert.deepEqual(ofStaff?.slice(2), ['Read: disclosure log', 'Care and administration, as owner'])
  assert.ok(lines.some(([, , what]) => what === 'Changed: name, phone' || what?.startsWith('Changed: ')))
  assert.ok(!lines.flat().join().includes('Person'))
})

test('the clinic’s copy names its people, and holds what programs read', async () => {
  const [head, ...lines] = cellsOf(await exported({ actorId: owner.user.id, format: 'csv' }))
  const at = (name: string) => head?.indexOf(name) ?? -1
  const opened = lines.find(line => line[at('operation')] === 'listDisclosures')
  assert.equal(opened?.[1], 'Person (owner)')
  assert.equal(opened?.[at('patientIds')], patient.id)
  assert.ok(lines.every(line => line[at('actor')] === `staff ${owner.user.id}`))
})

test('what one actor had to do with one patient is exported alone', async () => {
  const [head, ...lines] = cellsOf(await exported({ patientId: patient.id, actorId: owner.user.id, format: 'csv' }))
  const at = head?.indexOf('actor') ?? -1
  assert.ok(lines.length > 0 && lines.every(line => line[at] === `staff ${owner.user.id}`))
})

test('a page tells by day and recipient, in either language, what they had to do with the patient', async () => {
  const english = (await exported({ patientId: patient.id, format: 'page', copyFor: 'patient' })).toString()
  assert.match(english, /<html lang="en" dir="ltr">/)
  assert.match(english, /\(plugin\)<\/bdi><\/td><td>name, .*appointments<\/td><td class="number">4<\/td>/)
  const arabic = (await exported({ patientId: patient.id, format: 'page', language: 'ar' })).toString()
  assert.match(arabic, /<html lang="ar" dir="rtl">[\s\S]*سجل الاطلاع[\s\S]*الاسم، [\s\S]*المواعيد/)
  const none = await exported({ patientId: patient.id, format: 'page', from: '2026-01-01', to: '2026-01-02' })
  assert.match(none.toString(), /No disclosure is on record/)
})

test('a patient is handed no bundle, and of a patient who is not the clinic’s nothing is exported', async () => {
  const send = async (wish: Record<string, unknown>) => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    return (await owner.send<object>('POST', '/audit/exports', wish, key)).body.error.code
  }
  assert.equal(await send({ format: 'csv', copyFor: 'patient' }), 'validation_failed')
  assert.equal(await send({ patientId: patient.id, format: 'bundle', copyFor: 'patient' }), 'validation_failed')
  assert.equal(await send({ format: 'csv', from: '2026-02-02', to: '2026-02-01' }), 'validation_failed')
  assert.equal(await send({ patientId: 'pat_other', format: 'csv' }), 'not_found')
})

/** The files of an archive, by what the list at its end says of them, in a folder. */
async function unpacked(zip: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clinic-bundle-'))
  atEnd(() => rm(folder, { recursive: true }))
  const end = zip.length - 22
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, length, start] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)]
    const name = zip.subarray(at + 46, at + 46 + length).toString()
    const from = start + 30 + length
    await writeFile(join(folder, name), inflateRawSync(zip.subarray(from, from + packed)))
    at += 46 + length
  }
  return folder
}
/** What the bundle's own program says of it, in a process of its own. */
const verified = (folder: string, ...more: string[]) =>
  new Promise<{ code: number; said: string }>(resolve =>
    execFile(process.execPath, [join(folder, 'verify.mjs'), ...more], { timeout: 5_000 }, (error, said) =>
      resolve({ code: error ? Number(error.code) : 0, said }),
    ),
  )

test('a bundle verifies without a connection, and by the keys that the platform publishes', async () => {
  const folder = await unpacked(await exported({ patientId: patient.id, format: 'bundle' }))
  const { code, said } = await verified(folder)
  assert.deepEqual([code, said.split(':')[0]], [0, 'OK'], said)
  const published = await fetch(`${app.url}/.well-known/audit-keys.json`)
  await writeFile(join(folder, 'published.json'), await published.text())
  assert.equal((await verified(folder, join(folder, 'published.json'))).code, 0)
  await writeFile(join(folder, 'published.json'), '{"keys":[]}')
  assert.equal((await verified(folder, join(folder, 'published.json'))).code, 1)
})

test('of a bundle that was tampered with, the first day and record that differ are named', async () => {
  const folder = await unpacked(await exported({ format: 'bundle' }))
  const path = join(folder, 'records.jsonl')
  const text = await readFile(path, 'utf8')
  const lines = text.trim().split('\n')
  const today = new Date().toISOString().slice(0, 10)
  const saidOf = async (changed: readonly string[]) => {
    await writeFile(path, `${changed.join('\n')}\n`)
    const { code, said } = await verified(folder)
    return `${code} ${said}`
  }
  assert.match(await saidOf(lines), /^0 OK: \d+ records/)
  const byte = lines.map((line, index) => (index === 2 ? line.replace('"times":1', '"times":2') : line))
  assert.match(
    await saidOf(byte),
    new RegExp(`^1 BROKEN day ${today}: record aud_\\w{20} differs from what was sealed`),
  )
  assert.match(
    await saidOf(lines.toSpliced(1, 1)),
    /^1 BROKEN day [\d-]+: a record is missing or was added after record aud_/,
  )
  assert.match(await saidOf(lines.slice(0, -1)), /^1 BROKEN day [\d-]+: \d+ records are here of the \d+/)
  const renumbered = lines.toSpliced(1, 1).map((line, index) => line.replace(/"n":\d+/, `"n":${index + 1}`))
  assert.match(await saidOf(renumbered), /^1 BROKEN day [\d-]+: \d+ records are here of the/)
  await writeFile(path, text)
  const heads = await readFile(join(folder, 'heads.jsonl'), 'utf8')
  await writeFile(join(folder, 'heads.jsonl'), heads.replace(/"root":"./, '"root":"x'))
  assert.match((await verified(folder)).said, /^BROKEN day [\d-]+: seal 1 is not what was signed/)
})
