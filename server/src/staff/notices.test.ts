import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOTICE_KINDS, type NoticeKind } from '@clinic/contract/staff/notices.ts'
import { STAFF_ROLES, type StaffRole } from '@clinic/contract/staff/permissions.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { employee } from '../../test/support/staff/staff.ts'
import { tellClinic } from '../domain/notices/tell-clinic.ts'

const app = await startApp()

interface Shown {
  id: string
  kind: NoticeKind
}

/** A clinic that was told of everything there is. */
async function told() {
  const clinic = await app.clinic()
  for (const kind of NOTICE_KINDS)
    await app.write(clinic, tx =>
      tellClinic(tx, kind, { invoiceNumber: 7, amount: 12.5, credit: 2.5, currency: 'SAR' }),
    )
  const as = async (role: StaffRole) => {
    const { send } = await employee(app, clinic, role)
    const list = async () => (await send<Shown[]>('GET', '/notices')).body.data
    const close = async (id = '') => (await send<object>('PUT', `/notices/${id}/closed`)).status
    return { list, close }
  }
  return { clinic, as }
}

/** Said here again, by hand: who can do something about it. */
const TOLD: Readonly<Record<StaffRole, readonly NoticeKind[]>> = {
  owner: NOTICE_KINDS,
  admin: NOTICE_KINDS,
  receptionist: ['online_payment_late', 'own_login'],
  accountant: ['online_payment_late', 'own_login'],
  doctor: ['own_login'],
  assistant: ['own_login'],
}

const isLate = ({ kind }: Shown) => kind === 'online_payment_late'

test('each role is told of what it can do something about, newest first, with what it is about', async () => {
  const { as } = await told()
  for (const role of STAFF_ROLES) {
    const kinds = (await (await as(role)).list()).map(({ kind }) => kind)
    assert.deepEqual(kinds, [...TOLD[role]].reverse(), role)
  }
  const [late] = (await (await as('receptionist')).list()).filter(isLate)
  const { id, createdAt, ...rest } = { createdAt: '', ...late }
  assert.match(`${id} ${createdAt}`, /^ntc_\S+ \d{4}-.+Z$/)
  assert.deepEqual(rest, {
    ...{ kind: 'online_payment_late', invoiceId: null, invoiceNumber: 7 },
    ...{
      amount: 12.5,
      credit: 2.5,
      currency: 'SAR',
      installationId: null,
      pluginSlug: null,
      askedBy: null,
      tokenName: null,
      days: null,
      version: null,
      webhookEndpointId: null,
    },
    ...{ securityEventId: null, alarm: null },
  })
})

test('a notice that one person has dealt with is gone for everybody in the clinic, and closing it again does nothing', async () => {
  const { as } = await told()
  const [desk, owner] = [await as('receptionist'), await as('owner')]
  const [late] = (await desk.list()).filter(isLate)
  assert.deepEqual([await desk.close(late?.id), await desk.close(late?.id)], [200, 200])
  assert.deepEqual((await desk.list()).filter(isLate), [])
  assert.equal((await owner.list()).length, NOTICE_KINDS.length - 1)
})

test('of a branch a person is told who sees it: no branch means none, and all of them is said', async () => {
  const clinic = await app.clinic()
  const [here, there] = [await app.branch(clinic), await app.branch(clinic)]
  for (const { id: branchId } of [here, there])
    await app.write(clinic, tx => tellClinic(tx, 'online_payment_late', { branchId, invoiceNumber: 1 }))
  const { send, user } = await employee(app, clinic, 'receptionist')
  const seen = async () => (await send<Shown[]>('GET', '/notices')).body.data
  const [newest] = await seen()
  assert.equal((await seen()).length, 2)
  const limit = (practitionerId: string | null) =>
    app.sql('update membership set all_branches = false, practitioner_id = $2 where user_id = $1', [
      user.id,
      practitionerId,
    ])
  await limit(null)
  assert.deepEqual(await seen(), [])
  await limit((await app.doctor([here])).id)
  assert.equal((await seen()).length, 1)
  assert.notEqual((await seen())[0]?.id, newest?.id)
  assert.equal((await send<object>('PUT', `/notices/${newest?.id}/closed`)).status, 404)
})

test('what another role is told of cannot be closed, nor what another clinic is', async () => {
  const { as } = await told()
  const others = await (await as('owner')).list()
  const elsewhere = await (await (await told()).as('owner')).list()
  const desk = await as('receptionist')
  for (const { id } of [...others.filter(({ kind }) => !TOLD.receptionist.includes(kind)), ...elsewhere])
    assert.equal(await desk.close(id), 404)
  assert.equal((await (await as('owner')).list()).length, NOTICE_KINDS.length)
})
