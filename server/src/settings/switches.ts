import type { Env } from './env.ts'

/** Whether test installations may send to this machine and private networks (contract section 8). */
export const localWebhooks = ({
  WEBHOOK_TEST_MODE_LOCAL: choice,
  NODE_ENV,
}: Pick<Env, 'WEBHOOK_TEST_MODE_LOCAL' | 'NODE_ENV'>): boolean =>
  choice === 'auto' ? NODE_ENV !== 'production' : choice === 'on'

/** Whether clinics that are no sandbox may use providers that only pretend. */
export const sandboxForAll = ({
  SANDBOX_PROVIDERS: choice,
  NODE_ENV,
}: Pick<Env, 'SANDBOX_PROVIDERS' | 'NODE_ENV'>): boolean =>
  choice === 'auto' ? NODE_ENV !== 'production' : choice === 'on'

/** Whether the console shows those who develop it what it is built from. */
export const stylesPage = ({ STYLES_PAGE: choice, NODE_ENV }: Pick<Env, 'STYLES_PAGE' | 'NODE_ENV'>): boolean =>
  choice && NODE_ENV !== 'production'
