import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { assistantBox, introspectionCredential } from '../src/kernel/assistant-box.ts'
import { secretBox } from '../src/kernel/secret-box.ts'
import { MASTER_KEY, type TestApp } from './harness.ts'
import { browser, ORIGIN, PASSWORD } from './staff.ts'

export const REDIRECT = 'https://assistant.example/callback'
export const RESOURCE = 'http://localhost:4001/mcp'
export const credential = introspectionCredential(assistantBox(secretBox([MASTER_KEY])))

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
    read,
    post,
    async register(metadata: unknown): Promise<Answer> {
      const headers = { 'content-type': 'application/json' }
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

export interface Page {
  status: number
  headers: Headers
  text: string
  /** What the only form of the page holds, as it would be sent untouched: hidden fields and what is ticked. */
  form: URLSearchParams
}

/** A person's browser on the pages of a connection: it keeps its cookies and, like browsers, names the origin of forms. */
export interface ConnectingBrowser {
  cookies: Map<string, string>
  go(path: string, headers?: Record<string, string>): Promise<Page>
  /** Sends a form, with changes; `null` leaves a field out. */
  submit(
    form: URLSearchParams,
    changes?: Record<string, string | string[] | null>,
    headers?: Record<string, string>,
  ): Promise<Page>
}

const INPUT = /<input type="(hidden|checkbox|radio)" name="([^"]+)" value="([^"]*)"( checked)?/g

function formOf(text: string): URLSearchParams {
  const fields = [...text.matchAll(INPUT)].filter(([, type, , , checked]) => type === 'hidden' || checked !== undefined)
  return new URLSearchParams(fields.map(([, , name = '', value = '']) => [name, value]))
}

export function connectingBrowser({ url }: { url: string }, origin = ORIGIN): ConnectingBrowser {
  const cookies = new Map<string, string>()
  async function send(path: string, init: RequestInit, headers: Record<string, string>): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(new URL(path.replace(origin, url), url), {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie && { cookie }), ...headers },
    })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, form: formOf(text) }
  }
  return {
    cookies,
    go: (path, headers = {}) => send(path, {}, headers),
    submit(form, changes = {}, headers = {}) {
      const body = new URLSearchParams(form)
      for (const [name, value] of Object.entries(changes)) {
        body.delete(name)
        for (const one of value === null ? [] : [value].flat()) body.append(name, one)
      }
      return send('/oauth/consent', { method: 'POST', body }, { origin, ...headers })
    },
  }
}

export interface Wish {
  clientId: string
  [parameter: string]: string
}

/** An authorization request as clients make it, with the verifier that belongs to it. */
export function authorizationRequest({ clientId, ...changes }: Wish) {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
    state: 'a state/with+signs',
    ...changes,
  })
  return { verifier, path: `/oauth/authorize?${query}` }
}

/** Logs a person in on the console, in this browser. */
export async function logIn(
  app: TestApp,
  into: ConnectingBrowser,
  { email }: { email: string },
  code?: string,
): Promise<void> {
  const staff = browser(app)
  await staff.logIn(email, PASSWORD)
  if (code !== undefined) await staff.send('POST', '/session/second-factor', { code })
  const [name = '', value = ''] = staff.cookie.split(/=(.*)/s)
  into.cookies.set(name, value)
}

/** Goes to the authorization endpoint and, past the login, back to the flow: the first page that the person sees. */
export async function begin(into: ConnectingBrowser, path: string): Promise<{ callback: string; page: Page }> {
  const { status, headers, text } = await into.go(path)
  assert.equal(status, 302, text)
  const callback = new URL(headers.get('location') ?? '').searchParams.get('oauth_return') ?? ''
  return { callback, page: await into.go(callback) }
}

/** What the client was answered, by redirect or by a page that leads there. */
export function answerIn({ headers, text }: Page): URL {
  const href = headers.get('location') ?? /http-equiv="refresh" content="0;url=([^"]+)"/.exec(text)?.[1] ?? ''
  return new URL(href.replaceAll('&amp;', '&'))
}
