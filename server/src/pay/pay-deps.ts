import type { FastifyInstance } from 'fastify'
import { GatewayError } from '../domain/billing/payment-gateway.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { paymentGateways } from '../providers/payments/gateways.ts'
import { publicUrl } from '../settings/addresses.ts'
import type { Env } from '../settings/env.ts'
import type { PayDeps } from './pay-context.ts'

export interface PayParts extends Pick<PayDeps, 'transactions' | 'connections' | 'findClinic'> {
  env: Env
  box: SecretBox
}

/** Connects payers' pages and gateways' callbacks to the program that serves them. */
export function payDeps(http: FastifyInstance, { env, box, ...parts }: PayParts): PayDeps {
  const deliver: PayDeps['deliver'] = async (companyId, { body, headers }) => {
    const url = `/callbacks/payments/sandbox/${companyId}`
    const { statusCode } = await http.inject({ method: 'POST', url, headers, payload: body })
    if (statusCode !== 200) throw new GatewayError(`Sandbox: its callback was answered ${statusCode}.`)
  }
  const gateways = paymentGateways({ env, box, deliver })
  return { ...parts, gateways, deliver, publicUrl: publicUrl(env) }
}
