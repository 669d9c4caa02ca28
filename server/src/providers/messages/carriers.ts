import type { Channel, MessageCarrier, MessageCarriers } from '../../domain/messaging/message-carrier.ts'
import type { ProviderSettings } from '../../domain/providers/clinic-provider.ts'
import type { ClinicFacts, Tx } from '../../kernel/tx.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'
import { type Env, localWebhooks, sandboxForAll } from '../../settings/env.ts'
import { sandboxCarrier } from './sandbox-carrier.ts'
import { SMTP_SETTINGS, smtpCarrier } from './smtp.ts'
import { TWILIO_SETTINGS, twilioCarrier } from './twilio.ts'
import { WHATSAPP_SETTINGS, whatsAppCarrier } from './whatsapp-cloud.ts'

export interface CarrierOptions {
  env: Env
  box: SecretBox
  inClinic<Value>(companyId: string, run: (tx: Tx) => Promise<Value>): Promise<Value>
  /** For one attempt. */
  deadlineMs?: number
}

/** A carrier that clinics can have an account with. */
interface Adapter {
  channel: Channel
  /** The settings without which it cannot be used. */
  needs: readonly string[]
  open(settings: ProviderSettings): MessageCarrier
}

const DEADLINE_MS = 10_000

/**
 * Every carrier there is. A sandbox clinic has the sandbox alone, whatever settings it has, so that nothing from it ever
 * reaches a person; other clinics have it where the operator says so and they have no carrier.
 */
export function messageCarriers({ env, box, inClinic, deadlineMs = DEADLINE_MS }: CarrierOptions): MessageCarriers {
  const adapters: Readonly<Record<string, Adapter>> = {
    whatsapp_cloud: {
      channel: 'whatsapp',
      needs: WHATSAPP_SETTINGS,
      open: settings => whatsAppCarrier(settings, { apiBase: env.WHATSAPP_API_BASE, deadlineMs }),
    },
    twilio: {
      channel: 'sms',
      needs: TWILIO_SETTINGS,
      open: settings => twilioCarrier(settings, { apiBase: env.TWILIO_API_BASE, deadlineMs }),
    },
    smtp: {
      channel: 'email',
      needs: SMTP_SETTINGS,
      open: settings => smtpCarrier(settings, { allowPrivate: localWebhooks(env), deadlineMs }),
    },
  }
  const adapterOf = (name: string) => (Object.hasOwn(adapters, name) ? adapters[name] : undefined)
  const sandbox = (channel: Channel, { id: companyId }: ClinicFacts): MessageCarrier =>
    sandboxCarrier({ channel, companyId, box, inClinic })
  return {
    connect(channel, provider, clinic) {
      if (clinic.sandbox) return sandbox(channel, clinic)
      if (provider === undefined || provider.provider === 'sandbox')
        return sandboxForAll(env) ? sandbox(channel, clinic) : undefined
      const adapter = adapterOf(provider.provider)
      const isUsable = adapter?.channel === channel && adapter.needs.every(name => provider.settings[name])
      return isUsable ? adapter.open(provider.settings) : undefined
    },
    // The sandbox serves every channel, and is called back as one of them.
    channelOf: name => (name === 'sandbox' ? 'whatsapp' : adapterOf(name)?.channel),
  }
}
