import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { REDIRECT } from './connecting.ts'
import { answerIn, begin, connectingBrowser } from './connecting-browser.ts'

const MOST_TRIES = 600

/** What an assistant keeps of one connection, in memory. */
function provider() {
  const kept: { client?: StoredOAuthClientInformation; tokens?: StoredOAuthTokens; verifier?: string; sentTo?: URL } =
    {}
  const auth: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: { redirect_uris: [REDIRECT], client_name: 'Some assistant' },
    clientInformation: () => kept.client,
    saveClientInformation: client => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: tokens => {
      kept.tokens = tokens
    },
    redirectToAuthorization: url => {
      kept.sentTo = url
    },
    saveCodeVerifier: verifier => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
  }
  return { kept, auth }
}

/** A proxy before several databases hears of a new token a moment after the assistant, which is asked to try again. */
async function connected(transport: () => StreamableHTTPClientTransport): Promise<Client> {
  for (let tries = 1; ; tries++) {
    const client = new Client({ name: 'assistant', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    try {
      await client.connect(transport())
      return client
    } catch (error) {
      if (tries === MOST_TRIES || !String(error).includes('503')) throw error
      await delay(50)
    }
  }
}

export interface Doctor {
  email: string
  password: string
}

/**
 * Connects an assistant as a doctor would who pasted the address: the SDK's client finds the authorization server and
 * registers by itself, the doctor logs in and allows what is asked. Answers the client, and the doctor's cookies.
 */
export async function connectAssistant(resource: string, issuer: string, { email, password }: Doctor) {
  const { kept, auth } = provider()
  const transport = () => new StreamableHTTPClientTransport(new URL(resource), { authProvider: auth })
  const first = transport()
  await assert.rejects(new Client({ name: 'assistant', version: '1' }).connect(first), /[Uu]nauthorized/)
  const browser = connectingBrowser({ url: issuer }, issuer)
  const login = await fetch(`${issuer}/staff/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: issuer },
    body: JSON.stringify({ email, password }),
  })
  assert.equal(login.status, 200)
  const [session = ''] = login.headers.getSetCookie()
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(session) ?? []
  browser.cookies.set(name, value)
  const { pathname, search } = kept.sentTo ?? new URL(issuer)
  const { page } = await begin(browser, `${pathname}${search}`)
  const answer = answerIn(await browser.submit(page.form, { decision: 'allow' }))
  await first.finishAuth(answer.searchParams)
  const client = await connected(transport)
  return { client, kept, cookie: `${name}=${value}` }
}
