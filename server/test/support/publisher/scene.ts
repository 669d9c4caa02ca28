import type { Operation, Static, TObject } from '@clinic/contract/kernel.ts'
import { createPublisher } from '@clinic/contract/publisher/publishers.ts'
import { type Api, surfaceClient } from '../app/api-client.ts'
import type { TestApp } from '../app/harness.ts'
import type { Fixture, Scene } from '../clinic/fixture.ts'
import { openSession } from '../staff/open-session.ts'
import { person } from '../staff/staff.ts'

/** A publisher in which operations can be called, by its owner. Its clinic is the sandbox. */
export interface PublisherScene extends Scene {
  publisherId: string
  user: { id: string; email: string }
  /** What the client sends as who it is. */
  cookie: string
}

/** A client of the publishers' API with a cookie; in paths `x` stands for the publisher. */
export function publisherClient(
  { url, origin }: Pick<TestApp, 'url' | 'origin'>,
  cookieOf: () => string,
  publisherId: string,
): Api {
  const client = surfaceClient(`${url}/publisher/v1`, () => ({
    origin,
    ...(cookieOf() !== '' && { cookie: cookieOf() }),
  }))
  const here = (path: string) => (publisherId === '' ? path : path.replace(/^\/x(?=[/?]|$)/, `/${publisherId}`))
  return {
    ...client,
    send: (method, path, body, options) => client.send(method, here(path), body, options),
    get: (path, options) => client.get(here(path), options),
    post: (path, body, options) => client.post(here(path), body, options),
  }
}

/** The same with a key. */
export const keyClient = ({ url }: Pick<TestApp, 'url'>, key: string): Api =>
  surfaceClient(`${url}/publisher/v1`, () => ({ authorization: `Bearer ${key}` }))

let numbers = 0

/** A person who logged in with a second factor, and belongs to no publisher. */
export async function developer(app: TestApp) {
  const user = await person(app)
  const cookie = await openSession(app, user)
  await app.sql('update staff_session set second_factor_at = now() where user_id = $1', [user.id])
  return { user, cookie, api: publisherClient(app, () => cookie, '') }
}

/** Makes a publisher of the person's own. */
export async function makePublisher(api: Api, name = `Publisher ${++numbers}`) {
  const { status, text, body } = await api.call(createPublisher, {
    name: { en: name, ar: 'ناشر' },
    website: `https://publisher${numbers}.example.com`,
    supportEmail: 'help@publisher.example',
  })
  if (status !== 201) throw new Error(text)
  return body.data
}

/** Makes a person what they are in a publisher; answers a client of theirs. */
export async function member(app: TestApp, publisher: { id: string; sandboxClinicId: string }, role: string) {
  const { user, cookie } = await developer(app)
  const now = new Date().toISOString()
  const row = await app.insert('publisher_member', {
    ...{ company_id: publisher.sandboxClinicId, id: `pbm_test${++numbers}`, email: user.email, user_id: user.id, role },
    ...{ created_at: now, updated_at: now },
  })
  return { user, cookie, memberId: row.id, api: publisherClient(app, () => cookie, publisher.id) }
}

export async function openPublisherScene(app: TestApp): Promise<PublisherScene> {
  const { user, cookie, api } = await developer(app)
  const { id: publisherId, sandboxClinicId } = await makePublisher(api)
  const [clinic] = await app.sql<Scene['clinic'] & Record<string, unknown>>(
    'select * from clinic where company_id = $1',
    [sandboxClinicId],
  )
  if (!clinic) throw new Error('The publisher has no sandbox clinic.')
  const branch = await app.branch(clinic)
  const [doctor, patient] = [await app.doctor([branch]), await app.patient(branch)]
  const next = () => ++numbers
  const client = publisherClient(app, () => cookie, publisherId)
  return { app, clinic, branch, doctor, patient, publisherId, user, cookie, next, api: client }
}

export const isPublisherScene = (scene: Scene): scene is PublisherScene => 'publisherId' in scene

export async function anotherOwner(scene: Scene): Promise<Api> {
  if (!isPublisherScene(scene)) throw new Error('The scene is none of a publisher.')
  const publisher = { id: scene.publisherId, sandboxClinicId: scene.clinic.company_id }
  return (await member(scene.app, publisher, 'OWNER')).api
}

/** The same as `fixture` for an operation of publishers. Every input comes from a person who has just proved themselves. */
export const publisherFixture = <In extends TObject>(
  operation: Operation<In>,
  input: (scene: PublisherScene) => Static<In> | Promise<Static<In>>,
): Fixture => ({
  operation,
  async input(scene) {
    if (!isPublisherScene(scene)) throw new Error(`${operation.id} is an operation of publishers.`)
    await scene.app.sql('update staff_session set confirmed_at = now() where user_id = $1', [scene.user.id])
    return { ...(await input(scene)) }
  },
})
