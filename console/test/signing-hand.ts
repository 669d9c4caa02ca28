import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** Types a name on a page that a link leads to, draws a line for a signature, and sends both. */
export async function signByHand(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox').fill(name)
  const canvas = page.getByRole('img')
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 200, box.y + 120, { steps: 8 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Sign' }).click()
  await page.getByText('Thank you').waitFor()
}
