import type { Logger } from 'pino'
import type { DatabaseUrls } from './databases.ts'
import type { Env } from './env.ts'
import type { SecretBox } from './kernel/secret-box.ts'

/** What a process needs to play a role. */
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

export type PlayRole = (options: RoleOptions) => Promise<Running>

/** The processes of the platform; any number of each may run against one database. Each loads only its own code. */
const ROLES = {
  api: async (): Promise<PlayRole> => (await import('./api-role.ts')).playApi,
  worker: async (): Promise<PlayRole> => (await import('./worker.ts')).playWorker,
  assistant: async (): Promise<PlayRole> => (await import('./assistant-role.ts')).playAssistant,
}

export type RoleName = keyof typeof ROLES
export const ROLE_NAMES = ['api', 'worker', 'assistant'] as const satisfies readonly RoleName[]

export const isRoleName = (name: string | undefined): name is RoleName => ROLE_NAMES.some(one => one === name)
export const loadRole = (name: RoleName): Promise<PlayRole> => ROLES[name]()
