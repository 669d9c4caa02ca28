import type { Operation, Static, TObject } from '@clinic/contract/kernel.ts'
import { changedId, isOnce } from '../../../src/kernel/record-change.ts'
import { type Api, surfaceClient } from '../app/api-client.ts'
import type { TestApp } from '../app/harness.ts'
import type { Fixture, Scene } from '../clinic/fixture.ts'
import { openSession } from './open-session.ts'
import { member, ORIGIN, person } from './staff.ts'

/** A clinic in which operations of the console can be called, by an owner unless a fixture logs another person in. */
export interface StaffScene extends Scene {
  user: { id: string; email: string }
  /** What the client sends as who it is. */
  cookie: string
}

/** A client of the console's API: what it sends as its cookie is asked for at every request. */
export const staffClient = (
  { url }: Pick<TestApp, 'url'>,
  cookieOf: () => string,
  headers: Record<string, string> = {},
): Api =>
  surfaceClient(`${url}/staff/v1`, () => ({
    origin: ORIGIN,
    ...(cookieOf() !== '' && { cookie: cookieOf() }),
    ...headers,
  }))

/** A further member of the clinic, who is in it: one who sees every branch, or those of their practitioner, if any. */
export async function staffMember(
  app: TestApp,
  clinic: { company_id: string },
  role: string,
  practitioner?: { id: string } | null,
) {
  const user = await person(app)
  await member(app, user, clinic, role, practitioner)
  return { user, cookie: await openSession(app, user, { companyId: clinic.company_id }) }
}

let numbers = 0

/** With `url` its client calls there, and names the clinic. */
export async function openStaffScene(app: TestApp, url?: string): Promise<StaffScene> {
  const clinic = await app.clinic({ sandbox: true })
  const branch = await app.branch(clinic)
  const [doctor, patient] = [await app.doctor([branch]), await app.patient(branch)]
  const { user, cookie } = await staffMember(app, clinic, 'owner')
  const next = () => ++numbers
  const named: Record<string, string> = url === undefined ? {} : { 'clinic-id': clinic.company_id }
  const client = staffClient({ url: url ?? app.url }, () => scene.cookie, named)
  const scene: StaffScene = { app, clinic, branch, doctor, patient, user, cookie, next, api: client }
  return scene
}

const isStaffScene = (scene: Scene): scene is StaffScene => 'cookie' in scene

/** What a clinic has once is changed again and again in one scene: each time at its first version, by logins that may enter. */
async function beginAnew({ app, clinic: { company_id: id } }: StaffScene, { versioned }: Operation): Promise<void> {
  await app.sql('update clinic set second_factor_required = false where company_id = $1 and second_factor_required', [
    id,
  ])
  if (!versioned || !isOnce(versioned.of)) return
  await app.sql('delete from record_change where company_id = $1 and record_id = $2', [
    id,
    changedId(versioned.of, id, null),
  ])
  await app.sql(`update ${versioned.of} set version = 1 where company_id = $1`, [id])
}

/** The same as `fixture` for an operation of the console. Every input comes with a login of its own: some end theirs. */
export const staffFixture = <In extends TObject>(
  operation: Operation<In>,
  input: (scene: StaffScene) => Static<In> | Promise<Static<In>>,
): Fixture => ({
  operation,
  async input(scene) {
    if (!isStaffScene(scene)) throw new Error(`${operation.id} is an operation of the console.`)
    // All tests come from one address: what they tried before must not make this one wait.
    await scene.app.sql('delete from staff_login_failure')
    await beginAnew(scene, operation)
    scene.cookie = await openSession(scene.app, scene.user, { companyId: scene.clinic.company_id })
    return { ...(await input(scene)) }
  },
})
