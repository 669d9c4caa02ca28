import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { startConsole } from './console.ts'
import { clinicWithDay } from './day-scene.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

/** From when to when a visit is, by its characters as they stand from left to right; asked by a text, for here are no types of the browser. */
const rangeAsSeen = (page: Page, id: string): Promise<string> =>
  page.evaluate<string>(`(() => {
    const { firstChild, textContent } = [...document.querySelectorAll('button[data-visit="${id}"] bdi')].find(one => one.textContent.includes(' – '))
    const range = document.createRange()
    const placed = [...textContent].map((character, at) => {
      range.setStart(firstChild, at)
      range.setEnd(firstChild, at + 1)
      return { character, x: range.getBoundingClientRect().x }
    })
    return placed.toSorted((one, other) => one.x - other.x).map(({ character }) => character).join('')
  })()`)

test('from when to when a visit is, reads the same in both languages, character by character from left to right', async () => {
  const { clinic, room, visits } = await clinicWithDay(app)
  const seen: string[][] = []
  for (const locale of ['en-GB', 'ar-SA']) {
    const { page, close } = await openAs(app, browser, { clinic }, { locale })
    await openAt(page, room)
    for (const id of visits) await page.locator(`button[data-visit="${id}"]`).waitFor()
    seen.push(await Promise.all(visits.map(id => rangeAsSeen(page, id))))
    await close()
  }
  const [english = [], arabic = []] = seen
  assert.deepEqual(arabic, english)
  for (const range of english) assert.match(range, /^\d\d:\d\d – \d\d:\d\d$/)
})
