import { migrate } from '../../../src/db/migrate.ts'

/** A program that migrates database `argv[2]` with the files in `argv[3]`: one of several that start at the same time. */
const [, , url = '', folder = ''] = process.argv
await migrate(url, { folder, log: line => process.send?.(line) })
process.disconnect?.()
