import type { Operation, Static, TObject } from '@clinic/contract/kernel.ts'
import { PLATFORM } from '../../../src/kernel/platform-facts.ts'
import { type Api, surfaceClient } from '../app/api-client.ts'
import type { TestApp } from '../app/harness.ts'
import type { Fixture, Scene } from '../clinic/fixture.ts'
import { developer } from '../publisher/scene.ts'

/** The platform itself, by a reviewer. */
export interface PlatformScene extends Scene {
  reviewer: { id: string; email: string }
}

/** A client of the platform's own API with a cookie. */
export const platformClient = ({ url, origin }: Pick<TestApp, 'url' | 'origin'>, cookieOf: () => string): Api =>
  surfaceClient(`${url}/platform/v1`, () => ({ origin, ...(cookieOf() !== '' && { cookie: cookieOf() }) }))

/** A person who logged in with a second factor, and reviews. */
export async function reviewer(app: TestApp) {
  const { user, cookie } = await developer(app)
  await app.sql(
    `insert into platform_role (user_id, role, given_by, given_at) values ($1, 'REVIEWER', 'system test', now())`,
    [user.id],
  )
  return { user, cookie, api: platformClient(app, () => cookie) }
}

/** What is recorded there is the platform's; a clinic lends the rest of a scene. */
export async function openPlatformScene(app: TestApp): Promise<PlatformScene> {
  const { user, api } = await reviewer(app)
  const clinic = await app.clinic()
  const branch = await app.branch(clinic)
  const [doctor, patient] = [await app.doctor([branch]), await app.patient(branch)]
  let numbers = 0
  const own = { ...clinic, company_id: PLATFORM.id }
  return { app, clinic: own, branch, doctor, patient, api, reviewer: user, next: () => ++numbers }
}

const isPlatformScene = (scene: Scene): scene is PlatformScene => 'reviewer' in scene

/** The same as `fixture` for an operation of the platform. Every input comes from a person who has just proved themselves. */
export const platformFixture = <In extends TObject>(
  operation: Operation<In>,
  input: (scene: PlatformScene) => Static<In> | Promise<Static<In>>,
): Fixture => ({
  operation,
  async input(scene) {
    if (!isPlatformScene(scene)) throw new Error(`${operation.id} is an operation of the platform.`)
    await scene.app.sql('update staff_session set confirmed_at = now() where user_id = $1', [scene.reviewer.id])
    return { ...(await input(scene)) }
  },
})
