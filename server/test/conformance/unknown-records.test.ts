import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord, type JsonSchema } from '@clinic/contract/json-schema.ts'
import { type Operation, pathNames } from '@clinic/contract/kernel.ts'
import { openapi } from '@clinic/contract/openapi.ts'
import { startApp } from '../support/app/harness.ts'
import { inputFor, proven } from './input-for.ts'
import { call } from './scene.ts'
import { surfaces, type TestedSurface } from './surfaces.ts'

const app = await startApp()
// Scenes are open before the first test is told: the app ends with the last one that was.
const scenes = await Promise.all(surfaces.map(async surface => [surface, await surface.open(app)] as const))

const UNKNOWN = 'evt_01k9exam00000000000000000a'

/** What an operation may be asked for besides its path that names a record. */
function namesIn({ input, path }: Operation): string[] {
  const { properties = {} }: JsonSchema = { ...input }
  const inPath = pathNames(path)
  return Object.entries<JsonSchema>(properties)
    .filter(([name, { enum: values }]) => /Id$|^after$/.test(name) && !values && !inPath.includes(name))
    .map(([name]) => name)
}

/** The codes that the description of an operation gives, each as `status code`. */
function describedCodes({ document: surface, operations }: TestedSurface, id: string): string[] {
  const { paths, components } = openapi({ surface, serverUrl: '', version: '2026-07', operations })
  const found = Object.values(paths).flatMap(item => Object.values(item))
  const { responses } = found.find(({ operationId }) => operationId === id) ?? assert.fail(id)
  return Object.entries(responses).flatMap(([status, response]) => {
    const shared = '$ref' in response ? components.responses[response.$ref.split('/').at(-1) ?? ''] : response
    return Object.keys(shared?.content?.['application/json'].examples ?? {}).map(code => `${status} ${code}`)
  })
}

for (const [surface, scene] of scenes)
  for (const operation of surface.operations.filter(one => proven(one) && namesIn(one).length > 0))
    test(`${operation.id} describes how it refuses a record that is not there`, async () => {
      const described = describedCodes(surface, operation.id)
      for (const name of namesIn(operation)) {
        const input = { ...(await inputFor(operation, scene)), [name]: UNKNOWN }
        const { status, body } = await call(scene.api, operation, input)
        if (status < 400) continue
        const code = isRecord(body.error) ? body.error.code : undefined
        assert.ok(described.includes(`${status} ${code}`), `${name}: ${status} ${code}`)
      }
    })
