import type { ClinicProvider, ProviderKind } from '../domain/providers/clinic-provider.ts'
import { SMTP_SETTINGS } from './messages/smtp.ts'
import { TWILIO_SETTINGS } from './messages/twilio.ts'
import { WHATSAPP_SETTINGS } from './messages/whatsapp-cloud.ts'
import { MOYASAR_SETTINGS } from './payments/moyasar.ts'
import { STRIPE_SETTINGS } from './payments/stripe.ts'

/** The providers of each kind, with the settings without which a clinic cannot use them. */
export const PROVIDERS: Readonly<Record<ProviderKind, Readonly<Record<string, readonly string[]>>>> = {
  payments: { sandbox: [], stripe: STRIPE_SETTINGS, moyasar: MOYASAR_SETTINGS },
  whatsapp: { sandbox: [], whatsapp_cloud: WHATSAPP_SETTINGS },
  sms: { sandbox: [], twilio: TWILIO_SETTINGS },
  email: { sandbox: [], smtp: SMTP_SETTINGS },
}

export const PROVIDER_KINDS = ['payments', 'whatsapp', 'sms', 'email'] as const satisfies readonly ProviderKind[]

/** Whether the provider is one of this kind, and its settings are enough to use it. */
export const isUsable = (kind: ProviderKind, { provider, settings }: ClinicProvider): boolean =>
  Object.hasOwn(PROVIDERS[kind], provider) && PROVIDERS[kind][provider]?.every(name => settings[name]) === true
