import assert from 'node:assert/strict'
import axe, { type AxeResults, type ElementContext } from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { startApp, type TestApp } from '../../server/test/support/app/harness.ts'
import { freePort } from '../../server/test/support/app/product.ts'

/** The API with the console on it, at an address that browsers may write from. */
export async function startConsole(settings: Record<string, string> = {}): Promise<TestApp> {
  const port = await freePort()
  return startApp({ PORT: String(port), BASE_URL: `http://127.0.0.1:${port}`, ...settings })
}

export const PHONE = { width: 390, height: 844 }
export const TABLET = { width: 768, height: 1024 }
export const DESKTOP = { width: 1280, height: 800 }

/** For what a busy machine does slowly. */
const PATIENCE_MS = 20_000

/** A page of a browser that has never been here; whatever the policy of the page refused is in `violations`. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-GB', reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const violations: string[] = []
  page.on('console', message => /Content Security Policy/i.test(message.text()) && violations.push(message.text()))
  page.on('pageerror', error => violations.push(error.message))
  return { page, violations, close: () => context.close() }
}

/** WCAG 2.2 AA. To say of each element that passed where it is costs more than to judge it. */
const WCAG = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
}

/** No rule of WCAG 2.2 AA that a program can check is broken on the page as it is, or in these parts of it. */
export async function assertAccessible(page: Page, what: string, within: readonly string[] = []): Promise<void> {
  // Our pages have no frames, for which a driver of axe would open a second page at every look.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const looked: ElementContext = within.length > 0 ? { include: within.map(part => [part]) } : { include: [['html']] }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(looked)}, ${JSON.stringify(WCAG)})`)
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join(' | ')}`,
  )
  assert.deepEqual(found, [], what)
}

/** Nothing reaches out of the window to the side. */
export async function assertFits(page: Page, what: string): Promise<void> {
  const beyond = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  assert.equal(beyond, 0, what)
}

/** What the focus is on, as assistive technology names it. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const element = document.activeElement
    const labels = [...(element.labels ?? [])].map(label => label.textContent)
    return element.getAttribute('aria-label') ?? (labels.join(' ') || element.textContent)
  })()`)

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** The page tells what came of something. */
export const said = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor()
