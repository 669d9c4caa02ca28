import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atHost } from './support/app/at-host.ts'
import { startCells } from './support/app/cells.ts'
import { move } from './support/app/moving.ts'
import { freeBinds, oneAddress } from './support/app/one-address.ts'
import { eventually } from './support/eventually.ts'
import { LIST, MODERN, resourceServer } from './support/oauth/assistant-app.ts'
import { connectAssistant } from './support/oauth/connect-assistant.ts'
import { member, PASSWORD, person } from './support/staff/staff.ts'

/** People log in and assistants connect at the one address; links of cells lead to hosts of theirs. */
const binds = await freeBinds()
const [ISSUER, RESOURCE] = [`http://${binds[0]}`, `http://${binds[1]}/mcp`]
const settingsOf = (name: string) => ({
  BASE_URL: name === 'control' ? ISSUER : `http://${name}.example`,
  WEB_ORIGIN: ISSUER,
  ASSISTANT_URL: RESOURCE,
})
const cells = await startCells(settingsOf)
const { control, north, south } = cells
const assistantOf = async (app: typeof control, name: string) =>
  new URL((await resourceServer(app, settingsOf(name))).url).origin
const assistants = {
  control: await assistantOf(control, 'control'),
  north: await assistantOf(north.app, 'north'),
  south: await assistantOf(south.app, 'south'),
}
await oneAddress(cells, { binds, assistants })
await eventually(async () => (await control.sql('select from clinic where cell is not null')).length, 2)

const doctor = await person(control)
await member(control, doctor, north.clinic, 'doctor')
const { client, kept } = await connectAssistant(RESOURCE, ISSUER, { ...doctor, password: PASSWORD })

/** Calls a tool by the assistant of that doctor; while the clinic moves it is asked to try again. */
async function called(name: string, args: Record<string, unknown>) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args })
  const [first] = content
  return { isError: isError ?? false, text: first?.type === 'text' ? first.text : '', data: structuredContent }
}
const opened = async ({ patient }: typeof north) =>
  called('get_patient', { patient_id: patient.id }).then(
    ({ isError, text }) => !isError && text.includes(String(patient.last_name)),
    () => undefined,
  )
const recorded = ({ sql }: typeof control) =>
  sql(`select from audit_record where company_id = $1 and $2 = any (patient_ids) and caller like 'assistant %'`, [
    ...[north.clinic.company_id, north.patient.id],
  ])

/** What an assistant is answered that has a token, at the one address or by a cell. */
async function listed(token: string, server = ISSUER.replace(binds[0], binds[1])) {
  const headers = { ...MODERN, authorization: `Bearer ${token}` }
  const answer = await atHost(server, RESOURCE, { method: 'POST', headers, body: JSON.stringify(LIST) })
  return [answer.status, answer.headers['clinic-cell']]
}
const access = () => kept.tokens?.access_token ?? ''

test('a doctor of a clinic in a cell connects an assistant at the one address, and it reads there what is in that cell alone', async () => {
  await eventually(() => opened(north), true)
  assert.equal(await opened({ ...north, patient: south.patient }), false)
  const found = await called('search_patients', { query: north.patient.last_name })
  assert.match(found.text, new RegExp(north.patient.id))
  assert.doesNotMatch(found.text, new RegExp(south.patient.id))
  await eventually(async () => (await recorded(north.app)).length > 0, true)
})

test('another cell says where the token of an assistant is good, and one that was invented is good in none', async () => {
  assert.deepEqual(await listed(access()), [200, undefined])
  for (const name of ['south', 'control'] as const)
    assert.deepEqual(await listed(access(), assistants[name]), [421, 'north'])
  const invented = `${access().slice(0, -2)}${access().endsWith('aa') ? 'bb' : 'aa'}`
  for (const server of [undefined, ...Object.values(assistants)])
    assert.deepEqual(await listed(invented, server), [401, undefined])
})

test('once the clinic has moved the assistant goes on there by the same token, and by those that it gets for it later', async () => {
  const before = access()
  const count = (await recorded(north.app)).length
  await move(cells, north.clinic.company_id, 'south')
  await eventually(() => opened(north), true)
  assert.equal(access(), before)
  assert.deepEqual(await listed(before, assistants.north), [421, 'south'])
  await eventually(async () => (await recorded(south.app)).length > count, true)
  assert.equal((await recorded(north.app)).length, count)
  const fresh = await fetch(`${ISSUER}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: kept.tokens?.refresh_token ?? '',
      client_id: kept.client?.client_id ?? '',
    }),
  })
  assert.equal(fresh.status, 200)
  const { access_token: later } = JSON.parse(await fresh.text())
  await eventually(() => listed(later), [200, undefined])
  assert.deepEqual(await listed(later, assistants.south), [200, undefined])
})
