import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { printedFiles } from './files.ts'

/** `npm run sdk:print` writes what the SDK knows of the contract into src/printed. */
const FOLDER = join(import.meta.dirname, '../src/printed')

await mkdir(FOLDER, { recursive: true })
for (const [name, text] of Object.entries(printedFiles())) await writeFile(join(FOLDER, name), text)
