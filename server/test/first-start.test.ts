import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { joinEmbedded } from '../src/db/embedded.ts'
import type { DemoFile } from '../src/demo/demo-file.ts'
import { PLANS } from '../src/demo/plans.ts'
import { startProduct } from './support/app/product.ts'
import { ask } from './support/database/ask.ts'

const SANDBOX = 'Nakheel Dental Group (sandbox)'
const first = await startProduct({ LOG_LEVEL: 'silent' })

const demoFile = async (): Promise<DemoFile> => JSON.parse(await readFile(join(first.dataDir, 'demo.json'), 'utf8'))

/** What the clinics that demo.json tells of answer to their own tokens. */
async function answers(): Promise<string[]> {
  const { baseUrl, clinics } = await demoFile()
  const tokens = clinics.flatMap(({ installations }) => installations.slice(0, 1).map(({ token }) => token))
  const bodies = tokens.map(async token => {
    const response = await fetch(`${baseUrl}/api/v1/clinic`, { headers: { authorization: `Bearer ${token}` } })
    return JSON.parse(await response.text()).data?.name
  })
  return Promise.all(bodies)
}

test('it serves as soon as the sandbox is there: the other clinics are begun after it is ready, with their progress', async () => {
  const beginnings = first.printed().split('\n')
  const ready = beginnings.findIndex(line => line.startsWith('ready '))
  const before = beginnings.slice(0, ready).filter(line => line.startsWith('demo: '))
  assert.ok(before.length > 20 && before.every(line => line.startsWith(`demo: ${SANDBOX}: `)), before.join('\n'))
  assert.ok((await answers()).includes(SANDBOX))
  await first.says(/^demo: Nakheel Dental Group: patients/m)
})

test('killed while it makes the others, the next start goes on where it ended, and nothing is there twice', async () => {
  await first.kill()
  const again = await first.startAgain()
  assert.ok((await answers()).includes(SANDBOX))
  await again.says(/^demo: complete/m)
  assert.doesNotMatch(again.printed(), /^demo: Nakheel Dental Group \(sandbox\): /m)
  assert.deepEqual(
    await answers(),
    PLANS.map(({ facts }) => facts.name),
  )
  const { url } = await joinEmbedded({ dataDir: first.dataDir, log: () => undefined })
  const counts = await ask<{ clinic: string; patients: number; logins: number; installations: number }>(
    url,
    `select name as clinic,
      (select count(*)::int from patient p where p.company_id = c.company_id) as patients,
      (select count(*)::int from membership m where m.company_id = c.company_id) as logins,
      (select count(*)::int from installation i where i.company_id = c.company_id) as installations
     from clinic c order by name`,
  )
  const { clinics, publishers } = await demoFile()
  const clinicsMade = counts.filter(({ clinic }) => PLANS.some(({ facts }) => facts.name === clinic))
  assert.deepEqual(
    clinicsMade,
    PLANS.map(({ facts, patients }) => ({
      clinic: facts.name,
      patients,
      logins: clinics.find(({ name }) => name === facts.name)?.logins.length,
      // The first one shows what becomes of the publisher's plugins, too.
      installations: facts === PLANS[0]?.facts ? 5 : 2,
    })).toSorted((one, other) => (one.clinic < other.clinic ? -1 : 1)),
  )
  assert.deepEqual(
    counts.filter(one => !clinicsMade.includes(one)),
    publishers.map(({ name, logins }) => ({
      ...{ clinic: `${name} (sandbox)`, patients: 0, logins: logins.length, installations: 0 },
    })),
  )
  assert.equal(await again.stop(), 0)
})

test('a start that finds the demo complete does not make any of it', async () => {
  const again = await first.startAgain()
  assert.doesNotMatch(again.printed(), /^demo: /m)
  assert.equal(await again.stop(), 0)
})
