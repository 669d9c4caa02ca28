import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  getProcedureSupplies,
  listStockItems,
  putProcedureSupplies,
} from '@clinic/contract/staff/procedure-supplies.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { addInventoryItem } from '../domain/inventory/inventory-item.ts'

const app = await startApp()
const { clinic, branch } = await app.practice()
const elsewhere = await app.branch(clinic)
const at = { created_at: clinic.created_at, updated_at: clinic.created_at }
const { id } = await app.insert('procedure', {
  ...{ company_id: clinic.company_id, id: 'prc_fill', name: 'Filling', code: 'FILL', price_minor: 35_000, ...at },
})

async function as(role: string, who?: { id: string }, whose = clinic) {
  const { cookie } = await staffMember(app, whose, role, who)
  return staffClient(app, () => cookie)
}
const [owner, nurse] = [await as('owner'), await as('assistant', await app.doctor([branch]))]
const item = (branchId: string, name: string) =>
  app.write(clinic, tx => addInventoryItem(tx, { branchId, name, quantity: 4 }))
const [composite, gloves, far] = [
  await item(branch.id, 'Composite'),
  await item(branch.id, 'Gloves'),
  await item(elsewhere.id, 'Composite'),
]
const put = (branchId: string, supplies: readonly [string, number][], version: number, client = owner) =>
  client.call(
    putProcedureSupplies,
    { id, branchId, supplies: supplies.map(([inventoryItemId, quantity]) => ({ inventoryItemId, quantity })) },
    { headers: { 'if-match': `"${version}"` } },
  )
const known = async () =>
  (await owner.call(getProcedureSupplies, { id })).body.data.supplies.map(one => [one.inventoryItemId, one.quantity])
const refusal = ({ status, body }: { status: number; body: { error: { code: string } } }) => [status, body.error.code]

test('what a procedure takes is said branch by branch, each in the place of what was said of it before', async () => {
  const first = await put(branch.id, [[composite.id, 0.5]], 1)
  assert.deepEqual([first.status, first.body.data.version], [200, 2], first.text)
  assert.equal((await put(elsewhere.id, [[far.id, 2]], 2)).status, 200)
  const late = await put(branch.id, [[gloves.id, 3]], 2)
  assert.deepEqual(refusal(late), [409, 'changed_meanwhile'])
  assert.equal((await put(branch.id, [[gloves.id, 3]], 3)).status, 200)
  const same = await put(branch.id, [[gloves.id, 3]], 4)
  assert.deepEqual([same.status, same.body.data.version], [200, 4])
  assert.deepEqual(
    new Map(await known().then(all => all.map(([one, quantity]) => [one, quantity]))),
    new Map([
      [far.id, 2],
      [gloves.id, 3],
    ]),
  )
})

test('what is of another branch, comes twice, or cannot be counted is refused; another clinic finds nothing', async () => {
  const version = (await owner.call(getProcedureSupplies, { id })).body.data.version
  for (const wrong of [
    [[far.id, 1]],
    [
      [composite.id, 1],
      [composite.id, 2],
    ],
    [[composite.id, 0.0001]],
    [[composite.id, 0]],
  ] as const)
    assert.deepEqual(
      refusal(
        await put(
          branch.id,
          wrong.map(([one, quantity]) => [one, quantity]),
          version,
        ),
      ),
      [400, 'validation_failed'],
    )
  assert.deepEqual(refusal(await put('br_none', [], version)), [404, 'not_found'])
  assert.deepEqual(refusal(await put(branch.id, [['ivi_none', 1]], version)), [404, 'not_found'])
  assert.deepEqual(refusal(await put(branch.id, [], version, nurse)), [403, 'not_permitted'])
  const other = await app.practice()
  const foreign = await as('owner', undefined, other.clinic)
  assert.deepEqual(refusal(await foreign.call(getProcedureSupplies, { id })), [404, 'not_found'])
})

test('the stock of a branch is searched by letters, by those who see the branch', async () => {
  const found = async (branchId: string, q: string, client = nurse) => {
    const { status, body } = await client.call(listStockItems, { branchId, q })
    return status === 200 ? (body.data as unknown as { id: string }[]).map(one => one.id) : status
  }
  assert.deepEqual(await found(branch.id, 'COMPO'), [composite.id])
  assert.deepEqual(await found(branch.id, '%'), [])
  assert.equal(await found(elsewhere.id, 'compo'), 404)
  assert.deepEqual(await found(elsewhere.id, 'compo', owner), [far.id])
})
