import { readEnv } from '../settings/env.ts'
import { rotate } from './rotate.ts'

/** `npm run secrets:rotate`, the same as `npm run clinic -- keys rotate`. */
await rotate(readEnv(process.env), line => console.log(line)).catch((error: unknown) => {
  console.error(`error: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
})
