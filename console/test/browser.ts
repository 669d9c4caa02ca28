import { after } from 'node:test'
import { type Browser, chromium as playwright } from 'playwright-core'
import { chromium } from './chromium.ts'

/** One browser for a test file. */
export async function startBrowser(): Promise<Browser> {
  const browser = await playwright.launch(await chromium())
  after(() => browser.close())
  return browser
}
