import assert from 'node:assert/strict'
import { assistantBox, introspectionCredential } from '../../../src/kernel/values/assistant-box.ts'
import { secretBox } from '../../../src/kernel/values/secret-box.ts'
import { MASTER_KEY } from '../app/harness.ts'
import { ORIGIN, PASSWORD } from '../staff/staff.ts'
import {
  connectingBrowser as anyBrowser,
  authorizationRequest as anyRequest,
  type ConnectingBrowser,
} from './connecting-browser.ts'

export const REDIRECT = 'https://assistant.example/callback'
export const RESOURCE = 'http://localhost:4001/mcp'
const credential = introspectionCredential(assistantBox(secretBox([MASTER_KEY])))

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: bodies of tests are looked into, not typed
  body: any
}

/** A client of the authorization server, as programs are. */
export function oauthClient({ url }: { url: string }) {
  const read = async (response: Response): Promise<Answer> => {
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }
  const post = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    read(await fetch(`${url}/oauth/${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) }))
  return {
    post,
    async register(metadata: unknown, more: Record<string, string> = {}): Promise<Answer> {
      const headers = { 'content-type': 'application/json', ...more }
      return read(await fetch(`${url}/oauth/register`, { method: 'POST', headers, body: JSON.stringify(metadata) }))
    },
    async newClient(name = 'Assistant', redirectUri = REDIRECT): Promise<string> {
      const { status, body } = await this.register({ redirect_uris: [redirectUri], client_name: name })
      assert.equal(status, 201)
      return body.client_id
    },
    introspect: async (token: string) =>
      (await post('introspect', { token }, { authorization: `Bearer ${credential}` })).body,
  }
}

/** A browser at an app under test. */
export const connectingBrowser = (app: { url: string }): ConnectingBrowser => anyBrowser(app, ORIGIN)

/** A request that is answered at REDIRECT by default. */
export const authorizationRequest = ({ clientId, ...changes }: { clientId: string; [parameter: string]: string }) =>
  anyRequest({ clientId, redirect_uri: REDIRECT, ...changes })

/** Logs a person of the tests in. */
export const logIn = (into: ConnectingBrowser, { email }: { email: string }, code?: string): Promise<void> =>
  into.logIn({ email, password: PASSWORD, code })
