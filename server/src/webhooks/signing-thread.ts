import { parentPort } from 'node:worker_threads'
import { signBodies, type Unsigned } from './signed-body.ts'

/** What the signer hands over is signed here, in the order of coming. */
parentPort?.on('message', (unsigned: Unsigned[]) => parentPort?.postMessage(signBodies(unsigned)))
