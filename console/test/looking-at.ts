import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { assertAccessible, assertFits } from './console.ts'

/** Screenshots go to the folder that is named, for people to look at. */
const { SCREENSHOTS } = process.env

/** Looks at pages of one kind: each fits, breaks no rule of access, and is pictured under its name. */
export const lookingAt =
  (kind: string) =>
  async (page: Page, name: string): Promise<void> => {
    await assertFits(page, name)
    await assertAccessible(page, name)
    if (!SCREENSHOTS) return
    await mkdir(SCREENSHOTS, { recursive: true })
    await page.screenshot({ path: join(SCREENSHOTS, `${kind}-${name}.png`), fullPage: true })
  }
