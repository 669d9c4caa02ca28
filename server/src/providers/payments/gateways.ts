import type { PaymentGateway, PaymentGateways } from '../../domain/billing/payment-gateway.ts'
import type { ProviderSettings } from '../../domain/providers/clinic-provider.ts'
import type { ClinicFacts } from '../../kernel/tx.ts'
import type { Env } from '../../settings/env.ts'
import { sandboxForAll } from '../../settings/switches.ts'
import { isUsable } from '../catalogue.ts'
import { isMoyasarTestKey, moyasarGateway } from './moyasar.ts'
import { type SandboxGateway, type SandboxOptions, sandboxGateway } from './sandbox.ts'
import { isStripeTestKey, stripeGateway } from './stripe.ts'

export interface GatewayOptions extends Pick<SandboxOptions, 'box' | 'deliver'> {
  env: Pick<Env, 'STRIPE_API_BASE' | 'MOYASAR_API_BASE' | 'SANDBOX_PROVIDERS' | 'NODE_ENV'>
}

export interface AllGateways extends PaymentGateways {
  sandbox(clinic: ClinicFacts): SandboxGateway
}

/** For one call. */
const DEADLINE_MS = 10_000

/**
 * Every gateway there is. A sandbox clinic's gateway has to be one where no money moves, and no other clinic's may pretend: the
 * sandbox is for sandbox clinics, and for others only where the operator says so.
 */
export function paymentGateways({ env, box, deliver }: GatewayOptions): AllGateways {
  const sandbox = ({ id, currency }: ClinicFacts) => sandboxGateway({ box, companyId: id, currency, deliver })
  const stripe = { apiBase: env.STRIPE_API_BASE, deadlineMs: DEADLINE_MS }
  const moyasar = { apiBase: env.MOYASAR_API_BASE, deadlineMs: DEADLINE_MS }
  const gateways: Readonly<
    Record<string, (settings: ProviderSettings, clinic: ClinicFacts) => PaymentGateway | undefined>
  > = {
    sandbox: (_settings, clinic) => (clinic.sandbox || sandboxForAll(env) ? sandbox(clinic) : undefined),
    stripe: (settings, clinic) =>
      !clinic.sandbox || isStripeTestKey(settings) ? stripeGateway(settings, stripe) : undefined,
    moyasar: (settings, clinic) =>
      !clinic.sandbox || isMoyasarTestKey(settings) ? moyasarGateway(settings, moyasar) : undefined,
  }
  return {
    sandbox,
    connect: (used, clinic) =>
      isUsable('payments', used) ? gateways[used.provider]?.(used.settings, clinic) : undefined,
  }
}
