import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/support/app/harness.ts'
import { browser, member, PASSWORD, person, totpCode } from '../../test/support/staff/staff.ts'

const app = await startApp()
const [one, two, other] = [await app.clinic(), await app.clinic(), await app.clinic()]

/** A person who works in the first two clinics, and once worked in the third. */
async function employed({ totp = false } = {}) {
  const user = await person(app, { totp })
  for (const clinic of [one, two, other]) await member(app, user, clinic, 'doctor')
  await app.sql('update membership set active = false where company_id = $1', [other.company_id])
  return user
}

interface Recorded {
  company_id: string
  operation: string
  token_id: string | null
  changed_fields: string[] | null
  code: string | null
  times: number
}
const recordsOf = (user: { id: string }) =>
  app.sql<Recorded & Record<string, unknown>>(
    'select * from audit_record where caller = $1 order by company_id, at, times',
    [`staff ${user.id}`],
  )
const told = (records: Recorded[]) => records.map(({ operation, code, times }) => [operation, code, times])
/** The same of what was recorded in one clinic, and that it was in the other, and nowhere else. */
async function inBothClinics(user: { id: string }) {
  const records = await recordsOf(user)
  const [here, there] = [one, two].map(({ company_id }) => told(records.filter(each => each.company_id === company_id)))
  assert.deepEqual(here, there)
  assert.equal(records.length, 2 * (here?.length ?? 0))
  return here
}

test('a login and its end are recorded in each clinic that the person works in', async () => {
  const user = await employed({ totp: true })
  const console = browser(app)
  await console.logIn(user.email)
  await console.send('POST', '/session/second-factor', { code: await totpCode() })
  const { id } = (await console.send('GET', '/session')).body.data
  await console.send('DELETE', '/session')
  await console.send('DELETE', '/session')
  assert.deepEqual(await inBothClinics(user), [
    ['logIn', null, 1],
    ['giveSecondFactor', null, 1],
    ['logOut', null, 1],
  ])
  for (const { token_id, changed_fields } of await recordsOf(user))
    assert.deepEqual([token_id === id, changed_fields], [token_id !== null, ['session']])
})

test('entering a clinic is recorded there alone', async () => {
  const user = await employed()
  const console = browser(app)
  await console.logIn(user.email)
  await console.send('PUT', '/session/clinic', { clinicId: two.company_id })
  const entered = (await recordsOf(user)).filter(({ operation }) => operation === 'enterClinic')
  assert.deepEqual(
    entered.map(({ company_id }) => company_id),
    [two.company_id],
  )
})

test('failed logins are counted in the clinics of the person, and nothing that was typed is kept', async () => {
  const user = await employed()
  const process = await app.secondProcess({})
  for (let n = 0; n < 4; n++) await browser(process).logIn(user.email, `never to be kept ${n}`)
  await browser(process).logIn('nobody-at-all@clinic.example', 'never to be kept')
  await process.close()
  assert.deepEqual(await inBothClinics(user), [
    ['logIn', 'unauthenticated', 1],
    ['logIn', 'unauthenticated', 3],
  ])
  const all = JSON.stringify(await app.sql('select * from audit_record'))
  assert.doesNotMatch(all, /never to be kept|nobody-at-all|@clinic/)
})

test('a wrong second factor and a wrong confirmation are counted, too', async () => {
  const user = await employed({ totp: true })
  const process = await app.secondProcess({})
  const console = browser(process)
  await console.logIn(user.email)
  await console.send('POST', '/session/second-factor', { code: '000000' })
  await console.send('POST', '/session/second-factor', { code: await totpCode() })
  await console.send('POST', '/session/step-up', { code: '000000' })
  await process.close()
  assert.deepEqual(
    new Set((await inBothClinics(user))?.map(String)),
    new Set([
      'logIn,,1',
      'giveSecondFactor,unauthenticated,1',
      'giveSecondFactor,,1',
      'confirmIdentity,credential_wrong,1',
    ]),
  )
})

test('whoever asks for links for new passwords leaves as few records as whoever guesses them', async () => {
  const user = await employed()
  const process = await app.secondProcess({})
  for (let n = 0; n < 3; n++) await browser(process).send('POST', '/password-resets', { email: user.email })
  await process.close()
  assert.deepEqual(await inBothClinics(user), [
    ['requestPasswordReset', null, 1],
    ['requestPasswordReset', null, 2],
  ])
})

test('a login that could not be recorded is none', async () => {
  const user = await employed()
  await app.sql('revoke execute on function record_login from clinic_app')
  try {
    const answer = await browser(app).send('POST', '/session', { email: user.email, password: PASSWORD })
    assert.deepEqual([answer.status, answer.headers.get('set-cookie')], [500, null])
  } finally {
    await app.sql('grant execute on function record_login to clinic_app')
  }
})
