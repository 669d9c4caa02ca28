import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { DOCUMENTS } from '../test/documents.ts'

/** What a linter may say all the same, by its rule, with the reason. */
const REASONS: Readonly<Record<string, string>> = {
  'no-server-example.com': 'The address is made up here; a running platform prints its own.',
}

interface Finding {
  rule: string
  text: string
}

async function redocly(source: string): Promise<Finding[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return problems.map(({ ruleId, message, location }) => ({
    rule: ruleId,
    text: `${location[0]?.pointer ?? ''} ${message}`,
  }))
}

async function spectralOas(source: string): Promise<Finding[]> {
  const linter = new spectral.Spectral()
  linter.setRuleset(new spectral.Ruleset(rulesets.oas))
  const problems = await linter.run(JSON.parse(source))
  return problems.map(({ code, path, message }) => ({ rule: String(code), text: `${path.join('/')} ${message}` }))
}

const unexcused = (found: readonly Finding[]) => found.filter(({ rule }) => !REASONS[rule])

const LINTERS = { redocly, spectral: spectralOas }

for (const [linter, lint] of Object.entries(LINTERS))
  test(`${linter} finds nothing in any document by its recommended rules, save what has a reason`, async () => {
    for (const [name, document] of Object.entries(DOCUMENTS)) {
      assert.deepEqual(unexcused(await lint(JSON.stringify(document))), [], name)
    }
  })

test('both linters look: each refuses two paths that differ by the name of their parameter alone', async () => {
  const { platform } = DOCUMENTS
  const [path = assert.fail('no path has a parameter'), item] =
    Object.entries(platform.paths).find(([path]) => path.includes('{')) ?? []
  const twin = path.replace(/{\w+}/, '{other}')
  const spoiled = JSON.stringify({ ...platform, paths: { ...platform.paths, [twin]: item } })
  for (const [linter, lint] of Object.entries(LINTERS)) assert.notDeepEqual(unexcused(await lint(spoiled)), [], linter)
})
