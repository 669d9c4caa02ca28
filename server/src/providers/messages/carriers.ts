import { COMMUNICATION_CHANNELS } from '@clinic/contract/communications.ts'
import type { MessageCarrier, MessageCarriers } from '../../domain/messaging/message-carrier.ts'
import type { ProviderSettings } from '../../domain/providers/clinic-provider.ts'
import { PLATFORM } from '../../kernel/platform-facts.ts'
import type { Env } from '../../settings/env.ts'
import { localWebhooks, sandboxForAll } from '../../settings/switches.ts'
import { isUsable, PROVIDERS } from '../catalogue.ts'
import { type SandboxOptions, sandboxCarrier } from './sandbox-carrier.ts'
import { sendMail, smtpCarrier, timeouts } from './smtp.ts'
import { twilioCarrier } from './twilio.ts'
import { whatsAppCarrier } from './whatsapp-cloud.ts'

type Pretending = 'SANDBOX_PROVIDERS' | 'NODE_ENV'

interface CarrierOptions<Settings extends keyof Env> extends Pick<SandboxOptions, 'box' | 'inClinic'> {
  env: Pick<Env, Settings | Pretending>
}

type CarrierSettings = 'WHATSAPP_API_BASE' | 'TWILIO_API_BASE' | 'WEBHOOK_TEST_MODE_LOCAL'

/** For one attempt. */
const DEADLINE_MS = 10_000

/**
 * Every carrier there is. A sandbox clinic has the sandbox alone, whatever settings it has, so that nothing from it ever
 * reaches a person; other clinics have it where the operator says so and they have no carrier.
 */
export function messageCarriers({ env, box, inClinic }: CarrierOptions<CarrierSettings>): MessageCarriers {
  const deadlineMs = DEADLINE_MS
  const carriers: Readonly<Record<string, (settings: ProviderSettings) => MessageCarrier>> = {
    whatsapp_cloud: settings => whatsAppCarrier(settings, { apiBase: env.WHATSAPP_API_BASE, deadlineMs }),
    twilio: settings => twilioCarrier(settings, { apiBase: env.TWILIO_API_BASE, deadlineMs }),
    smtp: settings => smtpCarrier(settings, { allowPrivate: localWebhooks(env), deadlineMs }),
  }
  return {
    connect(channel, used, clinic) {
      const sandbox = () => sandboxCarrier({ channel, companyId: clinic.id, box, inClinic })
      if (clinic.sandbox) return sandbox()
      if (used === undefined || used.provider === 'sandbox') return sandboxForAll(env) ? sandbox() : undefined
      return isUsable(channel, used) ? carriers[used.provider]?.(used.settings) : undefined
    },
    // The sandbox serves every channel, and is called back as the first of them.
    channelOf: name => COMMUNICATION_CHANNELS.find(channel => Object.hasOwn(PROVIDERS[channel], name)),
  }
}

/**
 * Carries the platform's own mail to a clinic's people, and to those who are of none: by the operator's server, or to the sandbox where there is none
 * and pretending is allowed; otherwise by nothing.
 */
export const ownerMail =
  ({ env, box, inClinic }: CarrierOptions<'SMTP_URL' | 'MAIL_FROM'>) =>
  (companyId: string | null): Pick<MessageCarrier, 'send'> | undefined => {
    const transport = { url: env.SMTP_URL, ...timeouts(DEADLINE_MS) }
    if (env.SMTP_URL !== '') return { send: message => sendMail(transport, env.MAIL_FROM, message) }
    return sandboxForAll(env)
      ? sandboxCarrier({ channel: 'email', companyId: companyId ?? PLATFORM.id, box, inClinic })
      : undefined
  }
