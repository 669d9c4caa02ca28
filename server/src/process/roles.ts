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

/** The processes of the platform; any number of each may run against one database. Each loads only its own code. */
const ROLES = {
  api: async (): Promise<StartRole> => (await import('./api-role.ts')).startApi,
  worker: async (): Promise<StartRole> => (await import('./worker-role.ts')).startWorker,
  assistant: async (): Promise<StartRole> => (await import('./assistant-role.ts')).startAssistant,
}

export type RoleName = keyof typeof ROLES
export const ROLE_NAMES = ['api', 'worker', 'assistant'] as const satisfies readonly RoleName[]

export const isRoleName = (name: string | undefined): name is RoleName => ROLE_NAMES.some(one => one === name)
export const loadRole = (name: RoleName): Promise<StartRole> => ROLES[name]()
