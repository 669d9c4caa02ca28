/**
 * What `npm start` runs. Compiled code is kept from one start to the next, as the processes of the roles keep theirs. In
 * JavaScript, so that a start which finds everything compiled does not even load what strips types.
 */
import './settings/env-file.js'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(process.env.DATA_DIR || './data', 'compile-cache'))
await import('./main.ts')
