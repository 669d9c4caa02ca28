import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@clinic/sdk'
import { startBrowser } from '../../console/test/browser.ts'
import { recordPayment } from '../../server/src/domain/billing/record-payment.ts'
import { refundPayment } from '../../server/src/domain/billing/refund-payment.ts'
import { changeInvoice } from '../../server/src/domain/invoicing/change-invoice.ts'
import { addLab } from '../../server/src/domain/labs/lab.ts'
import { orderFromLab } from '../../server/src/domain/labs/order-from-lab.ts'
import { bookAppointment } from '../../server/src/domain/scheduling/book-appointment.ts'
import { EXAM_RULES } from '../../server/src/exam/exam-rules.ts'
import { examinePlugin } from '../../server/src/jobs/examine-plugin.ts'
import { newId } from '../../server/src/kernel/values/ids.ts'
import { startApp } from '../../server/test/support/app/harness.ts'
import { runJobs } from '../../server/test/support/app/jobs.ts'
import { SAMPLES } from '../../server/test/support/clinic/file-samples.ts'
import { issueInvoice } from '../../server/test/support/clinic/money.ts'
import { sandboxMessages } from '../../server/test/support/clinic/sandbox-messages.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startDispatcher } from '../../server/test/support/webhooks/deliveries.ts'
import { copy, type Export } from '../accounting-export/src/copy.ts'
import { integerIn, openDatabase } from '../accounting-export/src/database.ts'
import { reconcile } from '../accounting-export/src/reconcile.ts'
import { type Example, example } from './installed.ts'

const app = await startApp()
await startDispatcher(app)

const DAY_MS = 86_400_000
const HOSTILE = '<img src=x onerror=document.title="taken">'

/** A patient whose last visit was a year ago. */
async function duePatient({ clinic, branch, doctor, next }: Example['scene'], phone_number: string) {
  const patient = await app.patient(branch, { phone_number })
  const [start, now] = [Date.now() - (365 + next()) * DAY_MS, new Date().toISOString()]
  await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: newId('apt'), created_at: now, updated_at: now, status: 'COMPLETED' },
    ...{ branch_id: branch.id, doctor_id: doctor.id, patient_id: patient.id },
    ...{ starts_at: new Date(start).toISOString(), ends_at: new Date(start + 1_800_000).toISOString() },
  })
  return patient
}

/** The links that the carrier was given, by the number of the patient; numbers of two messages hold both. */
async function linksSent(companyId: string): Promise<Record<string, string>> {
  await runJobs(app)
  const sent = (await sandboxMessages(app)).filter(message => message.companyId === companyId)
  return Object.fromEntries(
    sent.toReversed().map(({ recipient, body }) => [recipient, /\/r\/[\w-]+/.exec(body)?.[0] ?? body]),
  )
}
const messagesTo = async (companyId: string) =>
  (await sandboxMessages(app)).filter(message => message.companyId === companyId).length

const choicesIn = (page: string): string[] => [...page.matchAll(/value="(recall-[^"]+)"/g)].map(([, id = '']) => id)

test('recall bot: who is due is written to once though it is killed, books what is free, and is left alone once they come', async () => {
  const bot = await example(app, 'recall-bot', { settings: { language: 'both' } })
  const { scene, url } = bot
  const { clinic, branch, doctor } = scene
  const [one, two] = [await duePatient(scene, '+966500000101'), await duePatient(scene, '+966500000102')]
  await bot.start()
  await eventually(
    async () => Object.keys(await linksSent(clinic.company_id)).sort(),
    ['+966500000101', '+966500000102'],
  )
  await bot.kill()
  await bot.start()
  const { '+966500000101': first = '', '+966500000102': second = '' } = await linksSent(clinic.company_id)
  const read = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}${path}`, { ...init, headers: { 'accept-language': 'ar' } })
    return { status: response.status, page: await response.text() }
  }
  const choose = (choice = '') => read(first, { method: 'POST', body: new URLSearchParams({ choice }) })
  const { page } = await read(first)
  assert.match(page, /<html lang="ar" dir="rtl">/)
  // The desk is quicker at the first time.
  const slot = await fetch(`${app.url}/api/v1/availability?branchId=${branch.id}&doctorId=${doctor.id}&days=14`, {
    headers: { authorization: `Bearer ${bot.token}` },
  })
  const days: { data: { days: { slots: { start: string; end: string }[] }[] } } = JSON.parse(await slot.text())
  const [{ start, end } = { start: '', end: '' }] = days.data.days.flatMap(({ slots }) => slots)
  await app.write(clinic, tx =>
    bookAppointment(tx, { branchId: branch.id, doctorId: doctor.id, patientId: two.id, start, end }),
  )
  const [taken, free] = choicesIn(page)
  const others = (await choose(taken)).page
  assert.ok(!choicesIn(others).includes(String(taken)) && choicesIn(others).includes(String(free)))
  const answers = await Promise.all([choose(free), choose(free)])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  const booked = await app.sql("select 1 from appointment where patient_id = $1 and status = 'OPEN'", [one.id])
  assert.equal(booked.length, 1)
  // The event of the desk's booking stops the chase of the second patient.
  await eventually(async () => (await read(second)).status, 410)
  await runJobs(app)
  assert.equal(await messagesTo(clinic.company_id), 2)
  await bot.kill()
})

/** Issues, takes and gives back money, as a clinic does in a day; answers the invoice. */
async function trade(scene: Example['scene'], currency: string) {
  const { clinic, branch, doctor, patient } = scene
  const practice = { clinic: { ...clinic, currency }, branch, doctor, patient, api: scene.api }
  const price = currency === 'KWD' ? 33.335 : 333.35
  const lines = [
    { name: 'Treatment', unitMinor: Math.round(price * (currency === 'KWD' ? 1000 : 100)), taxPercent: 15 },
  ]
  const invoice = await issueInvoice(app, practice, 0, { lines })
  const pay = (amount: number, type: 'CARD' | 'CASH') =>
    app.write(practice.clinic, tx => recordPayment(tx, { invoiceId: invoice.id, amount, type }))
  return { practice, invoice, pay, lines }
}

const linesIn = (file: string): number => {
  const database = openDatabase(file)
  try {
    return integerIn(database.all('select count(*) as lines from line')[0] ?? {}, 'lines')
  } finally {
    database.close()
  }
}

test('accounting export: the ledger equals the books after payments, a partial refund, a delta and a lost cursor, in SAR and in KWD', async () => {
  const exporting = await example(app, 'accounting-export')
  const { scene } = exporting
  const { invoice, pay, practice, lines } = await trade(scene, 'SAR')
  await exporting.start()
  const first = await pay(100.05, 'CARD')
  await pay(50.1, 'CASH')
  await app.write(scene.clinic, tx => refundPayment(tx, { id: first.id }))
  // By the first copy and then by events: three lines of the invoice, two of each payment, two of the refund.
  await eventually(async () => linesIn(exporting.data), 3 + 2 + 2 + 2)
  const equal = await exporting.run('reconcile')
  assert.equal(equal.code, 0, equal.printed)
  assert.match(equal.printed, /SAR\trefunded\t100.05\t100.05\tequal/)
  await exporting.kill()
  // What happens while it is away comes by the delta.
  await app.write(practice.clinic, tx => changeInvoice(tx, { id: invoice.id, lines: [...lines, ...lines] }))
  await pay(1.25, 'CASH')
  const delta = await exporting.run('sync')
  assert.deepEqual([delta.code, delta.printed.trim()], [0, '2 records were read.'])
  const again = await exporting.run('reconcile', '--from', '2020-01-01')
  assert.match(again.printed, /outstanding\t715.36\t715.36\tequal/)
  assert.equal(again.code, 0, again.printed)
  const csv = await exporting.run('csv')
  assert.match(csv.printed, /,1200,inv_\w+,SAR,\d+\.\d\d,\r\n/)
})

test('accounting export: a cursor that the product refuses begins again from the mark, and fils agree to the last', async () => {
  const kuwait = (scene: Example['scene']) =>
    app.sql("update clinic set currency = 'KWD', time_zone = 'Asia/Kuwait' where company_id = $1", [
      scene.clinic.company_id,
    ])
  const exporting = await example(app, 'accounting-export', { prepare: kuwait })
  const invoices = [
    await trade(exporting.scene, 'KWD'),
    await trade(exporting.scene, 'KWD'),
    await trade(exporting.scene, 'KWD'),
  ]
  for (const { pay } of invoices) await pay(10.005, 'CASH')
  const api = app.api(exporting.token)
  assert.equal((await api.send('PUT', '/sandbox/faults', { pageLimit: 1 })).status, 200)
  let spoiled = 0
  const spoiling: typeof fetch = (target, init) => {
    const url = new URL(String(target))
    const cursor = url.searchParams.get('cursor')
    if (cursor !== null && ++spoiled === 2) url.searchParams.set('cursor', `${cursor}x`)
    return fetch(url, init)
  }
  const state: Export = {
    clinic: createClient({ token: exporting.token, baseUrl: app.url, fetch: spoiling }),
    ...{ database: openDatabase(exporting.data), log: () => undefined, isOver: false },
  }
  await copy(state)
  assert.ok(spoiled > 2)
  const today = new Date().toISOString().slice(0, 10)
  const compared = await reconcile(state, today, new Date(Date.now() + DAY_MS).toISOString().slice(0, 10))
  assert.deepEqual(
    compared.filter(({ clinic, ledger }) => clinic !== ledger),
    [],
  )
  // Midnight may come in between.
  const sums = Map.groupBy(compared, ({ figure }) => figure)
  assert.deepEqual(
    [...sums].map(([figure, days]) => [figure, days.reduce((sum, { clinic }) => sum + clinic, 0)]),
    [
      ['invoiced', 3 * 38_335],
      ['collected', 3 * 10_005],
      ['outstanding', 3 * 28_330],
    ],
  )
  state.database.close()
})

test('lab portal: an order comes by its event, is seen by its lab alone, gets a file and is reported, on a phone, in both languages', async () => {
  const portal = await example(app, 'lab-portal', { optionalScopes: ['patients:read', 'patients:read.pii'] })
  const { scene, url } = portal
  const { clinic, branch, doctor } = scene
  const patient = await app.patient(branch, { first_name: HOSTILE, last_name: 'x'.repeat(80) })
  const lab = await app.write(clinic, tx => addLab(tx, { name: 'Nakheel Lab' }))
  await portal.start()
  const order = await app.write(clinic, tx =>
    orderFromLab(tx, {
      ...{ patientId: patient.id, branchId: branch.id, labId: lab.id, doctorId: doctor.id },
      ...{ name: `Crown ${HOSTILE}`, details: 'y'.repeat(200), tooth: [11], shade: 'A2' },
    }),
  )
  const { code, printed } = await portal.run('invite', lab.id)
  assert.equal(code, 0, printed)
  const browser = await startBrowser()
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ar' })
  const page = await context.newPage()
  const fits = async () => assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390)
  await page.goto(printed.trim())
  await page.locator('button').click()
  await eventually(async () => {
    await page.goto(`${url}/?lang=ar`)
    return page.locator('article').count()
  }, 1)
  assert.equal(await page.getAttribute('html', 'dir'), 'rtl')
  await fits()
  await page.goto(`${url}/orders/${order.id}?lang=en`)
  await fits()
  assert.equal(await page.title(), 'Lab orders')
  assert.match(String(await page.locator('dl').textContent()), /<img src=x onerror/)
  const photo = { name: 'crown.jpg', mimeType: 'image/jpeg', buffer: SAMPLES['image/jpeg'] }
  await page.setInputFiles('input[type=file]', photo)
  await page.getByRole('button', { name: 'Add the file' }).click()
  await page.getByRole('link', { name: 'crown.jpg' }).waitFor()
  const address = await page.getByRole('link', { name: 'crown.jpg' }).getAttribute('href')
  const file = await context.request.get(`${url}${address}`)
  assert.deepEqual(await file.body(), SAMPLES['image/jpeg'])
  await page.getByRole('button', { name: 'The clinic has received it' }).click()
  await page.getByText('At the clinic').waitFor()
  await page.getByRole('button', { name: 'The patient has it' }).click()
  await page.getByText('With the patient').waitFor()
  const [row] = await app.sql(
    'select received_at is not null as received, delivered_at is not null as delivered from lab_order where id = $1',
    [order.id],
  )
  assert.deepEqual(row, { received: true, delivered: true })
  assert.equal((await fetch(`${url}/orders/${order.id}`)).status, 403)
  await portal.kill()
})

test('all three pass their exam, held at the same time', async t => {
  const examples = await Promise.all(
    (['recall-bot', 'accounting-export', 'lab-portal'] as const).map(name => example(app, name)),
  )
  const results = await Promise.all(examples.map(one => one.begin()))
  const rules = {
    ...EXAM_RULES,
    ...{
      readyMs: 60_000,
      askAgainMs: 200,
      forgerySilenceMs: 200,
      endSilenceMs: 1000,
      removalAfterMs: 500,
      reactMs: 1000,
      repeatMs: 3000,
      burst: 3,
    },
  }
  await runJobs(app, { jobs: [examinePlugin(rules)], concurrency: 3 })
  for (const [place, result] of (await Promise.all(results.map(ask => ask()))).entries()) {
    const { state, outcomes, told } = result
    t.diagnostic(
      `${place}: ${Object.entries(outcomes)
        .filter(([, outcome]) => outcome !== 'PASS')
        .join(' ')}`,
    )
    assert.equal(state, 'PASSED', told)
  }
})
