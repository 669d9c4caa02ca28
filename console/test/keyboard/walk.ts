import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const IN_PAGE = await readFile(join(import.meta.dirname, 'page.js'), 'utf8')

/** So many more presses where a round is not closed yet, and so many times: fields of dates have several parts. */
const MORE = { presses: 6, times: 12 }

interface Begun {
  presses: number
  isDialog: boolean
}

/**
 * By the Tab key alone: all that can be done is reached, in the order in which it is read, where it is seen, with a mark on
 * it, and is seen on the way back, too; within a dialog, where one is open, and else in the whole page, or the room alone.
 */
export async function assertByKeyboard(page: Page, what: string, part: 'page' | 'room' = 'page'): Promise<void> {
  if (!(await page.evaluate('"keyboard" in window'))) await page.evaluate(IN_PAGE)
  const { presses, isDialog }: Begun = await page.evaluate(`keyboard.begin(${part === 'room'})`)
  await press(page, presses, isDialog)
  let faults: string[] | undefined = await page.evaluate('keyboard.end()')
  for (let time = 0; time < MORE.times && !faults; time++) {
    await press(page, MORE.presses, isDialog)
    faults = await page.evaluate('keyboard.end()')
  }
  assert.ok(faults, `${what}: the Tab key never comes round`)
  assert.deepEqual(faults, [], what)
  if (!isDialog) await assertSeenOnTheWayBack(page, what)
}

/** What stands in the way of the focus on the way back is the head of the page. */
async function assertSeenOnTheWayBack(page: Page, what: string): Promise<void> {
  const presses = Number(await page.evaluate('keyboard.back()'))
  await page.keyboard.down('Shift')
  await press(page, presses, false)
  await page.keyboard.up('Shift')
  assert.deepEqual(await page.evaluate('keyboard.seen()'), [], `${what}, on the way back`)
}

/** The key is held: each further press of it is one message to the browser instead of two. */
async function press(page: Page, times: number, isDialog: boolean): Promise<void> {
  for (let time = 0; time < times; time++) {
    await page.keyboard.down('Tab')
    // Out of the parts of a date a dialog leads back a moment after the browser has gone on.
    if (isDialog) await page.evaluate('new Promise(done => setTimeout(done))')
  }
  await page.keyboard.up('Tab')
}

/** Escape closes what is open beside the room; the focus is then on something of the page. */
export async function assertEscapes(page: Page, what: string): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await assert.doesNotReject(page.locator(':focus').waitFor(), `${what}: the focus is lost when it closes`)
}
