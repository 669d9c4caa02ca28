import type { BrowserContextOptions, Page } from 'playwright-core'
import { assertAccessible, assertFits, DESKTOP, PHONE } from './console.ts'
import { settled } from './logged-in.ts'

interface Look {
  how: string
  options: BrowserContextOptions
  other: { width: number; height: number }
}

/** Both languages, both widths and both schemes: the rules of access once in each, whether it fits in each pair. */
export const LOOKS: readonly Look[] = [
  { how: 'English, dark', options: { locale: 'en-GB', colorScheme: 'dark', viewport: DESKTOP }, other: PHONE },
  { how: 'Arabic, light', options: { locale: 'ar-SA', colorScheme: 'light', viewport: PHONE }, other: DESKTOP },
]

/** Each page fits and breaks no rule of access; then its window is made the other width, and it fits there, too. */
export async function lookAt(page: Page, look: Look, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    await page.goto(url)
    await settled(page)
    if (url.includes('open=')) await page.getByRole('dialog').waitFor()
    await lookHere(page, look, url)
  }
}

/** The same of the page as it is now. */
export async function lookHere(page: Page, { how, options, other }: Look, what: string): Promise<void> {
  await assertAccessible(page, `${what} ${how}`)
  await assertFits(page, `${what} ${how}`)
  await page.setViewportSize(other)
  await fitsAgain(page)
  await assertFits(page, `${what} ${how}, ${other.width} px`)
  await page.setViewportSize(options.viewport ?? DESKTOP)
}

/** What depends on the width is drawn anew some frames after the window has it. */
async function fitsAgain(page: Page): Promise<void> {
  await page.evaluate(`new Promise(done => {
    const look = frames => {
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth === clientWidth || frames === 0) done()
      else requestAnimationFrame(() => look(frames - 1))
    }
    look(600)
  })`)
}
