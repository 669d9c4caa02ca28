import type { TestApp } from '../app/harness.ts'
import { staffClient, staffMember } from '../staff/scene.ts'

/** A practice that counts in a currency, with its owner at the console. */
export async function practiceIn(app: TestApp, currency = 'SAR') {
  const practice = await app.practice()
  const { company_id } = practice.clinic
  await app.sql('update clinic set currency = $2 where company_id = $1', [company_id, currency])
  const clinic = { ...practice.clinic, currency }
  const { cookie, user } = await staffMember(app, clinic, 'owner')
  return { ...practice, clinic, userId: user.id, owner: staffClient(app, () => cookie) }
}
