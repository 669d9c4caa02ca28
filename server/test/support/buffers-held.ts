import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Bytes of buffers that something still refers to, without those that wait to be collected, of whichever test. */
export function buffersHeld(): number {
  // Buffers are swept beside the program; the second round waits for the first.
  for (let round = 0; round < 2; round++) collect()
  return process.memoryUsage().arrayBuffers
}
