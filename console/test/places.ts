import { shell } from '@clinic/console/app/texts.ts'
import type { Page } from 'playwright-core'
import { settled } from './logged-in.ts'

const isLost = { hasText: new RegExp(`^(${shell.en.lost}|${shell.ar.lost})$`) }

export async function openAt(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await settled(page)
}

/** To an address of the same clinic or publisher as a link leads there: the page that is loaded stays. */
export async function moveTo(page: Page, url: string): Promise<void> {
  const [, workplace = ''] = /(\/c\/[^/]+|\/publisher)/.exec(new URL(url).pathname) ?? []
  // By an address at which nothing is: what was shown is gone, whatever of it the next address shares.
  await page.evaluate(`history.pushState(null, '', '${workplace}/nothing')`)
  await page.locator('.room h1', isLost).waitFor()
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(url)})`)
  await page.locator('.room h1', { hasNotText: isLost.hasText }).waitFor()
  await settled(page)
}
