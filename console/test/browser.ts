import { type Browser, chromium as playwright } from 'playwright-core'
import { atEnd } from '../../server/test/support/at-end.ts'
import { chromium } from './chromium.ts'

/** One browser for a test file. */
export async function startBrowser(): Promise<Browser> {
  const browser = await playwright.launch(await chromium())
  atEnd(() => browser.close())
  return browser
}
