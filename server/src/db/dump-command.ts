import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dumpsOf } from './dump.ts'
import { migrate } from './migrate.ts'
import { withScratchServer } from './scratch.ts'

/** `npm run db:dump`: writes what the migrations come to, after they have run on an empty database. */
await withScratchServer(async ({ ownerUrl }) => {
  await migrate(ownerUrl)
  for (const { path, text } of await dumpsOf(ownerUrl)) {
    await writeFile(join(import.meta.dirname, '../..', path), text)
    console.log(`wrote server/${path}`)
  }
})
