import type { BrowserContextOptions, Page } from 'playwright-core'
import { assertAccessible, assertFits, DESKTOP, PHONE, TABLET } from './console.ts'
import { assertByKeyboard, assertEscapes } from './keyboard/walk.ts'
import { moveTo, openAt } from './places.ts'

export interface Look {
  how: string
  options: BrowserContextOptions
  /** In which other widths it fits, too. */
  others: readonly { width: number; height: number }[]
}

/** Both languages, both widths and both schemes: the rules of access once in each, whether it fits in each pair; a tablet in one. */
export const LOOKS: readonly [Look, Look] = [
  { how: 'English, dark', options: { locale: 'en-GB', colorScheme: 'dark', viewport: DESKTOP }, others: [PHONE] },
  {
    how: 'Arabic, light',
    options: { locale: 'ar-SA', colorScheme: 'light', viewport: PHONE },
    others: [TABLET, DESKTOP],
  },
]

/** Which of the looks has a keyboard. */
const [BY_KEYBOARD] = LOOKS

/**
 * Each page fits and breaks no rule of access; then its window is made the other widths, and it fits there, too. In one of
 * the looks it is done by keyboard as well. What is the same around every room is looked at with the first of them.
 */
export async function lookAt(page: Page, look: Look, urls: readonly string[]): Promise<void> {
  const [first = '', ...others] = urls
  await openAt(page, first)
  await lookHere(page, look, first)
  for (const url of others) {
    await moveTo(page, url)
    const isOpen = /(open|book)=/.test(url)
    if (isOpen) await page.getByRole('dialog').waitFor()
    await lookHere(page, look, url, isOpen ? '[role=dialog]' : '#main')
    if (isOpen && look === BY_KEYBOARD) await assertEscapes(page, `${url} ${look.how}`)
  }
}

/** The same of the page as it is now; `part` is what of it is looked at. */
export async function lookHere(page: Page, look: Look, url: string, part?: string): Promise<void> {
  const { how, options, others } = look
  await assertAccessible(page, `${url} ${how}`, part ? [part] : [])
  await assertFits(page, `${url} ${how}`)
  for (const other of others) {
    await page.setViewportSize(other)
    await fitsAgain(page)
    await assertFits(page, `${url} ${how}, ${other.width} px`)
  }
  await page.setViewportSize(options.viewport ?? DESKTOP)
  await drawn(page)
  if (look === BY_KEYBOARD) await assertByKeyboard(page, `${url} ${how}`, part ? 'room' : 'page')
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

/** What follows from the width by script is there with the frame after the one that has the width. */
const drawn = (page: Page) =>
  page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
