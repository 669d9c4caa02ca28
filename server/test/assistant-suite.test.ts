import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeFixtures } from '../../conformance/fixtures.ts'

test('the authentication and the routes of the resource server pass the protocol’s own suite, in both revisions', async () => {
  const said: string[] = []
  assert.ok(await judgeFixtures(output => said.push(output)), said.join(''))
})
