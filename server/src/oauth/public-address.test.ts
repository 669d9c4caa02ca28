import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/support/app/harness.ts'
import { REDIRECT } from '../../test/support/oauth/connecting.ts'
import {
  answerIn,
  authorizationRequest,
  begin,
  connectingBrowser,
} from '../../test/support/oauth/connecting-browser.ts'
import { member, PASSWORD, person } from '../../test/support/staff/staff.ts'

const API = 'https://api.clinic.example'
const WEB = 'https://app.clinic.example'
const app = await startApp({ BASE_URL: API, WEB_ORIGIN: WEB, ASSISTANT_URL: 'https://mcp.clinic.example/mcp' })

test('at a public address the cookie is for this host over TLS alone, and the issuer is that address, byte for byte', async () => {
  const clinic = await app.clinic()
  const doctor = await person(app)
  await member(app, doctor, clinic)
  const browser = connectingBrowser(app, API)
  await browser.logIn({ email: doctor.email, password: PASSWORD })
  const registered = await fetch(`${app.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [REDIRECT] }),
  })
  const { client_id: clientId } = (await registered.json()) as { client_id: string }
  const resource = 'https://mcp.clinic.example/mcp'
  const { path } = authorizationRequest({ clientId, redirect_uri: REDIRECT, resource })
  const login = await browser.go(path)
  assert.match(
    login.headers.get('set-cookie') ?? '',
    /^__Host-oauth=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/,
  )
  assert.ok(
    login.headers
      .get('location')
      ?.startsWith(`${WEB}/login?oauth_return=${encodeURIComponent(`${API}/oauth/callback?flow=`)}`),
  )
  const { page } = await begin(browser, path)
  const { searchParams } = answerIn(await browser.submit(page.form, { decision: 'allow' }))
  assert.equal(searchParams.get('iss'), API)
  const metadata = await fetch(`${app.url}/.well-known/oauth-authorization-server`)
  assert.match(await metadata.text(), /^\{"issuer":"https:\/\/api\.clinic\.example",/)
})
