import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startDispatcher } from '../../server/test/support/webhooks/deliveries.ts'
import { type Behaviour, startReceiver } from '../../server/test/support/webhooks/receiver.ts'
import { startBrowser } from './browser.ts'
import { openPage, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { startSite } from './walk/publisher-site.ts'
import { createPublisher, publish, publishUpgrade, signUp, tryOut, uploadManifest } from './walk/publishing.ts'
import {
  approveUpgrade,
  askForPlugin,
  bookAndHear,
  consentAndInstall,
  inspectAndResend,
  seeAndVerify,
  stopAndUninstall,
} from './walk/using.ts'

const app = await startConsole()
const browser = await startBrowser()
await startDispatcher(app)
let isAway = false
const answer: Behaviour = response =>
  isAway ? response.writeHead(500).end('The database is away.') : response.writeHead(200).end()
const receiver = await startReceiver(answer)
const place = { app, receiver, site: await startSite() }

/** A new person becomes a publisher; their page stays open, and the link is the one by which clinics get the plugin. */
async function publishFirst(t: TestContext) {
  const began = performance.now()
  const { page, violations, close } = await openPage(browser)
  await signUp(place, page)
  await createPublisher(place, page)
  await uploadManifest(page)
  await tryOut(place, page)
  t.diagnostic(`to the first verified delivery in ${Math.round((performance.now() - began) / 1_000)} s`)
  const address = await publish(place, page)
  assert.deepEqual(violations, [])
  return { page, close, address }
}

test('a publisher signs up, mends a manifest by its lines, tries it to a verified delivery, proves its host and publishes it by a link; a clinic asks for it, consents, is served, mends a delivery, approves an upgrade, sees and proves who saw a patient, stops everything and uninstalls', async t => {
  const publisher = await publishFirst(t)
  // A sandbox: endpoints of a live clinic are not on this machine.
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة', sandbox: true })
  const branch = await app.branch(clinic)
  const doctor = await app.doctor([branch])
  const patient = await app.patient(branch)
  const room = (path: string) => `${app.url}/c/${clinic.company_id}${path}`
  const owner = await openAs(app, browser, { clinic })
  await owner.page.goto(app.url + new URL(publisher.address).pathname)
  await owner.page.getByRole('button', { name: 'Show me the plugin' }).click()
  await owner.page.getByRole('heading', { level: 1, name: /Install/ }).waitFor()
  const desk = await openAs(app, browser, { clinic, role: 'receptionist' })
  await askForPlugin(desk.page, room('/plugins'))
  await desk.close()

  const installed = await consentAndInstall(place, owner.page, room('/plugins'))
  const booking = { patientId: patient.id, doctorId: doctor.id, branchId: branch.id }
  await bookAndHear(place, installed, booking)
  isAway = true
  await bookAndHear(place, installed, booking)
  isAway = false
  await inspectAndResend(place, owner.page, room('/plugins/deliveries'))

  await publishUpgrade(place, publisher.page)
  await approveUpgrade(owner.page, room('/plugins'))
  await seeAndVerify(place, owner.page, room, patient.id)
  await stopAndUninstall(place, owner.page, room('/plugins'), installed)
  assert.deepEqual(owner.violations, [])
  await owner.close()
  await publisher.close()
})
