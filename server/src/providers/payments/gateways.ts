import type { PaymentGateway, PaymentGateways } from '../../domain/billing/payment-gateway.ts'
import type { ProviderSettings } from '../../domain/providers/clinic-provider.ts'
import type { ClinicFacts } from '../../kernel/tx.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'
import { type Env, sandboxForAll } from '../../settings/env.ts'
import { isMoyasarTestKey, MOYASAR_SETTINGS, moyasarGateway } from './moyasar.ts'
import { type SandboxGateway, type SandboxOptions, sandboxGateway } from './sandbox.ts'
import { isStripeTestKey, STRIPE_SETTINGS, stripeGateway } from './stripe.ts'

export interface GatewayOptions {
  env: Env
  box: SecretBox
  deliver: SandboxOptions['deliver']
  deadlineMs?: number
}

export interface AllGateways extends PaymentGateways {
  sandbox(clinic: ClinicFacts): SandboxGateway
}

const DEADLINE_MS = 10_000

/**
 * Every gateway there is. A sandbox clinic's gateway has to be one where no money moves, and no other clinic's may pretend: the
 * sandbox is for sandbox clinics, and for others only where the operator says so.
 */
export function paymentGateways(options: GatewayOptions): AllGateways {
  const { env, box, deliver, deadlineMs = DEADLINE_MS } = options
  const sandbox = ({ id, currency }: ClinicFacts) => sandboxGateway({ box, companyId: id, currency, deliver })
  const stripe = { apiBase: env.STRIPE_API_BASE, deadlineMs }
  const moyasar = { apiBase: env.MOYASAR_API_BASE, deadlineMs }
  const known: Readonly<
    Record<string, (settings: ProviderSettings, clinic: ClinicFacts) => PaymentGateway | undefined>
  > = {
    sandbox: (_settings, clinic) => (clinic.sandbox || sandboxForAll(env) ? sandbox(clinic) : undefined),
    stripe: (settings, clinic) =>
      isComplete(settings, STRIPE_SETTINGS) && (!clinic.sandbox || isStripeTestKey(settings))
        ? stripeGateway(settings, stripe)
        : undefined,
    moyasar: (settings, clinic) =>
      isComplete(settings, MOYASAR_SETTINGS) && (!clinic.sandbox || isMoyasarTestKey(settings))
        ? moyasarGateway(settings, moyasar)
        : undefined,
  }
  return {
    sandbox,
    connect: ({ provider, settings }, clinic) =>
      Object.hasOwn(known, provider) ? known[provider]?.(settings, clinic) : undefined,
  }
}

const isComplete = (settings: ProviderSettings, keys: readonly string[]): boolean => keys.every(key => settings[key])
