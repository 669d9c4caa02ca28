import { isInClinic } from '@clinic/contract/access.ts'
import { staffOperations } from '@clinic/contract/staff/index.ts'
import { LIVE_PATH } from '@clinic/contract/staff/live.ts'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import type { TestApp } from '../../server/test/support/app/harness.ts'
import { openSession } from '../../server/test/support/staff/open-session.ts'
import { member, person } from '../../server/test/support/staff/staff.ts'
import { openPage } from './console.ts'

interface Whose {
  clinic: { company_id: string }
  role?: string
  /** Whom of those who work there they are; who is none sees all branches. */
  practitioner?: { id: string }
}

/** A person of the clinic, and a browser in which they are logged in. */
export async function openAs(
  app: TestApp,
  browser: Browser,
  { clinic, role = 'owner', practitioner }: Whose,
  options: BrowserContextOptions = {},
) {
  const user = await person(app)
  await member(app, user, clinic, role, practitioner)
  const cookie = await openSession(app, user, { companyId: clinic.company_id })
  const opened = await openPage(browser, options)
  const [name = '', value = ''] = cookie.split('=')
  await opened.page.context().addCookies([{ name, value, url: app.url }])
  return { ...opened, user, cookie }
}

const IN_CLINIC = staffOperations
  .filter(({ access }) => isInClinic(access))
  .map(({ method, path }) => ({ method, path: new RegExp(`/staff/v1${path.replace(/:\w+/g, '[^/]+')}$`) }))

/** Whether a request asks the console's API for what is done in a clinic. */
export function asksInClinic(request: Request): boolean {
  const { pathname } = new URL(request.url())
  return IN_CLINIC.some(({ method, path }) => method === request.method() && path.test(pathname))
}

/** Whether a request asks for what is done in a clinic, or follows one, as every page in a clinic does. */
export const runsInClinic = (request: Request): boolean =>
  asksInClinic(request) || new URL(request.url()).pathname === `/staff/v1${LIVE_PATH}`

/** The clinic that it names: in its header, or, where a browser sends none, in its address. */
export const clinicNamedBy = (request: Request): string | null =>
  request.headers()['clinic-id'] ?? new URL(request.url()).searchParams.get('clinicId')

/** What a room, or a page that stands before all rooms, shows is there, and nothing is on its way any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.room h1, .entrance h1').waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}
