import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Input } from '@clinic/contract/kernel.ts'
import { listProcedures } from '@clinic/contract/procedures.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { procedureSearchText } from '../domain/procedures/procedure-search.ts'
import { renameProcedureGroup } from '../domain/procedures/rename-procedure-group.ts'

const app = await startApp()
const clinic = await app.clinic({ currency: 'KWD' })
const { token } = await app.installation(clinic, { scopes: ['procedures:read'] })
const api = app.api(token)
const group = await app.insert('procedure_group', { company_id: clinic.company_id, id: 'prg_1', name: 'Fillings' })
const filling = await procedure('prc_1', 'Composite filling 100%', 'D2330', { group_id: group.id, price_minor: 12_345 })
const cleaning = await procedure('prc_2', 'تنظيف الأسنان', null, {})

function procedure(id: string, name: string, code: string | null, values: { group_id?: string; price_minor?: number }) {
  const at = '2026-07-01T09:00:00.000Z'
  const search_text = procedureSearchText({ name, code })
  return app.insert('procedure', {
    ...{ company_id: clinic.company_id, id, name, code, search_text, created_at: at, updated_at: at },
    ...{ price_minor: 0, ...values },
  })
}

const idsOf = async (query: Input<typeof listProcedures>) => (await api.all(listProcedures, query)).map(({ id }) => id)

test('shows prices in the clinic’s currency and the name of the group', async () => {
  const [, listed] = (await api.list(listProcedures, {})).body.data
  assert.deepEqual(listed, {
    object: 'procedure',
    id: filling.id,
    name: 'Composite filling 100%',
    code: 'D2330',
    price: 12.345,
    groupId: group.id,
    groupName: 'Fillings',
    chart: null,
    order: 0,
    active: true,
    createdAt: filling.created_at,
    updatedAt: filling.updated_at,
  })
})

test('a search matches name or code in whatever spelling, and nothing is a wildcard', async () => {
  assert.deepEqual(await idsOf({ searchTerm: 'COMPOSITE' }), [filling.id])
  assert.deepEqual(await idsOf({ searchTerm: 'd23' }), [filling.id])
  assert.deepEqual(await idsOf({ searchTerm: 'الاسنان' }), [cleaning.id])
  assert.deepEqual(await idsOf({ searchTerm: '0%' }), [filling.id])
  assert.deepEqual(await idsOf({ searchTerm: '_%' }), [])
})

test('the group narrows the list', async () => {
  assert.deepEqual(await idsOf({ groupId: group.id }), [filling.id])
  assert.deepEqual(await idsOf({ groupId: 'prg_unknown' }), [])
})

test('a delta holds the procedures of a group that has another name, once, and no others', async () => {
  const at = new Date().toISOString()
  const rename = (name: string) => app.write(clinic, tx => renameProcedureGroup(tx, { id: group.id, name }))
  await rename('Restorations')
  const [changed, ...others] = (await api.list(listProcedures, { updatedAfter: at })).body.data
  assert.deepEqual([changed?.id, changed?.groupName, others], [filling.id, 'Restorations', []])
  await rename('Restorations')
  assert.deepEqual(await idsOf({ updatedAfter: changed?.updatedAt ?? at }), [])
  const unknown = app.write(clinic, tx => renameProcedureGroup(tx, { id: 'prg_unknown', name: 'x' }))
  await assert.rejects(unknown, { code: 'not_found' })
})
