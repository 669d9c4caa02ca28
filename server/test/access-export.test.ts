import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@clinic/contract/index.ts'
import { patientInput } from '../src/exports/access-families.ts'
import { runExport } from '../src/jobs/run-export.ts'
import { inputFor, proven } from './conformance/input-for.ts'
import { call, openScene } from './conformance/scene.ts'
import { startApp } from './support/app/harness.ts'
import { runJobs } from './support/app/jobs.ts'
import { giveAllTo } from './support/clinic/one-patient.ts'
import { filesIn } from './support/files-in-zip.ts'
import { employee } from './support/staff/staff.ts'

const app = await startApp()
const scene = await openScene(app)
const { clinic, patient, api } = scene
for (const operation of operations.filter(proven)) await call(api, operation, await inputFor(operation, scene))
await giveAllTo(app, clinic.company_id, patient.id)
const owner = await employee(app, clinic, 'owner')

interface Shown {
  id: string
  state: string
  downloadUrl: string | null
  expiresAt: string
}

/** The files of an archive that the owner asked for, by their names. */
async function exported(language: 'en' | 'ar'): Promise<Map<string, Buffer>> {
  const asked = await owner.send<Shown>('POST', `/patients/${patient.id}/access-exports`, { language, withFiles: true })
  assert.equal(asked.status, 202, JSON.stringify(asked.body))
  await runJobs(app, { jobs: [runExport], deps: { files: app.app.files } })
  const { state, downloadUrl, expiresAt } = (await owner.send<Shown>('GET', `/exports/${asked.body.data.id}`)).body.data
  assert.equal(state, 'READY')
  assert.ok(Math.abs(Date.parse(expiresAt) - Date.now() - 86_400_000) < 60_000)
  return new Map(filesIn(Buffer.from(await (await fetch(String(downloadUrl))).arrayBuffer())))
}

/** How many records of each family the plugin API lists, by the names that they have in the export. */
async function counted(): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const operation of operations.filter(({ answer }) => answer === 'page')) {
    const by = patientInput(operation)
    if (!by) continue
    const name = operation.id.replace(/^list/, '')
    counts.set(name.charAt(0).toLowerCase() + name.slice(1), (await api.all(operation, { [by]: patient.id })).length)
  }
  return counts
}

test('an access export holds every family that the API lists of a patient, with as many records, and what else is theirs', async () => {
  const counts = await counted()
  assert.ok(counts.size > 15 && [...counts.values()].filter(count => count > 0).length > 14)
  const files = await exported('ar')
  const data = JSON.parse(String(files.get('data.json'))) as Record<string, unknown[]>
  for (const [name, count] of counts) assert.equal(data[name]?.length, count, name)
  for (const name of [
    'patient',
    'onlinePayments',
    'eInvoiceSubmissions',
    'conversation',
    'conversationMessages',
    'lead',
  ])
    assert.ok((data[name]?.length ?? 0) > 0, name)
  const page = String(files.get('index.html'))
  assert.ok(page.includes('dir="rtl"') && page.includes('السجلات المحفوظة عنك') && page.includes(patient.first_name))
  assert.ok(!page.includes('<script') && String(files.get('disclosures.html')).includes('<html'))
  const [{ files: kept } = { files: 0 }] = await app.sql<{ files: number }>(
    'select count(*)::int as files from file where company_id = $1',
    [clinic.company_id],
  )
  const handed = [...files.keys()].filter(name => name.startsWith('files/'))
  assert.ok(handed.length > 0 && handed.length <= kept)
})

test('it is asked for again of a file that is restricted, which nothing else shows', async () => {
  const confirmed = { reason: 'Asked for it', confirm: String(patient.file_number) }
  assert.equal((await owner.send('POST', `/patients/${patient.id}/erasure`, confirmed)).status, 201)
  const data = JSON.parse(String((await exported('en')).get('data.json'))) as Record<string, unknown[]>
  assert.ok((data.encounters?.length ?? 0) > 0 && data.patient?.length === 1)
})
