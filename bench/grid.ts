import pg from 'pg'
import { type Browser, type Page, chromium as playwright } from 'playwright-core'
import { chromium } from '../console/test/chromium.ts'
import { median } from './measure.ts'
import { type Bench, startBench } from './product.ts'
import { type SeededClinic, seedClinics, settle } from './seed.ts'
import { logIn } from './staff.ts'

const DOCTORS = 11
/** On a day of all doctors, and what no day of eleven doctors exceeds: each one's visits follow each other every twelve minutes. */
const CARDS = [60, 660]
const TIMES = 9
const SLOWER = 4
const DAY_MS = 86_400_000
const DRAG_STEPS = 120
/** What shows nothing for so long failed. */
const PATIENCE_MS = 20_000

const RIYADH_MS = 3 * 3_600_000

const dateOf = (days: number) => new Date(Date.now() + RIYADH_MS + days * DAY_MS).toISOString().slice(0, 10)
/** Today, where the way into the room leads, and tomorrow. */
const DATES = [dateOf(0), dateOf(1)]

/** Two days of a branch, with so many visits each from nine to nine. */
async function furnish(ownerUrl: string, { id, branchId }: SeededClinic, cards: number): Promise<void> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  await client.query(
    `insert into practitioner (company_id, id, created_at, updated_at, display_name, role, is_doctor)
     select $1, 'prc_' || n || $1, now(), now(), 'Doctor ' || n, 'doctor', true from generate_series(1, ${DOCTORS}) n`,
    [id],
  )
  await client.query(
    `insert into practitioner_branch (company_id, practitioner_id, branch_id)
     select $1, 'prc_' || n || $1, $2 from generate_series(1, ${DOCTORS}) n`,
    [id, branchId],
  )
  await client.query(
    `insert into appointment (company_id, id, created_at, updated_at, branch_id, doctor_id, patient_id, status, starts_at, ends_at)
     select $1, 'apt_' || date || '_' || n || $1, now(), now(), $2, 'prc_' || n % ${DOCTORS} + 1 || $1,
       (select id from patient where company_id = $1 and file_number = n + 1), 'OPEN', start, start + least($5::interval, '30 minutes')
     from unnest($3::text[]) date, generate_series(0, $4 - 1) n,
       lateral (select (date || 'T06:00:00Z')::timestamptz + n / ${DOCTORS} * $5::interval) as t (start)`,
    [id, branchId, DATES, cards, `${Math.floor(720 / Math.ceil(cards / DOCTORS))} minutes`],
  )
  await client.end()
}

/**
 * From the press of a key until what it shows is painted: the frame after the one in which the page has it. The page is asked
 * by a text, for this project has no types of the browser here.
 */
async function untilShown(page: Page, key: string, isShown: string): Promise<number> {
  await page.evaluate(`void (window.shown = new Promise((done, fail) => addEventListener('keydown', event => {
    const begun = event.timeStamp
    setTimeout(() => fail(new Error('${key} showed nothing.')), ${PATIENCE_MS})
    const look = () => ${isShown} ? requestAnimationFrame(() => done(performance.now() - begun)) : requestAnimationFrame(look)
    look()
  }, { capture: true, once: true })))`)
  await page.keyboard.press(key)
  return page.evaluate<number>('window.shown')
}

const cardsOf = (date: string, cards: number) =>
  `document.querySelectorAll('button[data-visit^="apt_${date}"]').length === ${cards}`

async function slower(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Frames a second while a visit is dragged over the day. */
async function draggedFrames(page: Page): Promise<number> {
  const box = await page.locator(`button[data-visit^="apt_${DATES[0]}_1"]`).first().boundingBox()
  if (!box) throw new Error('No card to drag.')
  const [x, y] = [box.x + box.width / 2, box.y + 4]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 4, y + 6, { steps: 4 })
  await page.evaluate(`window.frames = 0; window.since = performance.now(); window.counting = true;
    const count = () => { window.frames++; window.counting && requestAnimationFrame(count) }; requestAnimationFrame(count)`)
  for (let step = 0; step < DRAG_STEPS; step++) await page.mouse.move(x + step * 4, y + (step % 40) * 6)
  const perSecond = await page.evaluate<number>(
    'window.counting = false, window.frames / (performance.now() - window.since) * 1000',
  )
  await page.keyboard.press('Escape')
  await page.mouse.up()
  return perSecond
}

async function times(ask: () => Promise<number>): Promise<number> {
  const took: number[] = []
  for (let n = 0; n < TIMES; n++) took.push(await ask())
  return median(took)
}

/** A free time is one element, whichever time it stands for. */
const FOCUS = 'document.activeElement.outerHTML'
const isFocusMoved = `${FOCUS} !== window.focused && (window.focused = ${FOCUS}) !== ''`

async function measured(page: Page, cards: number): Promise<Record<string, number>> {
  const [first = '', second = ''] = DATES
  const away = "!document.querySelector('button[data-visit]')"
  const mount = await times(async () => {
    await page.keyboard.press('g')
    await untilShown(page, 'k', away)
    await page.keyboard.press('g')
    return untilShown(page, 'd', cardsOf(first, cards))
  })
  await untilShown(page, ']', cardsOf(second, cards))
  let shown = second
  const change = await times(() => {
    shown = shown === first ? second : first
    return untilShown(page, shown === first ? '[' : ']', cardsOf(shown, cards))
  })
  if (shown !== first) await untilShown(page, '[', cardsOf(first, cards))
  await page.locator(`button[data-visit^="apt_${first}_2"]`).first().focus()
  await page.evaluate(`void (window.focused = ${FOCUS})`)
  const key = await times(() => untilShown(page, 'ArrowDown', isFocusMoved))
  return { mount, change, key, frames: await draggedFrames(page) }
}

/** Shows a clinic's day in a browser of its own, as the machine is and so many times slower. */
async function show(bench: Bench, browser: Browser, clinic: SeededClinic, cards: number): Promise<void> {
  const [person] = await logIn(bench.ownerUrl, clinic.id, [{ key: clinic.id, role: 'receptionist' }])
  const [name = '', value = ''] = person?.cookie.split('=') ?? []
  const url = `http://127.0.0.1:${bench.product.port}`
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'Asia/Riyadh' })
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  await page.goto(`${url}/c/${clinic.id}/day?branch=${clinic.branchId}&date=${DATES[0]}`)
  const visits = page.locator('button[data-visit]')
  await visits.nth(cards - 1).waitFor()
  for (const rate of [1, SLOWER]) {
    await slower(page, rate)
    const { mount, change, key, frames } = await measured(page, cards)
    const ms = (number = Number.NaN) => `${number.toFixed(0)} ms`
    console.log(
      `${cards} cards, ${rate}x slower: from another room ${ms(mount)}, another day ${ms(change)}, key to paint ${ms(key)}, dragging ${frames?.toFixed(0)} frames/s`,
    )
  }
  await context.close()
}

/** The day of eleven doctors in a browser. */
export async function run(): Promise<void> {
  const bench = await startBench()
  const browser = await playwright.launch(await chromium())
  try {
    const clinics = await seedClinics(bench.ownerUrl, 'grid', CARDS.length, 1_000)
    console.log(`medians of ${TIMES}`)
    for (const [index, clinic] of clinics.entries()) {
      const cards = CARDS[index] ?? 0
      await furnish(bench.ownerUrl, clinic, cards)
      await settle(bench.ownerUrl)
      await show(bench, browser, clinic, cards)
    }
    console.log('60 cards: at most 120 ms (4x slower), 250 ms, 100 ms; at least 50 frames/s')
  } finally {
    await browser.close()
    await bench.close()
  }
}
