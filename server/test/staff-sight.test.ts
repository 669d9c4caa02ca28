import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permission } from '@clinic/contract/access.ts'
import { Id, Optional, shape } from '@clinic/contract/fields.ts'
import { family, type Operation, Type } from '@clinic/contract/kernel.ts'
import { Permitted } from '@clinic/contract/tiers.ts'
import { implement } from '../src/kernel/implement.ts'
import { newId } from '../src/kernel/values/ids.ts'
import { startApp } from './support/app/harness.ts'
import { openStaffScene, staffClient, staffMember } from './support/staff/scene.ts'
import { serveStaff } from './support/staff/serve-staff.ts'

/** Operations that no console has: all that the surface of the console may be told of sight. */
const book = permission('appointments:write', 'appointments:write.own')
const { operation } = family('Test', { read: permission('day:read'), write: book, sight: 'branch' })
const shared = { summary: 'A test' }
const Done = shape('done', { id: Id, balance: Permitted('balances:read', Type.Number()) })
const byId = { input: { id: Id }, returns: Done }
const getDay = operation({ ...shared, id: 'getDay', route: 'GET /day', input: { branchId: Id }, returns: Done })
const getVisit = operation({ ...shared, id: 'getVisit', route: 'GET /appointments/:id', ...byId })
const getCard = operation({ ...shared, id: 'getCard', route: 'GET /patients/:id/card', sight: 'patient', ...byId })
const getFacts = operation({ ...shared, id: 'getFacts', route: 'GET /facts', sight: 'clinic', returns: Done })
const bookVisit = operation({
  ...{ ...shared, id: 'bookVisit', route: 'POST /appointments' },
  ...{ input: { branchId: Id, doctorId: Optional(Id) }, returns: Done },
})
const moveVisit = operation({
  ...{ ...shared, id: 'moveVisit', route: 'PATCH /appointments/:id' },
  ...{ input: { id: Id, doctorId: Optional(Id) }, returns: Done },
})
const done = async () => ({ data: { id: 'done', balance: 12.5 } })

const app = await startApp()
const { clinic, branch, doctor } = await openStaffScene(app)
const other = await app.branch(clinic)
const colleague = await app.doctor([other])
const [here, there] = [await app.patient(branch), await app.patient(other)]
const url = await serveStaff(app, [
  implement(getDay, done),
  ...[getVisit, getCard].map(one => implement(one, done)),
  implement(getFacts, done),
  implement(bookVisit, done),
  implement(moveVisit, done),
])
const [own, foreign] = [await visit(branch, doctor, here), await visit(other, colleague, there)]

/** A person in a role, limited to the branches of a practitioner, to none, or not at all. */
async function as(role: string, practitioner?: { id: string } | null) {
  const { user, cookie } = await staffMember(app, clinic, role, practitioner)
  const { call } = staffClient({ url }, () => cookie)
  return {
    user,
    async tell(one: Operation, input: Record<string, unknown>) {
      const { status, body } = await call(one, input)
      return status < 300 ? 'done' : `${status} ${body.error.code} ${JSON.stringify(body.error.details ?? {})}`
    },
    data: async (one: Operation, input: Record<string, unknown>) => (await call(one, input)).body.data,
  }
}

async function visit(at: { id: string }, who: { id: string }, patient: { id: string }): Promise<string> {
  const now = new Date().toISOString()
  const { id } = await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: newId('apt'), branch_id: at.id, doctor_id: who.id, patient_id: patient.id },
    ...{ status: 'CANCELED', starts_at: now, ends_at: new Date(Date.now() + 60_000).toISOString() },
    ...{ created_at: now, updated_at: now },
  })
  return id
}
const missing = (resource: string) => `404 not_found {"resource":"${resource}"}`

test('who sees one branch finds another’s branches, records and patients as if they were not there', async () => {
  const [limited, everywhere] = [await as('receptionist', doctor), await as('receptionist')]
  const cases = [
    [getDay, { branchId: branch.id }, { branchId: other.id }, 'branch'],
    [getVisit, { id: own }, { id: foreign }, 'appointment'],
    [getCard, { id: here.id }, { id: there.id }, 'patient'],
    [bookVisit, { branchId: branch.id }, { branchId: other.id }, 'branch'],
    [moveVisit, { id: own }, { id: foreign }, 'appointment'],
  ] as const
  for (const [one, seen, hidden, resource] of cases) {
    assert.equal(await limited.tell(one, seen), 'done', one.id)
    assert.equal(await limited.tell(one, hidden), missing(resource), one.id)
    assert.equal(await everywhere.tell(one, hidden), 'done', one.id)
  }
})

test('a patient whose file lies elsewhere is in sight with the first appointment here, and stays so when it is canceled', async () => {
  const limited = await as('assistant', doctor)
  const guest = await app.patient(other)
  assert.equal(await limited.tell(getCard, { id: guest.id }), missing('patient'))
  await visit(branch, doctor, guest)
  assert.equal(await limited.tell(getCard, { id: guest.id }), 'done')
})

test('who sees no branch is refused all that is of branches and patients, in every role but those that see all', async () => {
  for (const role of ['doctor', 'receptionist', 'accountant', 'assistant']) {
    const nowhere = await as(role, null)
    assert.equal(await nowhere.tell(getDay, { branchId: branch.id }), '403 no_branch {}', role)
    assert.equal(await nowhere.tell(getCard, { id: here.id }), '403 no_branch {}', role)
    assert.equal(await nowhere.tell(getFacts, {}), 'done', role)
  }
  for (const role of ['owner', 'admin'])
    assert.equal(await (await as(role, null)).tell(getDay, { branchId: branch.id }), 'done', role)
})

test('a branch that is taken away, or given, counts from the next request on', async () => {
  const { user, tell } = await as('receptionist', null)
  const given = (value: unknown) =>
    app.sql('update membership set practitioner_id = $2 where user_id = $1', [user.id, value])
  assert.equal(await tell(getVisit, { id: own }), '403 no_branch {}')
  await given(doctor.id)
  assert.equal(await tell(getVisit, { id: own }), 'done')
  await given(colleague.id)
  assert.equal(await tell(getVisit, { id: own }), missing('appointment'))
})

test('what is permitted for one’s own is refused for a colleague’s diary and without a practitioner', async () => {
  const refused = '403 not_permitted {"permission":"appointments:write"}'
  const works = await app.doctor([branch, other])
  const [mine, theirs] = [await visit(other, works, there), await visit(other, colleague, there)]
  const me = await as('doctor', works)
  assert.equal(await me.tell(moveVisit, { id: mine }), 'done')
  assert.equal(await me.tell(moveVisit, { id: theirs }), refused)
  assert.equal(await me.tell(moveVisit, { id: mine, doctorId: colleague.id }), refused)
  assert.equal(await me.tell(bookVisit, { branchId: branch.id, doctorId: works.id }), 'done')
  assert.equal(await me.tell(bookVisit, { branchId: branch.id, doctorId: colleague.id }), refused)
  assert.equal(await me.tell(bookVisit, { branchId: branch.id }), refused)
  assert.equal(await (await as('doctor')).tell(moveVisit, { id: mine }), refused)
  assert.equal(await (await as('receptionist')).tell(moveVisit, { id: mine }), 'done')
  assert.equal(await (await as('accountant')).tell(moveVisit, { id: mine }), refused)
})

test('a field that asks for a permission is left out for roles that lack it', async () => {
  assert.deepEqual(await (await as('accountant')).data(getFacts, {}), { id: 'done', balance: 12.5 })
  assert.deepEqual(await (await as('assistant')).data(getFacts, {}), { id: 'done' })
})

test('an operation of members that does not say what of the clinic it shows does not compile', () => {
  const silent = family('Silent', { read: permission('day:read') })
  const declared = { ...shared, id: 'getSilent', route: 'GET /silent', returns: Done } as const
  // @ts-expect-error Nothing says what of the clinic it shows.
  assert.throws(() => silent.operation(declared), /what of the clinic/)
  // @ts-expect-error Nor for a list.
  assert.throws(() => silent.listing({ ...declared, paging: 'Page' }), /what of the clinic/)
  assert.equal(silent.operation({ ...declared, sight: 'clinic' }).sight, 'clinic')
  // @ts-expect-error Nor is there such a permission.
  permission('day:write')
})
