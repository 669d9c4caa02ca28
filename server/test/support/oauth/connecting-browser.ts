import { hash, randomBytes } from 'node:crypto'

export interface Page {
  status: number
  headers: Headers
  text: string
  /** What the only form of the page holds, as it would be sent untouched: hidden fields and what is ticked. */
  form: URLSearchParams
}

type Changes = Record<string, string | string[] | null>

/** A person's browser on the pages of a connection: it keeps its cookies and, like browsers, names the origin of forms. */
export interface ConnectingBrowser {
  cookies: Map<string, string>
  go(path: string, headers?: Record<string, string>): Promise<Page>
  /** Sends a form, with changes; `null` leaves a field out. */
  submit(form: URLSearchParams, changes?: Changes, headers?: Record<string, string>): Promise<Page>
  /** Logs in on the console, with a second factor if one is given. */
  logIn(login: { email: string; password: string; code?: string | undefined }): Promise<void>
}

const INPUT = /<input type="(hidden|checkbox|radio)" name="([^"]+)" value="([^"]*)"( checked)?/g

function formOf(text: string): URLSearchParams {
  const fields = [...text.matchAll(INPUT)].filter(([, type, , , checked]) => type === 'hidden' || checked !== undefined)
  return new URLSearchParams(fields.map(([, , name = '', value = '']) => [name, value]))
}

/** `url` is where the server is, `origin` what it is called. */
export function connectingBrowser({ url }: { url: string }, origin: string): ConnectingBrowser {
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
  async function staff(path: string, body: unknown): Promise<void> {
    const headers = { origin, 'content-type': 'application/json' }
    const { status, text } = await send(`/staff/v1${path}`, { method: 'POST', body: JSON.stringify(body) }, headers)
    if (status !== 200) throw new Error(`The login was refused: ${text}`)
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
    async logIn({ email, password, code }) {
      await staff('/session', { email, password })
      if (code !== undefined) await staff('/session/second-factor', { code })
    },
  }
}

export interface Wish {
  clientId: string
  redirect_uri: string
  [parameter: string]: string
}

/** An authorization request as clients make it, with the verifier that belongs to it. */
export function authorizationRequest({ clientId, ...changes }: Wish) {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
    state: 'a state/with+signs',
    ...changes,
  })
  return { verifier, path: `/oauth/authorize?${query}` }
}

/** Goes to the authorization endpoint and, past the login, back to the flow: the first page that the person sees. */
export async function begin(into: ConnectingBrowser, path: string): Promise<{ callback: string; page: Page }> {
  const { status, headers, text } = await into.go(path)
  if (status !== 302) throw new Error(`The request did not lead to the login: ${text}`)
  const callback = new URL(headers.get('location') ?? '').searchParams.get('oauth_return') ?? ''
  return { callback, page: await into.go(callback) }
}

/** What the client was answered, by redirect or by a page that leads there. */
export function answerIn({ headers, text }: Page): URL {
  const href = headers.get('location') ?? /http-equiv="refresh" content="0;url=([^"]+)"/.exec(text)?.[1] ?? ''
  return new URL(href.replaceAll('&amp;', '&'))
}
