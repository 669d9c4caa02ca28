/** The processes of the platform, each of its own role. In this order, with ROLE=all, the ports of their metrics follow each other. */
export const ROLE_NAMES = ['api', 'worker', 'assistant'] as const
export type RoleName = (typeof ROLE_NAMES)[number]

export const isRoleName = (name: string | undefined): name is RoleName => ROLE_NAMES.some(one => one === name)

/** The roles that a start with this ROLE runs. */
export const startedRoles = (role: RoleName | 'all'): readonly RoleName[] => (role === 'all' ? ROLE_NAMES : [role])

/** Where a role serves its metrics; 0 is nowhere. */
export const metricsPort = (
  { METRICS_PORT, ROLE }: { METRICS_PORT: number; ROLE: RoleName | 'all' },
  role: RoleName,
): number => (METRICS_PORT > 0 && ROLE === 'all' ? METRICS_PORT + ROLE_NAMES.indexOf(role) : METRICS_PORT)
