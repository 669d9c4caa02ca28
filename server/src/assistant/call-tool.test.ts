import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { LIST, MODERN, startAssistant } from '../../test/support/oauth/assistant-app.ts'

const { app, connect, post, another } = await startAssistant()

test('pages hold 20 rows unless asked and 50 at most; a cursor serves its own connection, tool and filters alone', async () => {
  const its = await app.practice()
  for (let n = 0; n < 25; n++) await app.patient(its.branch)
  const [one, another] = [await connect(its.clinic), await connect(its.clinic)]
  const first = (await one.call('search_patients', { query: 'Number' })).data
  assert.deepEqual([first.items.length, first.has_more], [20, true])
  const rest = (await one.call('search_patients', { query: 'Number', cursor: first.next_cursor })).data
  assert.deepEqual([rest.items.length, rest.has_more, 'next_cursor' in rest], [6, false, false])
  assert.equal(new Set([...first.items, ...rest.items].map(({ id }) => id)).size, 26)
  const { next_cursor: cursor } = first
  const misuses: [typeof one, string, Record<string, unknown>][] = [
    [another, 'search_patients', { query: 'Number', cursor }],
    [one, 'search_patients', { query: 'Numbe', cursor }],
    [one, 'list_branches', { cursor }],
    [one, 'search_patients', { query: 'Number', cursor: `${cursor}x` }],
  ]
  for (const [who, name, input] of misuses) {
    const { isError, text } = await who.call(name, input)
    assert.deepEqual([isError, /cursor does not belong/.test(text)], [true, true])
  }
  for (const limit of [51, 0, 1.5, '20']) assert.equal((await one.call('list_branches', { limit })).isError, true)
  assert.match((await one.call('list_branches', { limit: 51 })).text, /limit must be at most 50/)
})

test('a page that would not fit is read again with fewer rows', async () => {
  const its = await app.practice()
  const long = 'y'.repeat(4_000)
  for (let n = 0; n < 8; n++)
    await app.sql(
      `insert into encounter (company_id, id, patient_id, branch_id, chief_complaint, symptoms, diagnosis, clinical_notes, consultation_notes, last, created_at, updated_at)
       values ($1, 'enc_long' || $2, $3, $4, $5, $5, $5, $5, $5, false, now(), now())`,
      [its.clinic.company_id, n, its.patient.id, its.branch.id, long],
    )
  const { data, text } = await (await connect(its.clinic)).call('list_encounters', { patient_id: its.patient.id })
  assert.deepEqual([data.items.length, data.has_more], [4, true])
  assert.ok(text.length < 100_000)
})

test('one access record for each call, also for those that were refused, and nothing of what was searched for', async () => {
  const its = await app.practice()
  const one = await connect(its.clinic)
  await one.call('get_patient', { patient_id: its.patient.id })
  await one.call('search_patients', { query: 'Number', limit: 5 })
  await one.call('get_patient', { patient_id: 'pat_none' })
  await one.call('get_patient', { nonsense: 'secret' })
  const records = await app.sql<{ operation: string; patient_ids: string[]; field_scopes: string[]; details: unknown }>(
    'select operation, patient_ids, field_scopes, details from audit_record where company_id = $1 and caller = $2 order by at, request_id',
    [its.clinic.company_id, `assistant ${one.grantId}`],
  )
  assert.deepEqual(
    records.map(({ operation, patient_ids, field_scopes }) => [operation, patient_ids, field_scopes]),
    [
      ['get_patient', [its.patient.id], ['patients:read']],
      ['search_patients', [its.patient.id], ['patients:read']],
      ['get_patient', [], []],
      ['get_patient', [], []],
    ],
  )
  const details = records.map(record => (isRecord(record.details) ? record.details : {}))
  assert.deepEqual(
    details.map(({ outcome }) => outcome),
    ['ok', 'ok', 'refused', 'refused'],
  )
  assert.deepEqual(details[2]?.arguments, { patient_id: 'pat_none' })
  assert.ok(!/Number|secret/.test(JSON.stringify(details)))
})

test('a connection that calls without end, wrongly too, leaves as many records as it may call, and one more a minute', async () => {
  const { url, close } = await another({ RATE_LIMITS: 'on', RATE_LIMIT_ASSISTANT_PER_MINUTE: '5' })
  const { clinic } = await app.practice()
  const { access, grantId } = await connect(clinic)
  const headers = {
    ...MODERN,
    'mcp-method': 'tools/call',
    'mcp-name': 'get_patient',
    authorization: `Bearer ${access}`,
  }
  const params = { ...LIST.params, name: 'get_patient', arguments: { nonsense: true } }
  const call = async () => (await post({ ...LIST, method: 'tools/call', params }, headers, url)).text()
  const answers: string[] = []
  for (let n = 0; n < 30; n++) answers.push(await call())
  assert.ok(answers.filter(text => /Too many calls/.test(text)).length >= 20)
  const records = await app.sql<{ minute: string }>(
    `select date_trunc('minute', at)::text as minute from audit_record where caller = $1`,
    [`assistant ${grantId}`],
  )
  const minutes = new Set(records.map(({ minute }) => minute)).size
  assert.ok(records.length >= 6 && records.length <= 6 * minutes, `${records.length} in ${minutes}`)
  await close()
})

test('nothing is served that cannot be recorded', async () => {
  const { clinic, patient } = await app.practice()
  const one = await connect(clinic)
  await app.sql('revoke execute on function record_assistant_access from clinic_reader')
  try {
    const { isError, data } = await one.call('get_patient', { patient_id: patient.id })
    assert.deepEqual([isError, data], [true, undefined])
  } finally {
    await app.sql('grant execute on function record_assistant_access to clinic_reader')
  }
})
