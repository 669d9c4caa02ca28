import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/support/app/harness.ts'
import { assistantClient, connection } from '../../../test/support/oauth/assistants.ts'
import { member, person } from '../../../test/support/staff/staff.ts'
import { sql } from '../../db/statement.ts'
import { allowedScopes, assistantPolicy } from './assistant-policy.ts'
import { endConnection, endConnectionsOfUser, endDisallowedConnections } from './end-connection.ts'

const app = await startApp()
const [clinic, other] = [await app.clinic(), await app.clinic()]
const user = await person(app)
await member(app, user, clinic)
await member(app, user, other)
const companyId = clinic.company_id

const mayConnect = sql<{ allowed: boolean }>('select may_connect_assistant($1, $2) as allowed')

const policy = (set: string, ...values: unknown[]) =>
  app.sql(`update clinic set ${set} where company_id = $1`, [companyId, ...values])
const unrestricted = () => policy("assistant_mode = 'ANY', assistants_allowed = '{}', assistants_blocked = '{}'")

test('a clinic that has said nothing allows any assistant, no contacts, and ninety days', async () => {
  const { company_id: id } = await app.clinic()
  const found = await app.platform(tx => assistantPolicy(tx, id))
  assert.deepEqual(
    { ...found },
    { enabled: true, mode: 'ANY', allowed: [], blocked: [], patient_contacts: false, max_days: 90 },
  )
  assert.ok(found)
  assert.deepEqual(allowedScopes(found, ['clinic:read', 'patients:read.pii']), ['clinic:read'])
  assert.equal(await app.platform(tx => assistantPolicy(tx, 'cli_unknown')), undefined)
})

test('a blocked, unlisted or unverified client stops working immediately, and works again when it is allowed again', async () => {
  const origin = 'https://assistant.example'
  const verified = await assistantClient(app, { kind: 'cimd', id: `${origin}/client.json` })
  const foreign = await assistantClient(app, { kind: 'cimd', id: 'https://else.example/client.json' })
  const unverified = await assistantClient(app)
  const clients = [verified, foreign, unverified]
  const connections = await Promise.all(clients.map(client => connection(app, { clinic, user, client })))
  const working = async () =>
    (await Promise.all(connections.map(each => each.introspect()))).map(({ active }) => active)
  const mayAll = () =>
    app.platform(async tx => {
      const answers: { allowed: boolean }[] = []
      for (const { client_id: clientId } of clients) answers.push(...(await tx.sql(mayConnect([companyId, clientId]))))
      return answers.map(({ allowed }) => allowed)
    })
  const cases = [
    ["assistant_mode = 'VERIFIED'", [], [true, false, false]],
    ["assistant_mode = 'LISTED'", [], [false, false, false]],
    ["assistant_mode = 'LISTED', assistants_allowed = $2", [[unverified.client_id]], [false, false, true]],
    ["assistant_mode = 'VERIFIED', assistants_allowed = $2", [[foreign.client_id]], [true, true, false]],
    ["assistant_mode = 'ANY', assistants_blocked = $2", [[verified.client_id]], [false, true, true]],
    [
      "assistant_mode = 'LISTED', assistants_allowed = $2, assistants_blocked = $2",
      [[verified.client_id]],
      [false, false, false],
    ],
  ] as const
  for (const [set, values, expected] of cases) {
    await policy(set, ...values)
    assert.deepEqual([await working(), await mayAll()], [expected, expected], set)
    await unrestricted()
  }
  assert.deepEqual(await working(), [true, true, true])
})

test('contacts that were consented to are left out until the clinic allows them', async () => {
  const { introspect } = await connection(app, { clinic, user, scope: 'clinic:read patients:read.pii' })
  assert.equal((await introspect()).scope, 'clinic:read')
  await policy('assistant_patient_contacts = true')
  assert.equal((await introspect()).scope, 'clinic:read patients:read.pii')
  await policy('assistant_patient_contacts = false')
})

test('a connection ends after as many days as the clinic says, also where it was consented to for longer', async () => {
  const { introspect } = await connection(app, { clinic, user, days: 10 })
  await policy('assistant_max_days = 11')
  assert.equal((await introspect()).active, true)
  await policy('assistant_max_days = 10')
  assert.equal((await introspect()).active, false)
  await policy('assistant_max_days = 90')
})

test('a connection that ends takes its tokens with it, and its end is kept; no other connection ends', async () => {
  const mine = await connection(app, { clinic, user })
  const elsewhere = await connection(app, { clinic: other, user })
  const end = (id: string, userId?: string) =>
    app.write(clinic, tx => endConnection(tx, { companyId, id, ...(userId && { userId }) }))
  assert.deepEqual([await end(elsewhere.id), await end(mine.id, 'usr_else')], [[], []])
  assert.equal((await mine.introspect()).active, true)
  assert.deepEqual([await end(mine.id, user.id), await end(mine.id)], [[mine.id], []])
  assert.deepEqual(await mine.introspect(), { active: false })
  assert.deepEqual(await app.sql('select id, user_id from ended_connection where id = $1', [mine.id]), [
    { id: mine.id, user_id: user.id },
  ])
  assert.equal((await elsewhere.introspect()).active, true)
})

test('ends all of a person in one clinic, and those of clients that the clinic does not allow any more', async () => {
  const someone = await person(app)
  await member(app, someone, clinic)
  await member(app, someone, other)
  const here = await connection(app, { clinic, user: someone })
  const there = await connection(app, { clinic: other, user: someone })
  const others = await connection(app, { clinic, user })
  const ended = await app.write(clinic, tx => endConnectionsOfUser(tx, { userId: someone.id, companyId }))
  assert.deepEqual(ended, [here.id])
  assert.deepEqual([(await there.introspect()).active, (await others.introspect()).active], [true, true])
  const allowing = {
    ...{ assistants_enabled: true, assistant_mode: 'ANY' as const },
    ...{ assistants_allowed: [], assistants_blocked: [others.clientId] },
  }
  assert.deepEqual(await app.write(clinic, tx => endDisallowedConnections(tx, companyId, allowing)), [others.id])
  await unrestricted()
  assert.deepEqual(await others.introspect(), { active: false })
})
