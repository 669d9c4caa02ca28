import type { ClinicProvider, ProviderKind } from '../domain/providers/clinic-provider.ts'

/** The providers of each kind, with the settings without which a clinic cannot use them. */
export const PROVIDERS: Readonly<Record<ProviderKind, Readonly<Record<string, readonly string[]>>>> = {
  payments: { sandbox: [], stripe: ['secretKey', 'webhookSecret'], moyasar: ['secretKey', 'webhookSecret'] },
  whatsapp: {
    sandbox: [],
    whatsapp_cloud: ['phoneNumberId', 'businessAccountId', 'accessToken', 'appSecret', 'verifyToken'],
  },
  sms: { sandbox: [], twilio: ['accountSid', 'authToken', 'from'] },
  video: { sandbox: [], link: ['template'] },
  email: { sandbox: [], smtp: ['host', 'port', 'security', 'from'] },
}

export const PROVIDER_KINDS = [
  'payments',
  'whatsapp',
  'sms',
  'email',
  'video',
] as const satisfies readonly ProviderKind[]

/** Whether the provider is one of this kind, and its settings are enough to use it. */
export const isUsable = (kind: ProviderKind, { provider, settings }: ClinicProvider): boolean =>
  Object.hasOwn(PROVIDERS[kind], provider) && PROVIDERS[kind][provider]?.every(name => settings[name]) === true
