import type { Locator, Page } from 'playwright-core'
import { button, openPage, PHONE } from '../console.ts'
import { EXTRACTION } from '../form-scene.ts'
import { openAt } from '../places.ts'
import type { CareStep, CareWalk } from './care-place.ts'

/** Opens on the phone of a patient what was sent, and passes the year of birth where it is asked. */
export async function onPhone(
  { app, browser }: CareWalk,
  path: string,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, violations, close } = await openPage(browser, { viewport: PHONE, hasTouch: true, isMobile: true })
  await page.goto(`${app.url}${path}?lang=en`)
  await act(page)
  if (violations.length > 0) throw new Error(violations.join())
  await close()
}

/** Makes the link that is being asked for and answers its path, as it is shown once. */
async function linkOf(drawer: Locator): Promise<string> {
  await drawer.getByRole('combobox', { name: 'How' }).selectOption('none')
  await drawer.getByRole('button', { name: 'Send', exact: true }).click()
  return new URL((await drawer.getByText(/\/p\/\w+\//).textContent())?.trim() ?? '').pathname
}

async function fillIn(walk: CareWalk): Promise<void> {
  const { page, at, ids } = walk
  await openAt(page, at(`/patients/${ids.patient}/forms`))
  await button(page, 'Have it signed or filled in').click()
  const drawer = page.getByRole('dialog', { name: 'Have it signed or filled in' })
  await drawer.getByRole('combobox', { name: 'What' }).selectOption({ label: 'Medical history' })
  const path = await linkOf(drawer)
  await onPhone(walk, path, async phone => {
    await phone.getByRole('textbox').fill('1990')
    await phone.getByRole('button').click()
    await phone.getByRole('radio', { name: 'No' }).check()
    await phone.getByRole('button', { name: 'Send' }).click()
    await phone.getByText('Thank you').waitFor()
  })
}

async function sign(walk: CareWalk): Promise<void> {
  const { page, at, ids } = walk
  await openAt(page, at(`/forms?open=${ids.consent}`))
  const made = page.waitForResponse(response => response.url().endsWith('/staff/v1/patient-links'))
  await page.getByRole('dialog', { name: 'Consent' }).getByRole('button', { name: 'Sign here' }).click()
  const { data }: { data: { url: string } } = await (await made).json()
  await onPhone(walk, new URL(data.url).pathname, async tablet => {
    await tablet.getByRole('button').click()
    await tablet.getByText(EXTRACTION.body.slice(0, 20)).waitFor()
    await tablet.getByRole('textbox').fill('Huda Karim')
    await tablet.getByRole('button', { name: 'Sign' }).click()
    await tablet.getByText('Thank you').waitFor()
  })
}

async function rate(walk: CareWalk): Promise<void> {
  const { page, at, ids } = walk
  await openAt(page, at(`/day?open=${ids.visit}`))
  const drawer = page.getByRole('dialog', { name: 'Visit' })
  await drawer.getByRole('button', { name: 'Ask how it was' }).click()
  const path = await linkOf(drawer)
  await onPhone(walk, path, async phone => {
    await phone.getByRole('group', { name: 'Your rating' }).getByRole('radio', { name: '5' }).check()
    await phone.getByRole('button', { name: 'Send' }).click()
    await phone.getByText('The clinic reads every answer.').waitFor()
  })
}

/** Of a visit that is over. */
export const PAGE_STEPS: readonly CareStep[] = [
  { what: 'a form is filled in', act: fillIn, tells: ['form.submitted'] },
  { what: 'a text is signed', act: sign, tells: ['form.signed'] },
  { what: 'a visit is rated', act: rate, tells: ['feedback.submitted'] },
]
