import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedXRay } from '../../server/src/demo/pictures.ts'
import { atEnd } from '../../server/test/support/at-end.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startS3 } from '../../server/test/support/servers/s3-server.ts'
import { startBrowser } from './browser.ts'
import { startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const bucket = await startS3()
atEnd(() => bucket.close())
const app = await startConsole(bucket.settings)
const browser = await startBrowser()

test('where files lie in a bucket the page sends a picture there and shows it from there, and asks no other origin', async () => {
  const clinic = await app.clinic()
  const patient = await app.patient(await app.branch(clinic))
  const { page, violations, close } = await openAs(app, browser, { clinic })
  const origins = new Set<string>()
  page.on('request', request => origins.add(new URL(request.url()).origin))
  await openAt(page, `${app.url}/c/${clinic.company_id}/patients/${patient.id}/files`)
  const picture = { name: 'smile.png', mimeType: 'image/png', buffer: inventedXRay(1) }
  await page.locator('input[type=file]').first().setInputFiles(picture)
  await page.getByRole('button', { name: 'smile.png' }).click()
  await page.getByRole('dialog', { name: 'smile.png' }).getByRole('img', { name: 'smile.png' }).waitFor()
  await eventually(() => page.evaluate(`document.querySelector('[role=dialog] img').naturalWidth > 0`), true)
  assert.deepEqual([...bucket.objects.keys()].filter(key => key.startsWith('kept/')).length, 1)
  assert.deepEqual(violations, [])
  assert.deepEqual(origins, new Set([app.url, bucket.settings.FILES_S3_ENDPOINT]))
  await close()
})
