import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { raiseAlarm } from '../../server/src/domain/security/raise-alarm.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, startConsole } from './console.ts'
import { openAs, settled } from './logged-in.ts'

const SOURCES = join(import.meta.dirname, '../src')
const THE_ONE = 'lib/clinic-time.ts'
/** What writes an instant in the zone of the browser, or by its own idea of a zone. */
const OTHERWISE =
  /Intl\.(DateTimeFormat|RelativeTimeFormat)|\.toLocale(Date|Time)?String\(|\.(get|set)(FullYear|Month|Date|Day|Hours|Minutes|Seconds|TimezoneOffset)\(|\bdayjs\b|date-fns/

test('instants become words in one place, and nowhere by the clock of the browser', async () => {
  const files = await Array.fromAsync(glob('**/*.{ts,tsx}', { cwd: SOURCES }))
  const found: string[] = []
  for (const file of files.filter(one => !one.endsWith('.test.ts')))
    if (OTHERWISE.test(await readFile(join(SOURCES, file), 'utf8'))) found.push(file)
  assert.deepEqual(found, [THE_ONE])
})

const app = await startConsole()
const browser = await startBrowser()

test('browsers in Riyadh, Los Angeles and Auckland show the same times, past midnight too, and say whose they are', async () => {
  const clinic = await app.clinic({ name: 'Palm Clinic', time_zone: 'Asia/Riyadh' })
  const { installation } = await app.installation(clinic)
  await app.write(clinic, tx => raiseAlarm(tx, 'admin_added', 'subject'))
  // Half past midnight in Riyadh is another day in the other two.
  await app.sql("update installation set installed_at = '2026-11-23T21:30:00Z' where id = $1", [installation.id])
  const seen: string[] = []
  for (const timezoneId of ['Asia/Riyadh', 'America/Los_Angeles', 'Pacific/Auckland']) {
    const { page, close } = await openAs(app, browser, { clinic }, { timezoneId })
    await page.goto(`${app.url}/c/${clinic.company_id}/plugins`)
    await settled(page)
    const isElsewhere = timezoneId !== 'Asia/Riyadh'
    assert.equal(await page.getByText('Arabian').filter({ visible: true }).count(), isElsewhere ? 1 : 0, timezoneId)
    if (isElsewhere) await assertAccessible(page, timezoneId)
    seen.push((await page.locator('#main time').allInnerTexts()).join())
    await close()
  }
  assert.match(seen[0] ?? '', /24 Nov 2026/)
  assert.deepEqual(new Set(seen).size, 1, seen.join(' | '))
})
