import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { clinicDays, daysBefore } from '@clinic/console/lib/clinic-time.ts'
import { raiseAlarm } from '../../server/src/domain/security/raise-alarm.ts'
import { changeClinic } from '../../server/src/kernel/change-clinic.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, startConsole } from './console.ts'
import { seedDelivery } from './delivery-scenes.ts'
import { openAs, settled } from './logged-in.ts'

const SOURCES = join(import.meta.dirname, '../src')
const THE_ONE = 'lib/clinic-time.ts'
/** What writes an instant in the zone of the browser, or by its own idea of a zone. */
const OTHERWISE =
  /Intl\.(DateTimeFormat|RelativeTimeFormat)|\.toLocale(Date|Time)?String\(|\.(get|set)(FullYear|Month|Date|Day|Hours|Minutes|Seconds|TimezoneOffset)\(|\bdayjs\b|date-fns/

const app = await startConsole()
const browser = await startBrowser()

test('instants become words in one place, and nowhere by the clock of the browser', async () => {
  const files = await Array.fromAsync(glob('**/*.{ts,tsx}', { cwd: SOURCES }))
  const found: string[] = []
  for (const file of files.filter(one => !one.endsWith('.test.ts')))
    if (OTHERWISE.test(await readFile(join(SOURCES, file), 'utf8'))) found.push(file)
  assert.deepEqual(found, [THE_ONE])
})

/** A day of the clinic, some days ago, and half past its midnight: another day in every other zone of the test. */
const day = daysBefore(clinicDays('Asia/Riyadh').today(), 3)
const at = new Date(Date.parse(`${day}T00:30:00+03:00`)).toISOString()
const before = new Date(Date.parse(at) - 3_600_000).toISOString()
const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day))

/** A clinic in which everything happened half past midnight, and one thing an hour before. */
async function lateClinic() {
  const clinic = await app.clinic({ name: 'Palm Clinic', time_zone: 'Asia/Riyadh' })
  const branch = await app.branch(clinic)
  const [doctor, patient] = [await app.doctor([branch]), await app.patient(branch)]
  const { installationId } = await seedDelivery(app, clinic, branch)
  await app.write(clinic, tx => raiseAlarm(tx, 'admin_added', 'subject'))
  await app.sql('update installation set installed_at = $2 where id = $1', [installationId, at])
  await app.sql('update webhook_delivery set last_attempt_at = $2, due_at = $2 where company_id = $1', [
    clinic.company_id,
    at,
  ])
  await app.sql('update security_event set created_at = $2, last_at = $2 where company_id = $1', [
    clinic.company_id,
    at,
  ])
  const record = { company_id: clinic.company_id, caller: `installation ${installationId}`, operation: 'getPatient' }
  for (const [n, when] of [at, before].entries())
    await app.insert('audit_record', {
      ...{ ...record, request_id: `req_late${n}`, at: when, recorded_at: when },
      ...{ resource_ids: [patient.id], patient_ids: [patient.id], field_scopes: [] },
    })
  await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: 'apt_late', branch_id: branch.id, doctor_id: doctor.id },
    ...{ patient_id: patient.id, status: 'COMPLETED', starts_at: at, created_at: at, updated_at: at },
    ends_at: new Date(Date.parse(at) + 1_800_000).toISOString(),
  })
  const rooms = [
    ...['/plugins', '/plugins/deliveries', '/security-events', `/patients/${patient.id}/disclosure?kind=installation`],
    `/audit?operation=getPatient&from=${day}&to=${day}`,
  ]
  return { clinic, rooms: rooms.map(room => `${app.url}/c/${clinic.company_id}${room}`) }
}

test('browsers in Riyadh, Los Angeles and Auckland show the same days and times in every room, past midnight too, and say whose they are', async () => {
  const { clinic, rooms } = await lateClinic()
  const seen = new Map(rooms.map(room => [room, new Set<string>()]))
  for (const timezoneId of ['Asia/Riyadh', 'America/Los_Angeles', 'Pacific/Auckland']) {
    const { page, close } = await openAs(app, browser, { clinic }, { timezoneId })
    const isElsewhere = timezoneId !== 'Asia/Riyadh'
    for (const [room, shown] of seen) {
      await page.goto(room)
      await settled(page)
      assert.equal(
        await page.getByText('Riyadh time').filter({ visible: true }).count(),
        isElsewhere ? 1 : 0,
        timezoneId,
      )
      shown.add((await page.locator('.room').allTextContents()).join())
    }
    if (isElsewhere) await assertAccessible(page, timezoneId)
    await close()
  }
  for (const [room, shown] of seen) {
    assert.equal(shown.size, 1, `${room}: ${[...shown].join(' | ')}`)
    assert.ok([...shown][0]?.includes(written), `${room}: ${[...shown].join()}`)
  }
})

test('the clock of the clinic is read in 24 hours or in 12, from the moment that it is changed', async () => {
  const { clinic, rooms } = await lateClinic()
  const { page, close } = await openAs(app, browser, { clinic })
  await page.goto(rooms.at(-1) ?? '')
  await page.getByText(`${written}, 00:30`).first().waitFor()
  await app.write(clinic, tx => changeClinic(tx, { clock: 12 }))
  await page.getByText(`${written}, 12:30 am`).first().waitFor()
  await page.getByRole('button', { name: 'العربية' }).click()
  await page.getByText('12:30 ص').first().waitFor()
  // Of the day before nothing is among what was asked for.
  assert.equal(await page.getByText('11:30 م').count(), 0)
  await close()
})
