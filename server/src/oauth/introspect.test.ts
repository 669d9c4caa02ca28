import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STAFF_ROLES } from '@clinic/contract/staff/permissions.ts'
import pg from 'pg'
import { apiProcess } from '../../test/support/app/api-process.ts'
import { MASTER_KEY, startApp } from '../../test/support/app/harness.ts'
import { eventually } from '../../test/support/eventually.ts'
import { grantAssistant } from '../../test/support/oauth/assistant-grant.ts'
import { assistantBox, introspectionCredential } from '../kernel/values/assistant-box.ts'
import { secretBox } from '../kernel/values/secret-box.ts'

const app = await startApp()
const PROCESSES = [app.url, await apiProcess(app)]
const clinic = await app.clinic()
const branch = await app.branch(clinic)
const credential = introspectionCredential(assistantBox(secretBox([MASTER_KEY])))

type Answer = Record<string, unknown>

/** What every process says of a token. */
const ask = (token: string): Promise<Answer[]> =>
  Promise.all(
    PROCESSES.map(async url => {
      const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ tokens: [token] })
      const response = await fetch(`${url}/oauth/introspect`, { method: 'POST', headers, body })
      assert.equal(response.status, 200)
      return JSON.parse(await response.text()) as Answer
    }),
  )

/** A connection of a doctor who works at a branch, which every process remembers. */
async function remembered(company = clinic, place = branch) {
  const doctor = await app.doctor([place])
  const wishes = { resource: 'http://localhost:4001/mcp', practitionerId: doctor.id }
  const granted = await grantAssistant(app, company, wishes)
  // The first answer records the use; what was answered before that is not cached.
  for (const _ of ['recorded', 'remembered'])
    for (const answer of await ask(granted.access))
      assert.deepEqual([answer.active, answer.all_branches, answer.branch_ids], [true, false, [place.id]])
  const [client] = await app.sql<{ id: string }>('select client_id as id from oauth_grant where id = $1', [
    granted.grantId,
  ])
  return { ...granted, doctorId: doctor.id, clientId: client?.id ?? '' }
}
type Remembered = Awaited<ReturnType<typeof remembered>>

const OVER = { active: false }
type Change = [what: string, statement: string, whose: keyof Remembered, told: Answer]
const CHANGES: Change[] = [
  ['its token is deleted', 'delete from oauth_token where grant_id = $1', 'grantId', OVER],
  ['its token ends', 'update oauth_token set expires_at = now() where grant_id = $1', 'grantId', OVER],
  ['it ends', 'delete from oauth_grant where id = $1', 'grantId', OVER],
  ['its last day comes', 'update oauth_grant set absolute_end = now() where id = $1', 'grantId', OVER],
  [
    'less is left of the consent',
    "update oauth_grant set scope = 'clinic:read' where id = $1",
    'grantId',
    { scope: 'clinic:read', grant_scope: 'clinic:read' },
  ],
  [
    'more of it was declined',
    "update oauth_grant set declined = 'labs:read' where id = $1",
    'grantId',
    { grant_declined: 'labs:read' },
  ],
  ['it is for another resource', "update oauth_grant set resource = 'x' where id = $1", 'grantId', { aud: 'x' }],
  [
    'its client is renamed',
    "update oauth_client set name = 'New' where client_id = $1",
    'clientId',
    { client_name: 'New' },
  ],
  ['the person is renamed', "update staff_user set name = 'New' where id = $1", 'userId', { name: 'New' }],
  [
    'the person has another address',
    "update staff_user set email = 'new@clinic.example' where id = $1",
    'userId',
    { email: 'new@clinic.example' },
  ],
  ['the person is disabled', 'update staff_user set active = false where id = $1', 'userId', OVER],
  [
    'the role changes',
    "update membership set role = 'receptionist' where user_id = $1",
    'userId',
    { role: 'receptionist' },
  ],
  [
    'the person is no practitioner any more',
    'update membership set practitioner_id = null where user_id = $1',
    'userId',
    { practitioner_id: null, all_branches: false, branch_ids: [] },
  ],
  ['the membership is disabled', 'update membership set active = false where user_id = $1', 'userId', OVER],
  ['the membership ends', 'delete from membership where user_id = $1', 'userId', OVER],
  [
    'the doctor leaves the branch',
    'delete from practitioner_branch where practitioner_id = $1',
    'doctorId',
    { all_branches: false, branch_ids: [] },
  ],
  [
    'the person is to see all branches',
    'update membership set all_branches = true where user_id = $1',
    'userId',
    { all_branches: true, branch_ids: [] },
  ],
]

for (const [what, statement, whose, changed] of CHANGES)
  test(`an answer about a connection is not given again once ${what}, by any process`, async () => {
    const [one, another] = [await remembered(), await remembered()]
    await app.sql(statement, [one[whose]])
    for (const answer of await ask(one.access))
      for (const [name, value] of Object.entries(changed)) assert.deepEqual(answer[name], value, name)
    for (const answer of await ask(another.access)) assert.equal(answer.active, true)
  })

const POLICIES: [what: string, set: string, isChanged: (answer: Answer) => boolean][] = [
  ['switches assistants off', 'assistants_enabled = false', ({ active }) => active === false],
  ['lists those that it allows', "assistant_mode = 'LISTED'", ({ active }) => active === false],
  [
    'blocks the client',
    'assistants_blocked = array(select client_id from oauth_client)',
    ({ active }) => active === false,
  ],
  ['asks for a second factor', 'second_factor_required = true', ({ active }) => active === false],
  [
    'allows contacts',
    'assistant_patient_contacts = true',
    ({ grant_scope }) => String(grant_scope).includes('read.pii'),
  ],
  [
    'shortens connections',
    'assistant_max_days = 1',
    ({ iat, grant_exp }) => Number(grant_exp) - Number(iat) === 86_400,
  ],
  ['is closed', 'active = false', ({ active }) => active === false],
]

for (const [what, set, isChanged] of POLICIES)
  test(`an answer about a connection is not given again once its clinic ${what}, by any process`, async () => {
    const own = await app.clinic()
    const place = await app.branch(own)
    const [one, elsewhere] = [await remembered(own, place), await remembered()]
    await app.sql(`update clinic set ${set} where company_id = $1`, [own.company_id])
    for (const answer of await ask(one.access)) assert.ok(isChanged(answer), JSON.stringify(answer))
    for (const answer of await ask(elsewhere.access)) assert.equal(answer.active, true)
  })

/** Changes what is stored without the trigger that raises the grant version, as no change can be made in earnest. */
async function withoutTrigger(table: 'staff_user' | 'oauth_grant', change: string, id: string): Promise<void> {
  const owner = new pg.Client({ connectionString: app.database.ownerUrl })
  await owner.connect()
  await owner.query(`begin; alter table ${table} disable trigger connection_changed`)
  await owner.query(`update ${table} set ${change} where id = $1`, [id])
  await owner.query(`alter table ${table} enable always trigger connection_changed; commit`)
  await owner.end()
}

const names = async (token: string) => (await ask(token)).map(({ name }) => name)

test('an answer about a connection is given again while the grant version of its clinic is current', async () => {
  const { access, userId } = await remembered()
  await withoutTrigger('staff_user', "name = 'Unheard of'", userId)
  assert.deepEqual(await names(access), ['Person', 'Person'])
  await app.sql(
    'insert into grant_version values ($1, 1) on conflict (company_id) do update set version = grant_version.version + 1',
    [clinic.company_id],
  )
  assert.deepEqual(await names(access), ['Unheard of', 'Unheard of'])
})

test('an answer about a connection is given again for no longer than its last use counts as recorded', async () => {
  const { access, userId, grantId } = await remembered()
  await app.sql('update oauth_token set created_at = created_at where grant_id = $1', [grantId])
  await withoutTrigger('oauth_grant', "last_used_at = now() - interval '58 seconds'", grantId)
  assert.deepEqual(await names(access), ['Person', 'Person'])
  await withoutTrigger('staff_user', "name = 'Unheard of'", userId)
  await eventually(() => names(access), ['Unheard of', 'Unheard of'])
  const [grant] = await app.sql<{ recorded: boolean }>(
    "select last_used_at > now() - interval '1 minute' as recorded from oauth_grant where id = $1",
    [grantId],
  )
  assert.equal(grant?.recorded, true, 'The use is recorded again.')
})

test('which branches a person sees is said, never left out: all by role or by the membership, else their practitioner’s, else none', async () => {
  const [first, second] = [await app.branch(clinic), await app.branch(clinic)]
  const [working, idle] = [await app.doctor([first, second]), await app.doctor([first])]
  await app.sql('delete from practitioner_branch where practitioner_id = $1', [idle.id])
  const practitioners: [id: string | null, branches: string[]][] = [
    [null, []],
    [idle.id, []],
    [working.id, [first.id, second.id].sort()],
  ]
  for (const role of STAFF_ROLES)
    for (const allBranches of [true, false])
      for (const [practitionerId, branches] of practitioners) {
        const wishes = { resource: 'http://localhost:4001/mcp', role, practitionerId, allBranches }
        const { access } = await grantAssistant(app, clinic, wishes)
        const all = allBranches || role === 'owner' || role === 'admin'
        for (const answer of await ask(access))
          assert.deepEqual(
            [answer.all_branches, answer.branch_ids],
            [all, all ? [] : branches],
            `${role}, ${allBranches}, ${branches.length} branches`,
          )
      }
})
