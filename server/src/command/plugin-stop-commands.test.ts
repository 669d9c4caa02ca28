import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import { MASTER_KEY, startApp } from '../../test/support/app/harness.ts'
import { runCommand } from '../../test/support/app/run-command.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { manifest, publish } from '../../test/support/clinic/manifests.ts'
import { scratchFolder } from '../db/scratch.ts'
import { installPlugin } from '../domain/plugins/install-plugin.ts'
import { issueToken } from '../domain/plugins/issue-token.ts'

const app = await startApp()
const folder = await scratchFolder()
atEnd(() => rm(folder, { recursive: true, force: true }))
const settings = { DATABASE_URL: app.database.ownerUrl, DATA_DIR: folder, SECRET_KEY: MASTER_KEY.toString('base64') }

async function json(...args: string[]) {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], settings)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

async function installed(slug: string, clinic: Awaited<ReturnType<typeof app.clinic>>) {
  const { id, token } = await app.write(clinic, async tx => {
    const { id } = await installPlugin(tx, { slug })
    return { id, token: (await issueToken(tx, { installationId: id })).token }
  })
  return { id, status: async () => (await app.api(token).get('/appointments')).status }
}

test('a reviewer stops a plugin in every clinic with the next request, each with a record, and nobody can install it', async () => {
  await publish(app, '1.0.0', manifest('harmful'))
  await publish(app, '1.0.0', manifest('harmless'))
  const clinics = [await app.clinic(), await app.clinic()]
  const [first, second] = await Promise.all(clinics.map(clinic => installed('harmful', clinic)))
  const other = await installed('harmless', clinics[0] ?? assert.fail())
  const statuses = () => Promise.all([first, second, other].map(each => each?.status()))
  assert.deepEqual(await statuses(), [200, 200, 200])
  const reason = ['--reason', 'It sends records elsewhere.']
  assert.deepEqual(await json('plugin', 'stop', 'harmful', ...reason), [{ plugin: 'harmful', installations: 2 }])
  assert.deepEqual(await statuses(), [403, 403, 200])
  const third = await app.clinic()
  await assert.rejects(installed('harmful', third), { code: 'not_found' })
  const records = await app.sql<{ resource_ids: string[]; changed_fields: string[] }>(
    "select resource_ids, changed_fields from audit_record where operation = 'clinic plugin stop' and company_id = any($1)",
    [clinics.map(({ company_id }) => company_id)],
  )
  assert.deepEqual(records.flatMap(each => each.resource_ids).sort(), [first?.id, second?.id].sort())
  assert.deepEqual(records[0]?.changed_fields, ['heldAt'])
  assert.deepEqual(await json('plugin', 'start', 'harmful'), [{ plugin: 'harmful', installations: 2 }])
  assert.deepEqual(await statuses(), [200, 200, 200])
})

test('where no plugin is named all are stopped, and let go on together', async () => {
  await publish(app, '1.0.0', manifest('any-one'))
  const { status } = await installed('any-one', await app.clinic())
  await json('plugin', 'stop')
  assert.equal(await status(), 403)
  await json('plugin', 'start')
  assert.equal(await status(), 200)
})

test('a plugin that does not exist is refused', async () => {
  const { code, stderr } = await runCommand(['plugin', 'stop', 'nowhere'], settings)
  assert.deepEqual([code, stderr], [1, 'error: not_found: there is no such plugin\n'])
})
