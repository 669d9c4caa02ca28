import { readFile, writeFile } from 'node:fs/promises'

const api = process.env.API ?? 'http://localhost:4000/api/v1'
const headers = { Authorization: `Bearer ${process.env.TOKEN}` }
const mark = process.env.MARK ?? 'patients.mark'

/** Every change since then, oldest first, page by page. */
async function* changes(updatedAfter: string) {
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = new URLSearchParams({ updatedAfter, limit: '100', ...(cursor && { cursor }) })
    const response = await fetch(`${api}/patients?${query}`, { headers })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    const page = JSON.parse(await response.text())
    yield page.data
    cursor = page.nextCursor
  }
}

// The first time from the beginning: that is the backfill.
let latest = await readFile(mark, 'utf8').catch(() => '1970-01-01T00:00:00.000Z')
for await (const patients of changes(latest)) {
  for (const patient of patients) {
    console.log(patient.id) // Insert it, or replace what you have under this id.
    latest = patient.updatedAt
  }
}
await writeFile(mark, latest) // Only now: changes of one instant may stand on two pages.
