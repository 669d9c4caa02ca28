import { writeFile } from 'node:fs/promises'
import { exampleEnv } from './env-example.ts'

/** `npm run env:example`: prints every setting to .env.example. */
await writeFile(new URL('../../../.env.example', import.meta.url), exampleEnv())
