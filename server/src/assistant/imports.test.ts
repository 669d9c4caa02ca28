import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../test/runner/files.ts'

const STATIC = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm

/** Every file of ours that the given one loads at run time, by way of others too. */
function closureOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file)) return found
  found.add(file)
  for (const [, types, of = ''] of readFileSync(file, 'utf8').matchAll(STATIC)) {
    if (types) continue
    if (of.startsWith('.')) closureOf(normalize(join(dirname(file), of)), found)
    if (of.startsWith('@clinic/contract/'))
      closureOf(join(ROOT, 'contract/src', of.slice('@clinic/contract/'.length)), found)
  }
  return found
}

const loaded = ['assistant-app.ts', 'process/role-process.ts'].flatMap(file => [
  ...closureOf(join(ROOT, 'server/src', file)),
])
const names = loaded.map(file => relative(ROOT, file))

test('the process of the assistant loads nothing that issues, stores or hashes tokens', () => {
  assert.ok(names.length > 100 && names.includes('server/src/assistant/authenticate.ts'))
  const issuing = names.filter(name =>
    /server\/src\/(oauth|staff|webhooks|command|demo)\/|domain\/(staff\/(?!roles)|plugins|webhooks)\/|plugin-token|http\/(surfaces|idempotency)/.test(
      name,
    ),
  )
  assert.deepEqual(issuing, [])
  const minting = loaded.filter(file =>
    /newSecret|newPluginToken|issueTokens|insert into oauth/.test(readFileSync(file, 'utf8')),
  )
  assert.deepEqual(minting, [])
})
