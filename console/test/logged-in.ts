import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { TestApp } from '../../server/test/support/app/harness.ts'
import { openSession } from '../../server/test/support/staff/open-session.ts'
import { member, person } from '../../server/test/support/staff/staff.ts'
import { openPage } from './console.ts'

interface Whose {
  clinic: { company_id: string }
  role?: string
}

/** A person of the clinic, and a browser in which they are logged in. */
export async function openAs(
  app: TestApp,
  browser: Browser,
  { clinic, role = 'owner' }: Whose,
  options: BrowserContextOptions = {},
) {
  const user = await person(app)
  await member(app, user, clinic, role)
  const cookie = await openSession(app, user, { companyId: clinic.company_id })
  const opened = await openPage(browser, options)
  const [name = '', value = ''] = cookie.split('=')
  await opened.page.context().addCookies([{ name, value, url: app.url }])
  return { ...opened, user, cookie }
}

/** What a room, or a page that stands before all rooms, shows is there, and nothing is on its way any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.room h1, .entrance h1').waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}
