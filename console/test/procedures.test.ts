import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, PHONE, said, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'
import { seedProcedures } from './procedure-scene.ts'

const app = await startConsole()
const browser = await startBrowser()

/** A clinic with a short price list. */
async function listed() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  await seedProcedures(app, clinic)
  const at = `${app.url}/c/${clinic.company_id}/settings/procedures`
  const stored = async (name: string) =>
    (
      await app.sql<Stored>(
        `select t.code, t.price_minor, t.duration_minutes, t.color, t.active, t.name_ar, heading.name as heading
         from procedure t left join procedure_group heading
           on heading.company_id = t.company_id and heading.id = t.group_id
         where t.company_id = $1 and t.name = $2`,
        [clinic.company_id, name],
      )
    )[0]
  return { clinic, at, stored }
}
interface Stored {
  code: string | null
  price_minor: number
  duration_minutes: number | null
  color: string | null
  active: boolean
  name_ar: string | null
  heading: string | null
}

test('a procedure is added by keys with a group and a colour that has a name, found by its code, changed and no longer offered', async () => {
  const { clinic, at, stored } = await listed()
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, at)
  await page.getByRole('table').getByText('Fillings', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'New procedure' }).focus()
  await page.keyboard.press('Enter')
  const fresh = page.getByRole('dialog', { name: 'New procedure' })
  const field = (name: string) => fresh.getByRole('textbox', { name, exact: true })
  await field('Name').fill('Root canal')
  await fresh.getByLabel(/^Price before tax/).fill('1,250.555')
  await field('Code').fill('res-٠١')
  await field('Minutes').fill('3')
  await page.keyboard.press('Enter')
  await fresh.getByText(/At least \W*5/).waitFor()
  await field('Minutes').fill('75')
  await page.keyboard.press('Enter')
  await fresh.getByText('Another has this already').waitFor()
  await field('Code').fill('END-01')
  await page.keyboard.press('Enter')
  await fresh.getByText('More decimals than the currency has').waitFor()
  await fresh.getByLabel(/^Price before tax/).fill('1,250.50')
  await fresh.getByLabel('Group', { exact: true }).selectOption('Fillings')
  await fresh.getByRole('radio', { name: 'Orange' }).check()
  await field('Code').press('Enter')
  await fresh.waitFor({ state: 'detached' })
  assert.deepEqual(await stored('Root canal'), {
    ...{ code: 'END-01', price_minor: 125_050, duration_minutes: 75, color: 'orange', active: true },
    ...{ name_ar: null, heading: 'Fillings' },
  })

  await page.locator('h1').focus()
  await page.keyboard.press('/')
  await page.keyboard.type('end-01')
  await page.getByRole('button', { name: 'Zirconia crown' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Root canal' }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Procedure' })
  await form.waitFor()
  await assertAccessible(page, 'a procedure')
  await form.getByLabel(/^Price before tax/).fill('1300')
  await form.getByLabel('It is offered').uncheck()
  await form.getByRole('button', { name: 'Save' }).click()
  await eventually(async () => (await stored('Root canal'))?.active, false)
  assert.equal((await stored('Root canal'))?.price_minor, 130_000)
  assert.deepEqual(violations, [])
  await close()
})

test('two who change one procedure: the second reads who changed the price, and applies theirs on top', async () => {
  const { clinic, at, stored } = await listed()
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, at)
  await page.getByRole('button', { name: 'Zirconia crown' }).click()
  const form = page.getByRole('form', { name: 'Procedure' })
  await form.getByLabel(/^Price before tax/).fill('2100')
  const other = await openAs(app, browser, { clinic })
  await openAt(other.page, at)
  await other.page.getByRole('button', { name: 'Zirconia crown' }).click()
  const theirs = other.page.getByRole('form', { name: 'Procedure' })
  await theirs.getByLabel(/^Price before tax/).fill('2300')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await eventually(async () => (await stored('Zirconia crown'))?.price_minor, 230_000)
  await form.getByRole('button', { name: 'Save' }).click()
  const asked = page.getByRole('dialog', { name: 'Changed meanwhile' })
  await asked.getByText('price', { exact: false }).first().waitFor()
  await asked.getByRole('button', { name: 'Apply mine' }).click()
  await eventually(async () => (await stored('Zirconia crown'))?.price_minor, 210_000)
  assert.deepEqual([...violations, ...other.violations], [])
  await other.close()
  await close()
})

test('groups are renamed, moved and added beside the list', async () => {
  const { clinic, at } = await listed()
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, at)
  await page.getByRole('button', { name: 'Groups' }).click()
  const drawer = page.getByRole('dialog', { name: 'Groups' })
  const fillings = drawer.getByRole('form', { name: 'Fillings' })
  await fillings.getByLabel('Group').fill('Restorations')
  await fillings.getByLabel('Place').fill('90')
  await fillings.getByRole('button', { name: 'Save' }).click()
  await drawer.getByRole('form', { name: 'Restorations' }).waitFor()
  const fresh = drawer.getByRole('form', { name: 'New group' })
  await fresh.getByLabel('New group').fill(' restorations')
  await fresh.getByRole('button', { name: 'Add' }).click()
  await fresh.getByText('Another has this already').waitFor()
  await fresh.getByLabel('New group').fill('Surgery')
  await fresh.getByRole('button', { name: 'Add' }).click()
  const names = async () =>
    (
      await app.sql<{ name: string }>(
        'select name from procedure_group where company_id = $1 order by sort_order, name',
        [clinic.company_id],
      )
    ).map(({ name }) => name)
  await eventually(names, ['التيجان والجسور', 'Restorations', 'Surgery'])
  await drawer.getByRole('form', { name: 'Surgery' }).waitFor()
  assert.equal(await fresh.getByLabel('New group').inputValue(), '')
  assert.deepEqual(violations, [])
  await close()
})

const file = (text: string) => ({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a file is tried first: each wrong cell is named with its reason; repaired it is shown as what changes, then imported', async () => {
  const { clinic, at, stored } = await listed()
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, at)
  await page.getByRole('button', { name: 'Import' }).click()
  const drawer = page.getByRole('dialog', { name: 'Import' })
  const choose = (text: string) => page.locator('input[type=file]').setInputFiles(file(text))
  const head = 'code;name;price;group;duration;color'
  await choose(`${head}\nRES-01;Composite filling;ask;Fillings;45;mauve\nSUR-01;Extraction;300;Surgery;2;red\n`)
  const wrong = drawer.getByRole('table', { name: 'What is wrong' })
  await wrong.waitFor()
  await drawer
    .getByRole('alert')
    .filter({ hasText: /3\W* cells of the file are wrong/ })
    .waitFor()
  const cells = (await wrong.locator('tbody tr').allInnerTexts()).map(row => row.split('\t').map(cell => cell.trim()))
  assert.deepEqual(
    cells.map(([line, column]) => [line, column]),
    [
      ['2', 'price'],
      ['2', 'color'],
      ['3', 'duration'],
    ],
  )
  assert.match(
    cells.map(([, , reason]) => reason).join('|'),
    /Not a number\|None of the colours: red.*\|From 5 to 720 minutes/,
  )
  await assertAccessible(page, 'faults of an import')
  assert.equal(await drawer.getByRole('button', { name: 'Import' }).count(), 0)

  await choose(
    `${head}\nRES-01;Composite filling;360;Fillings;45;teal\nPRO-01;Zirconia crown;2200;;90;violet\nSUR-01;Extraction;300;Surgery;20;red\n`,
  )
  const rows = drawer.getByRole('table', { name: 'Lines of the file' })
  await rows.waitFor()
  await wrong.waitFor({ state: 'detached' })
  await drawer.getByText('Surgery').waitFor()
  await assertAccessible(page, 'what an import would do')
  assert.equal(await stored('Extraction'), undefined)
  await drawer.getByRole('button', { name: 'Import' }).click()
  await said(page, /3\W* procedures were added or changed/)
  await drawer.waitFor({ state: 'detached' })
  const extraction = await stored('Extraction')
  assert.deepEqual([extraction?.price_minor, extraction?.heading, extraction?.color], [30_000, 'Surgery', 'red'])
  assert.equal((await stored('Composite filling'))?.price_minor, 36_000)
  await page.getByRole('button', { name: 'Extraction' }).waitFor()

  await page.getByRole('button', { name: 'Import' }).click()
  await choose(`${head}\nSUR-01;Extraction;300;Surgery;20;red\n`)
  await drawer.getByText('Everything is as the file says already.').waitFor()
  assert.equal(await drawer.getByRole('button', { name: 'Import' }).count(), 0)
  assert.deepEqual(violations, [])
  await close()
})

test('on a phone in Arabic the list is cards under their headings, a procedure is changed by touch, and a file names its faults', async () => {
  const { clinic, at, stored } = await listed()
  const options = { locale: 'ar-SA', viewport: PHONE, hasTouch: true }
  const { page, violations, close } = await openAs(app, browser, { clinic }, options)
  await openAt(page, at)
  await page.getByRole('heading', { name: 'التيجان والجسور' }).waitFor()
  await assertFits(page, 'the price list')
  await page.getByRole('button', { name: 'تاج زركون' }).tap()
  const form = page.getByRole('form', { name: 'الإجراء' })
  await form.getByLabel(/^السعر قبل الضريبة/).fill('٢٤٠٠٫٥')
  await form.getByRole('radio', { name: 'نيلي' }).check()
  await assertFits(page, 'a procedure')
  await form.getByRole('button', { name: 'احفظ' }).tap()
  await eventually(async () => {
    const crown = await stored('Zirconia crown')
    return [crown?.price_minor, crown?.color]
  }, [240_050, 'indigo'])
  await page.getByRole('dialog', { name: 'الإجراء' }).getByRole('button', { name: 'إغلاق' }).tap()
  await page.getByRole('button', { name: 'استيراد' }).tap()
  const drawer = page.getByRole('dialog', { name: 'استيراد' })
  await page.locator('input[type=file]').setInputFiles(file('code,name,price\nA,Crown,\n'))
  await drawer.getByText('ناقص').waitFor()
  await assertFits(page, 'an import')
  assert.deepEqual(violations, [])
  await close()
})
