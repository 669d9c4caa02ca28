import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonSchema } from '@clinic/contract/json-schema.ts'
import { type Operation, pathNames } from '@clinic/contract/kernel.ts'
import type { Answer, Loose } from '../support/app/api-client.ts'
import { startApp } from '../support/app/harness.ts'
import type { Scene } from '../support/clinic/fixture.ts'
import { inputFor, proven } from './input-for.ts'
import { isFilter, referencesOf } from './references.ts'
import { call } from './scene.ts'
import { surfaces } from './surfaces.ts'

const app = await startApp()
// Scenes are open before the first test is told: the app ends with the last one that was.
const scenes = await Promise.all(
  surfaces
    .filter(({ isShared }) => !isShared)
    .map(async surface => [surface, await surface.open(app), await surface.open(app)] as const),
)

/** The plugins that can be installed, and the events that can be caused, are the same for all clinics. */
const EVERY_CLINICS = ['listCatalogue', 'listSandboxEventTypes']

/** Another clinic's id for a field: from the fixture of the operation there, else one of what every clinic has. */
async function foreignId(operation: Operation, elsewhere: Scene, name: string): Promise<string> {
  const common: Record<string, string> = {
    branchId: elsewhere.branch.id,
    doctorId: elsewhere.doctor.id,
    patientId: elsewhere.patient.id,
    practitionerId: elsewhere.doctor.id,
  }
  const id = (await inputFor(operation, elsewhere))[name] ?? common[name]
  if (typeof id === 'string') return id
  throw new Error(`The fixture of ${operation.id} should give ${name}: without it another clinic's is not known.`)
}

const unknownId = (id: string) => `${id.slice(0, -6)}zzzzzz`
const told = ({ status, body }: Answer<Loose>) => [status, body.error?.code, body.error?.details]
const idsOf = (data: unknown) => (Array.isArray(data) ? data.map(({ id, userId }) => id ?? userId) : [])

const withReference = async (operation: Operation, scene: Scene, name: string, id: string) =>
  call(scene.api, operation, { ...(await inputFor(operation, scene)), [name]: id })

for (const [surface, here, elsewhere] of scenes) {
  for (const operation of surface.operations.filter(proven)) {
    for (const name of referencesOf(operation)) {
      test(`${operation.id} does not reveal another clinic’s record by ${name}: it is as unknown as one that never was`, async () => {
        const id = await foreignId(operation, elsewhere, name)
        const foreign = await withReference(operation, here, name, id)
        const unknown = await withReference(operation, here, name, unknownId(id))
        if (isFilter(operation, name) && foreign.status === 200) {
          assert.deepEqual([foreign.body.data, unknown.body.data], [[], []])
          return
        }
        assert.deepEqual([foreign.status, foreign.body.error?.code], [404, 'not_found'], foreign.text)
        assert.match(String(foreign.body.error.details?.resource), /^[a-z_]+$/i)
        assert.deepEqual(told(foreign), told(unknown))
      })
    }

    if (operation.answer !== 'one' && !EVERY_CLINICS.includes(operation.id))
      test(`${operation.id} lists nothing of another clinic`, async () => {
        const [own, theirs] = [await inputFor(operation, here), await inputFor(operation, elsewhere)]
        const path = Object.fromEntries(pathNames(operation.path).map(name => [name, own[name]]))
        const required = Object.fromEntries(Object.entries(own).filter(([name]) => isRequired(operation, name)))
        const wide = operation.answer === 'page' ? { limit: 100 } : {}
        const listed = await call(here.api, operation, { ...required, ...path, ...wide })
        const foreign = await call(elsewhere.api, operation, theirs)
        assert.ok(idsOf(listed.body.data).length > 0 && idsOf(foreign.body.data).length > 0, foreign.text)
        const known = new Set(idsOf(foreign.body.data))
        assert.deepEqual(
          idsOf(listed.body.data).filter(id => known.has(id)),
          [],
        )
      })
  }
}

function isRequired({ input }: Operation, name: string): boolean {
  const { required = [] }: JsonSchema = { ...input }
  return required.includes(name)
}
