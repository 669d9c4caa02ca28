import type { StartRole } from './role.ts'

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
