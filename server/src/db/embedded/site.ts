import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'

/** Where the cluster lies and how its programs are run. */
export interface Site {
  cluster: string
  binaries: Binaries
  account: Account | undefined
  /** Put before every command: what lets another account pass a folder that only root may enter. */
  prefix: readonly string[]
}
