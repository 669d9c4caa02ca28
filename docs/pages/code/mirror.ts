import { readFile, writeFile } from 'node:fs/promises'
import { createClient } from '@clinic/sdk'

const clinic = createClient()
const mark = process.env.MARK ?? 'patients.mark'

await clinic.patients.sync({
  // The first time from the beginning: that is the backfill.
  since: await readFile(mark, 'utf8').catch(() => null),
  // Insert it, or replace what you have under this id.
  each: patient => console.log(patient.id),
  // After each page that is done, so that a crash costs a page at most.
  save: reached => writeFile(mark, reached),
})
