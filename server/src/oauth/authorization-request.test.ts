import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAuthorizationRequest, redirectTarget as target } from './authorization-request.ts'
import { authorizationResponse } from './authorization-response.ts'

const RESOURCE = 'https://assistant.example/mcp'
type Known = Parameters<typeof target>[1]
const targetOf = (query: Record<string, unknown>, known: Known, loopback = false) => target(query, known, { loopback })
const client = { client_id: 'oac_1', kind: 'dcr', redirect_uris: ['https://app.example/cb?x=1'] }
const good = { response_type: 'code', code_challenge: 'A'.repeat(43), code_challenge_method: 'S256', state: 's' }
const errorOf = (changes: Record<string, unknown>) => {
  const read = readAuthorizationRequest({ ...good, ...changes }, RESOURCE)
  return 'error' in read ? read.error : undefined
}

test('answers go to an address that the client registered, letter for letter, and nowhere else', () => {
  const [registered = ''] = client.redirect_uris
  assert.equal(targetOf({ redirect_uri: registered }, client)?.redirect_uri, registered)
  assert.equal(targetOf({}, client)?.redirect_uri, registered)
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
  ])
    assert.equal(errorOf(changes), 'invalid_request', JSON.stringify(changes))
  assert.equal(errorOf({ scope: 'admin' }), 'invalid_scope')
  assert.equal(errorOf({ resource: 'https://other.example/mcp' }), 'invalid_target')
  assert.equal(errorOf({ resource: `${RESOURCE}/` }), undefined)
})

test('drops scopes that do not exist, and takes the usual ones where none are asked for', () => {
  const scopes = (scope?: string) => {
    const read = readAuthorizationRequest({ ...good, scope }, RESOURCE)
    return 'scope' in read ? read.scope : undefined
  }
  assert.equal(scopes('billing:read admin offline_access'), 'billing:read')
  assert.equal(scopes(), 'clinic:read schedule:read patients:read clinical:read')
})

test('adds the answer to the address as it was registered, letter for letter, with the query that it has', () => {
  const answer = { code: 'a b&c', state: null, iss: 'https://clinic.example' }
  const given = 'code=a+b%26c&iss=https%3A%2F%2Fclinic.example'
  const addresses: [string, string][] = [
    ['https://app.example/cb', '?'],
    ['https://app.example/cb?x=1', '&'],
    ['https://app.example/cb?x=%20y&flag&z=a~b', '&'],
    ['https://App.Example:443/a/../cb?', ''],
    ['https://app.example?x&', ''],
  ]
  for (const [address, joint] of addresses)
    assert.equal(authorizationResponse(address, answer), `${address}${joint}${given}`)
})

test('answers on the person’s own machine only known clients, at any port, and only where the operator allows it', () => {
  const known = {
    client_id: 'k',
    kind: 'preregistered',
    redirect_uris: ['http://127.0.0.1/cb', 'http://localhost:1/cb'],
  }
  const here = (redirectUri: string, kind = 'preregistered', loopback = true) =>
    targetOf({ redirect_uri: redirectUri }, { ...known, kind }, loopback) !== undefined
  assert.ok(here('http://127.0.0.1:53111/cb') && here('http://127.0.0.1/cb') && here('http://localhost:9/cb'))
  assert.ok(here('http://127.0.0.1:53111/cb', 'cimd'))
  assert.ok(!here('http://127.0.0.1:53111/cb', 'dcr') && !here('http://127.0.0.1:53111/cb', 'cimd', false))
  const others = ['http://127.0.0.1:5/cb/', 'http://127.0.0.1:5/cb?x', 'http://[::1]:5/cb', 'https://127.0.0.1/cb']
  for (const uri of [...others, 'http://127.0.0.1.evil.example/cb', 'http://127.0.0.1:5@evil.example/cb'])
    assert.ok(!here(uri), uri)
})

test('takes the one resource with or without a slash, a query or a path, and no other host', () => {
  for (const resource of [
    RESOURCE,
    `${RESOURCE}/`,
    'HTTPS://Assistant.Example:443/mcp',
    `${RESOURCE}?x=1`,
    'https://assistant.example',
  ])
    assert.equal(errorOf({ resource }), undefined, resource)
  for (const resource of [
    'https://evil.example/mcp',
    'http://assistant.example/mcp',
    'https://assistant.example/other',
    `${RESOURCE}#x`,
    'https://u@assistant.example/mcp',
    'mcp',
    [RESOURCE, RESOURCE],
  ])
    assert.equal(errorOf({ resource }), 'invalid_target', String(resource))
})

test('refuses what asks for more than there is, each in the RFCs’ words', () => {
  assert.equal(errorOf({ request: 'ey' }), 'request_not_supported')
  assert.equal(errorOf({ request_uri: 'https://a.example/' }), 'request_uri_not_supported')
  assert.equal(errorOf({ prompt: 'none' }), 'login_required')
  assert.equal(errorOf({ prompt: 'consent', login_hint: 'x', nonce: 'y' }), undefined)
  assert.equal(errorOf({ response_type: undefined }), 'invalid_request')
  assert.equal(errorOf({ scope: 'nothing:read' }), 'invalid_scope')
  for (const scope of ['nothing:read clinic:read offline_access', 'offline_access', ' clinic:read  schedule:read '])
    assert.equal(errorOf({ scope }), undefined, scope)
})
