import type { Logger } from 'pino'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import type { DatabaseUrls } from '../settings/databases.ts'
import type { Env } from '../settings/env.ts'

/** What a process needs to run in a role. */
export interface RoleOptions {
  env: Env
  urls: DatabaseUrls
  box: SecretBox
  log: Logger
}

export interface Running {
  /** Where it serves, for roles that serve. */
  address?: string
  close(): Promise<void>
}

export type StartRole = (options: RoleOptions) => Promise<Running>
