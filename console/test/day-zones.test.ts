import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { at, dateIn } from '../../server/test/support/clock.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

const ZONES = ['Asia/Riyadh', 'America/Los_Angeles', 'Pacific/Auckland'] as const

/** A clinic that is open around midnight: a visit over it, one just after it, one before noon, one over the next. */
async function nightClinic() {
  const clinic = await app.clinic({ name: 'Palm Clinic', time_zone: 'Asia/Riyadh' })
  const [opens, closes] = [Array<string>(7).fill('00:00'), Array<string>(7).fill('23:59')]
  const branch = await app.branch(clinic, { opens, closes })
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
  const visit = async (name: string, from: string, until: string) => {
    const patient = await app.patient(branch, { first_name: name, last_name: 'Saleh' })
    await app.insert('appointment', {
      ...{ company_id: clinic.company_id, id: `apt_zone_${name}`, branch_id: branch.id, doctor_id: doctor.id },
      ...{ patient_id: patient.id, status: 'OPEN', starts_at: from, ends_at: until },
      ...{ created_at: at('08:00', -3), updated_at: at('08:00', -3) },
    })
    return patient
  }
  const over = await visit('Over', at('23:40', -1), at('00:20', 0))
  await visit('After', at('00:30', 0), at('01:00', 0))
  await visit('Noon', at('11:15', 0), at('11:45', 0))
  await visit('Next', at('23:45', 0), at('00:15', 1))
  return { over, room: (path: string) => `${app.url}/c/${clinic.company_id}${path}`, clinic }
}

/** What a room says, and how high each visit stands in it. */
const seen = (page: Page) =>
  page.evaluate<string>(`JSON.stringify([
    document.querySelector('.room').innerText.replace(/\\s+/g, ' '),
    [...document.querySelectorAll('.room [data-visit]')].map(one => [one.dataset.visit, Math.round(one.getBoundingClientRect().top)]),
  ])`)

test('browsers in Riyadh, Los Angeles and Auckland show the same day of the clinic, the days beside it and the visits over its midnights, each at the same height', async () => {
  const { clinic, over, room } = await nightClinic()
  const opened = await Promise.all(ZONES.map(timezoneId => openAs(app, browser, { clinic }, { timezoneId })))
  const visits = (page: Page) =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('.room [data-visit]')].map(one => one.dataset.visit.slice(9)).sort()`,
    )
  for (const [path, shown] of [
    ['/day', ['After', 'Next', 'Noon', 'Over']],
    [`/day?date=${dateIn(-1)}`, ['Over']],
    [`/day?date=${dateIn(1)}`, ['Next']],
    ['/flow', ['After', 'Next', 'Noon', 'Over']],
    [`/patients/${over.id}/timeline`, undefined],
  ] as const) {
    await Promise.all(opened.map(({ page }) => openAt(page, room(path))))
    // Minutes that have passed go on while the three are read.
    await eventually(async () => new Set(await Promise.all(opened.map(({ page }) => seen(page)))).size, 1)
    for (const { page } of opened) if (shown) assert.deepEqual(await visits(page), shown, path)
  }
  for (const { violations, close } of opened) {
    assert.deepEqual(violations, [])
    await close()
  }
})
