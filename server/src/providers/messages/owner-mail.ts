import type { MessageCarrier } from '../../domain/messaging/message-carrier.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'
import { type Env, sandboxForAll } from '../../settings/env.ts'
import { sandboxCarrier } from './sandbox-carrier.ts'
import { sendMail, timeouts } from './smtp.ts'

export interface OwnerMailOptions {
  env: Env
  box: SecretBox
  inClinic<Value>(companyId: string, run: (tx: Tx) => Promise<Value>): Promise<Value>
}

const DEADLINE_MS = 10_000

/**
 * Carries the platform's own mail to a clinic's people: by the operator's server, or to the sandbox where there is none
 * and pretending is allowed; otherwise by nothing.
 */
export const ownerMail =
  ({ env, box, inClinic }: OwnerMailOptions) =>
  (companyId: string | null): Pick<MessageCarrier, 'send'> | undefined => {
    const transport = { url: env.SMTP_URL, ...timeouts(DEADLINE_MS) }
    if (env.SMTP_URL !== '') return { send: message => sendMail(transport, env.MAIL_FROM, message) }
    return companyId !== null && sandboxForAll(env)
      ? sandboxCarrier({ channel: 'email', companyId, box, inClinic })
      : undefined
  }
