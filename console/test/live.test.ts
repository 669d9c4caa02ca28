import assert from 'node:assert/strict'
import { test } from 'node:test'
import { healthTexts } from '@clinic/console/features/plugins/health-texts.ts'
import type { Page } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { startConsole } from './console.ts'
import { openAs, settled } from './logged-in.ts'

const app = await startConsole()
const browser = await startBrowser()

const SHOWN = { ACTIVE: healthTexts.en.states.WORKING, SUSPENDED: healthTexts.en.states.STOPPED } as const
const state = (page: Page, status: keyof typeof SHOWN) => page.locator('.tag').filter({ hasText: SHOWN[status] })

/** An owner in two tabs of one browser, both where the plugins are. */
async function watching() {
  const clinic = await app.clinic({ name: 'Palm Clinic' })
  const { installation } = await app.installation(clinic)
  const { page, close } = await openAs(app, browser, { clinic })
  const streams: string[] = []
  const requests: string[] = []
  page.context().on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('/stream')) streams.push(request.headers()['last-event-id'] ?? '')
    else if (pathname.endsWith('/installations')) requests.push(request.headers()['staff-background'] ?? '')
  })
  /** Stops the plugin, or lets it go on, in another process. */
  const become = (status: 'ACTIVE' | 'SUSPENDED') =>
    app.write(clinic, tx => tx.update('installation', installation.id, { status }))
  return { page, close, streams, requests, become, room: `${app.url}/c/${clinic.company_id}/plugins` }
}

test('what changes elsewhere is shown in every tab over one stream, and the next tab goes on when the first is closed', async () => {
  const { page, close, streams, requests, become, room } = await watching()
  await page.goto(room)
  await settled(page)
  const other = await page.context().newPage()
  await other.goto(room)
  await settled(other)
  await become('SUSPENDED')
  for (const tab of [page, other]) await state(tab, 'SUSPENDED').waitFor()
  assert.equal(streams.length, 1)
  await page.close()
  await become('ACTIVE')
  await state(other, 'ACTIVE').waitFor()
  assert.equal(streams.length, 2)
  assert.match(streams[1] ?? '', /^\d{4}-/)
  assert.ok(requests.every(header => header === ''))
  await close()
})

test('a page that a person has left alone asks as one that keeps no login from ending', async () => {
  const { page, close, requests, become, room } = await watching()
  await page.clock.install()
  await page.goto(room)
  await settled(page)
  await page.clock.runFor(61_000)
  requests.length = 0
  await become('SUSPENDED')
  await state(page, 'SUSPENDED').waitFor()
  assert.deepEqual([...new Set(requests)], ['true'])
  await close()
})

test('without the stream a page says so and asks every 30 seconds; with it again, no more', async () => {
  const { page, close, become, room } = await watching()
  await page.clock.install()
  await page.context().route(/\/stream/, route => route.fulfill({ status: 503, json: {} }))
  await page.goto(room)
  await settled(page)
  const banner = page.getByText('The connection to the server is interrupted')
  await banner.waitFor()
  await become('SUSPENDED')
  await page.clock.runFor(31_000)
  await state(page, 'SUSPENDED').waitFor()
  await page.context().unroute(/\/stream/)
  await page.clock.runFor(31_000)
  await banner.waitFor({ state: 'detached' })
  await close()
})
