import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { changesSince, lastRelease, RELEASED, releaseOf } from './src/changes/released.ts'

/** `npm run docs:release`: what the contract promises from today on. What breaks the last release is refused. */
const broken = existsSync(RELEASED) ? changesSince(lastRelease()).broken : []
if (broken.length > 0) {
  console.error(`These break what was released, and need a new version of the interface:\n${broken.join('\n')}`)
  process.exit(1)
}
await writeFile(RELEASED, releaseOf(new Date().toISOString().slice(0, 10)))
