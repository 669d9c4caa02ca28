import { said } from '../console.ts'
import { openAt } from '../places.ts'
import type { CareStep, CareWalk } from './care-place.ts'

/** The treatment as it opens beside the chart. */
async function item({ page, at, ids }: CareWalk) {
  await openAt(page, at(`/patients/${ids.patient}/chart?open=${ids.treatment}`))
  return page.getByRole('dialog', { name: 'Filling' })
}

async function askInsurer(walk: CareWalk): Promise<void> {
  const section = (await item(walk)).getByRole('region', { name: 'Approval of the insurer' })
  await section.getByRole('button', { name: 'The insurer was asked' }).click()
  await section.getByRole('button', { name: 'Approved', exact: true }).click()
  const yes = walk.page.getByRole('dialog', { name: 'The insurer approved it' })
  await yes.getByRole('textbox').fill('PA-77')
  await yes.getByRole('button', { name: 'Approved' }).click()
  await yes.waitFor({ state: 'detached' })
}

async function order(walk: CareWalk): Promise<void> {
  const drawer = await item(walk)
  await drawer.getByRole('button', { name: 'Order from a lab' }).click()
  await drawer.getByRole('combobox', { name: 'Work' }).selectOption({ label: 'Zirconia crown' })
  await drawer.getByLabel(/To be here on/).fill('2030-01-05')
  await drawer.getByRole('button', { name: 'Order from a lab' }).click()
  await drawer.getByText('Lab: awaited').waitFor()
}

async function receive({ page, at, ids }: CareWalk): Promise<void> {
  await openAt(page, at(`/patients/${ids.patient}/labs`))
  const list = page.getByRole('list', { name: 'Lab work' })
  await list.getByRole('button', { name: 'It came' }).click()
  await list.getByRole('button', { name: 'Patient has it' }).click()
  await list.getByText('Delivered', { exact: true }).waitFor()
  await list.getByRole('button', { name: 'Change' }).click()
  const changing = page.getByRole('dialog')
  await changing.getByRole('textbox', { name: 'Shade' }).fill('A3')
  await changing.getByRole('button', { name: 'Save' }).click()
  await changing.waitFor({ state: 'detached' })
}

async function doStep(walk: CareWalk): Promise<void> {
  const step = (await item(walk)).getByRole('region', { name: 'Steps' }).getByRole('listitem')
  await step.getByRole('button', { name: 'Start' }).click()
  await step.getByText('Under way').waitFor()
  await step.getByRole('button', { name: 'Done' }).click()
  await step.getByText('Done', { exact: true }).waitFor()
}

async function measure({ page, at, ids }: CareWalk): Promise<void> {
  await openAt(page, at(`/encounters/${ids.encounter}`))
  await page.getByRole('textbox', { name: 'Heart rate' }).fill('140')
  await page.getByRole('button', { name: 'Save what was measured' }).click()
  await page.getByText('critical').waitFor()
}

async function prescribe({ page, at, ids }: CareWalk): Promise<void> {
  await openAt(page, at(`/patients/${ids.patient}/prescriptions?open=prescribe`))
  const drawer = page.getByRole('dialog', { name: 'Prescribe' })
  await drawer.getByRole('combobox').fill('Mouth rinse')
  await drawer.getByRole('button', { name: /Write/ }).click()
  await drawer.getByRole('button', { name: 'Prescribe', exact: true }).click()
  await drawer.waitFor({ state: 'detached' })
}

async function call({ page, at, ids }: CareWalk): Promise<void> {
  await openAt(page, at(`/day?open=${ids.byVideo}`))
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Start the video call' }).click()
  await (await opened).close()
}

async function earn({ page, at }: CareWalk): Promise<void> {
  await openAt(page, at('/books'))
  for (const [key, what, total, saved] of [
    ['i', 'Room let', 'Amount', 'The income is entered.'],
    ['e', 'Gloves', 'Total with tax', 'The expense is entered.'],
  ] as const) {
    const drawer = page.getByRole('dialog')
    await page.keyboard.press(key)
    await drawer.getByLabel('What for').fill(what)
    await drawer.getByLabel(total).fill('50')
    await drawer.getByLabel('Treasury').selectOption({ label: 'Front desk' })
    await drawer.getByLabel(total).press('Enter')
    await said(page, saved)
    await drawer.waitFor({ state: 'detached' })
  }
}

export const CHART_STEPS: readonly CareStep[] = [
  { what: 'the insurer is asked', act: askInsurer, tells: ['treatment.approval_requested', 'treatment.approved'] },
  { what: 'work is ordered', act: order, tells: ['laborder.created'] },
  { what: 'work came', act: receive, tells: ['laborder.received', 'laborder.delivered', 'laborder.updated'] },
  {
    ...{ what: 'the only step is done', act: doStep },
    tells: [
      ...(['treatment.status_changed', 'treatmentstep.completed', 'treatment.status_changed'] as const),
      'inventory.low_stock',
    ],
  },
  { what: 'a pulse is measured', act: measure, tells: [] },
  { what: 'a rinse is prescribed', act: prescribe, tells: ['prescription.created'] },
  { what: 'a call is begun', act: call, tells: ['videocall.started'] },
  { what: 'money comes in and goes out', act: earn, tells: ['income.created', 'expense.created'] },
]
