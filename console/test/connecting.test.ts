import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { generate } from 'otplib'
import type { Page } from 'playwright-core'
import { startAssistantSite } from '../../server/test/support/oauth/assistant-site.ts'
import { member, PASSWORD, person, TOTP_SECRET } from '../../server/test/support/staff/staff.ts'
import { openPage, PHONE, startConsole } from './console.ts'

const app = await startConsole()
const { browser } = await startAssistantSite()
const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
const strict = await app.clinic({ name: 'Strict Clinic', name_ar: 'العيادة الصارمة', second_factor_required: true })

const REDIRECT = 'https://assistant.example/callback'
const VERIFIER = 'v'.repeat(64)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Where an assistant sends the doctor's browser, and what comes back to it. */
async function assistant(page: Page) {
  const registered = await fetch(`${app.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Notes', redirect_uris: [REDIRECT] }),
  })
  const { client_id }: { client_id: string } = JSON.parse(await registered.text())
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: REDIRECT,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'of the assistant',
  })
  return {
    begin: () => page.goto(`${app.url}/oauth/authorize?${query}`),
    /** Allows, and lets the assistant take what the browser brings it. */
    async allow() {
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      await page.waitForURL(`${REDIRECT}**`)
      const answer = new URL(page.url()).searchParams
      assert.equal(answer.get('state'), 'of the assistant')
      const form = {
        grant_type: 'authorization_code',
        client_id,
        code: answer.get('code') ?? '',
        code_verifier: VERIFIER,
      }
      const tokens = await fetch(`${app.url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ ...form, redirect_uri: REDIRECT }),
      })
      return tokens.status
    },
  }
}

async function logIn(page: Page, { email }: { email: string }) {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('a doctor who is logged out connects an assistant: login, second factor, consent, and back to it; then it is in the list', async () => {
  const { page, violations, close } = await openPage(browser, { viewport: PHONE })
  const user = await person(app, { totp: true })
  await member(app, user, strict)
  const { begin, allow } = await assistant(page)
  await begin()
  await page.getByText('An AI assistant asks to be connected.').waitFor()
  await logIn(page, user)
  await page.getByLabel('Code from the app').fill(await generate({ secret: TOTP_SECRET }))
  await page.keyboard.press('Enter')
  assert.equal(await allow(), 200)
  await page.goto(`${app.url}/assistants`)
  await page.getByRole('heading', { name: 'Notes' }).waitFor()
  await page.getByText('Second factor at login').waitFor()
  assert.deepEqual(violations, [])
  await close()
})

test('who is asked for "somebody else" decides, and nobody is logged out by a link', async () => {
  const { page, close } = await openPage(browser)
  const user = await person(app)
  await member(app, user, clinic)
  await page.goto(`${app.url}/login`)
  await logIn(page, user)
  await heading(page, 'Day').waitFor()
  await page.goto(`${app.url}/login?switch=1`)
  await heading(page, 'Who are you?').waitFor()
  await page.getByRole('button', { name: /^Continue as/ }).click()
  await heading(page, 'Day').waitFor()
  await page.goto(`${app.url}/login?switch=1`)
  await page.getByRole('button', { name: 'Log in as another person' }).click()
  await heading(page, 'Log in').waitFor()
  await close()
})

test('a login that lacks the second factor which a clinic wants is asked for it, and then goes on', async () => {
  const { page, close } = await openPage(browser)
  const [user, enrolled] = [await person(app), await person(app, { totp: true })]
  await member(app, user, clinic)
  await page.goto(`${app.url}/login`)
  await logIn(page, user)
  await heading(page, 'Day').waitFor()
  // As if the second factor had been set up in another browser since.
  await app.sql('delete from membership where user_id = $1', [user.id])
  await member(app, enrolled, strict)
  await app.sql('update staff_session set user_id = $1 where user_id = $2', [enrolled.id, user.id])
  const target = `${app.url}/oauth/callback?flow=abc`
  await page.goto(`${app.url}/login?step_up=2fa&oauth_return=${encodeURIComponent(target)}`)
  await page.getByLabel('Code from the app').fill('000000')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'This code is incorrect' }).waitFor()
  await page.getByLabel('Code from the app').fill(await generate({ secret: TOTP_SECRET }))
  await page.keyboard.press('Enter')
  await page.waitForURL(target)
  const [session] = await app.sql('select second_factor_at from staff_session where user_id = $1', [enrolled.id])
  assert.ok(session?.second_factor_at)
  await close()
})

test('a clinic that asks for a second factor is entered once one is set up', async () => {
  const { page, close } = await openPage(browser)
  const user = await person(app)
  await member(app, user, strict)
  await page.goto(`${app.url}/login`)
  await logIn(page, user)
  await heading(page, 'Choose a clinic').waitFor()
  await page.getByRole('button', { name: /Strict Clinic/ }).click()
  await page.getByRole('alert').filter({ hasText: 'This clinic asks for a second factor' }).waitFor()
  await page.getByRole('link', { name: 'Set up a second factor' }).click()
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = ((await page.locator('.key').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code from the app').fill(await generate({ secret }))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('link', { name: 'My AI assistants' }).click()
  await heading(page, 'My AI assistants').waitFor()
  await close()
})
