import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getClinic } from '@clinic/contract/clinic.ts'
import { operations } from '@clinic/contract/index.ts'
import { type Operation, takesKey } from '@clinic/contract/kernel.ts'
import { pluginDocument } from '@clinic/contract/openapi/plugin-surface.ts'
import { staffOperations } from '@clinic/contract/staff/index.ts'
import { staffDocument } from '@clinic/contract/staff/openapi.ts'
import { appIn, type Cell, foreignRows, startCells } from '../support/app/cells.ts'
import { practiceOf } from '../support/app/harness.ts'
import { oneAddress } from '../support/app/one-address.ts'
import type { Scene } from '../support/clinic/fixture.ts'
import { eventually } from '../support/eventually.ts'
import { openStaffScene, type StaffScene } from '../support/staff/scene.ts'
import { assertDeclared, recordsOf } from './declared-answer.ts'
import { inputFor } from './input-for.ts'
import { isFilter, referencesOf } from './references.ts'
import { call } from './scene.ts'
import type { TestedSurface } from './surfaces.ts'

const cells = await startCells()
const { control } = cells
const { url } = await oneAddress(cells)
type Surface = Pick<TestedSurface, 'document'>
const plugins: Surface = { document: pluginDocument }
const console: Surface = { document: staffDocument }

let numbers = 0

/** A sandbox in a cell, whose plugin knows the one address alone. */
async function openIn(cell: Cell): Promise<Scene & { cell: Cell }> {
  const app = appIn(control, cell, url)
  const practice = await practiceOf(app, app.api, { mode: 'TEST' })
  await eventually(async () => (await practice.api.call(getClinic, {})).status, 200)
  return { ...practice, cell, app, next: () => ++numbers }
}
const [north, south] = [await openIn(cells.north), await openIn(cells.south)]

/** The same for an owner at the console. Links of a cell, as those of payers, lead to its own host. */
async function openStaffIn(cell: Cell): Promise<StaffScene> {
  const scene = await openStaffScene(appIn(control, cell, cell.app.url), url)
  await eventually(async () => (await scene.api.get('/workplace')).status, 200)
  return scene
}
const desks = [await openStaffIn(cells.north), await openStaffIn(cells.south)]

/** Calls it with an id of the other cell in place of each of its own: none is known here. */
async function assertForeignUnknown(operation: Operation, own: Input, foreign: Input): Promise<void> {
  for (const name of referencesOf(operation).filter(each => own[each] !== undefined)) {
    const answer = await call(north.api, operation, { ...own, [name]: foreign[name] })
    if (isFilter(operation, name) && answer.status === 200) assert.deepEqual(answer.body.data, [])
    else assert.deepEqual([answer.status, answer.body.error?.code], [404, 'not_found'], `${name}: ${answer.text}`)
  }
}

type Input = Record<string, unknown>

/** Succeeds as declared, and once: the same key answers the same again. */
async function succeed(surface: Surface, operation: Operation, { api }: Scene, input: Input): Promise<void> {
  const key = `once ${operation.id}`
  const first = await call(api, operation, input, { key })
  assertDeclared(surface, operation, first)
  recordsOf(first)
  if (!takesKey(operation)) return
  const again = await call(api, operation, input, { key })
  assert.deepEqual([again.status, again.headers.get('idempotent-replay')], [operation.status, 'true'])
  assert.equal(again.text, first.text)
}

for (const operation of operations)
  test(`${operation.id} answers at one address, as it declares, for clinics of two cells, of which neither knows the other’s`, async () => {
    const [here, there] = await Promise.all([inputFor(operation, north), inputFor(operation, south)])
    await assertForeignUnknown(operation, here, there)
    await Promise.all([succeed(plugins, operation, north, here), succeed(plugins, operation, south, there)])
  })

/** These are led to by mails that control sends. */
const BY_MAIL = ['resetPassword', 'getRegistration', 'confirmRegistration', 'getInvitation', 'acceptInvitation']
/** A publisher's sandbox is where control is. */
const BY_PUBLISHER = ['openInstallLink']
const atDesks = staffOperations.filter(({ id }) => ![...BY_MAIL, ...BY_PUBLISHER].includes(id))

for (const [n, operation] of atDesks.entries())
  test(`${operation.id} answers the console at the same address, as it declares, for a clinic of a cell`, async () => {
    // Neighbours share one: some put back what the one before has done.
    const desk = desks[n < atDesks.length / 2 ? 0 : 1]
    assert.ok(desk)
    await succeed(console, operation, desk, await inputFor(operation, desk))
  })

test('each operation of plugins was served by the cell of its clinic, and by no other', async () => {
  assert.equal(atDesks.length, staffOperations.length - BY_MAIL.length - BY_PUBLISHER.length)
  const known = operations.map(({ id }) => id).toSorted()
  for (const { cell, clinic } of [north, south]) {
    const served = async ({ sql }: Pick<typeof control, 'sql'>) => {
      const logged = 'select distinct operation from request_log where company_id = $1 and status < 300'
      return (await sql<{ operation: string }>(logged, [clinic.company_id]))
        .map(({ operation }) => operation)
        .toSorted()
    }
    await eventually(() => served(cell.app), known)
    assert.deepEqual(await served(control), [])
  }
})

test('after all of that no cell has a row of a clinic that does not live there', async () => {
  for (const [n, { cell, clinic }] of [north, south].entries()) {
    const living = [cell.clinic, clinic, ...desks.slice(n, n + 1).map(desk => desk.clinic)]
    assert.deepEqual(await foreignRows(control, cell, living), [])
  }
})
