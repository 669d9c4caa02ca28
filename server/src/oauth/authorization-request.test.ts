import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAuthorization, targetOf, withAnswer } from './authorization-request.ts'

const RESOURCE = 'https://assistant.example/mcp'
const client = { client_id: 'oac_1', redirect_uris: ['https://app.example/cb?x=1'] }
const good = { response_type: 'code', code_challenge: 'A'.repeat(43), code_challenge_method: 'S256', state: 's' }
const errorOf = (changes: Record<string, unknown>) => {
  const read = readAuthorization({ ...good, ...changes }, RESOURCE)
  return 'error' in read ? read.error : undefined
}

test('answers go to an address that the client registered, letter for letter, and nowhere else', () => {
  const [registered = ''] = client.redirect_uris
  assert.equal(targetOf({ redirect_uri: registered }, client)?.redirectUri, registered)
  assert.equal(targetOf({}, client)?.redirectUri, registered)
  assert.equal(targetOf({}, { ...client, redirect_uris: [registered, 'https://b.example/'] }), undefined)
  assert.equal(targetOf({ redirect_uri: registered }, undefined), undefined)
  const foreign = [
    `${registered}&y=2`,
    `${registered}/`,
    'https://app.example/cb',
    'https://evil.example/',
    '',
    [registered],
  ]
  for (const redirectUri of foreign) assert.equal(targetOf({ redirect_uri: redirectUri }, client), undefined)
})

test('asks for a code with PKCE by SHA-256 and refuses the rest in the RFCs’ words', () => {
  assert.equal(errorOf({}), undefined)
  assert.equal(errorOf({ response_type: 'token' }), 'unsupported_response_type')
  for (const changes of [
    { code_challenge_method: 'plain' },
    { code_challenge_method: undefined },
    { code_challenge: 'short' },
    { code_challenge: undefined },
    { state: 'x'.repeat(3_000) },
    { state: ['a', 'b'] },
    { resource: [RESOURCE, RESOURCE] },
  ])
    assert.equal(errorOf(changes), 'invalid_request', JSON.stringify(changes))
  assert.equal(errorOf({ scope: 'admin' }), 'invalid_scope')
  assert.equal(errorOf({ resource: 'https://other.example/mcp' }), 'invalid_target')
  assert.equal(errorOf({ resource: `${RESOURCE}/` }), undefined)
})

test('drops scopes that do not exist, and takes the usual ones where none are asked for', () => {
  const scopes = (scope?: string) => {
    const read = readAuthorization({ ...good, scope }, RESOURCE)
    return 'scope' in read ? read.scope : undefined
  }
  assert.equal(scopes('billing:read admin offline_access'), 'billing:read')
  assert.equal(scopes(), 'clinic:read schedule:read patients:read clinical:read')
})

test('adds the answer to the query that the address has', () => {
  const url = withAnswer('https://app.example/cb?x=1', { code: 'a b&c', state: null, iss: 'https://clinic.example' })
  assert.equal(url, 'https://app.example/cb?x=1&code=a+b%26c&iss=https%3A%2F%2Fclinic.example')
})
