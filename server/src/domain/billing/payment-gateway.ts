import type { IncomingHttpHeaders } from 'node:http'
import type { ClinicFacts } from '../../kernel/tx.ts'
import type { ClinicProvider } from '../providers/clinic-provider.ts'

/**
 * A company that takes payments on a page of its own, under the clinic's account there.
 *
 * Glossary: *checkout* one page opened for one online payment; it can be paid once · *reference* the gateway's own id of a
 * checkout · *attempt* the number of the checkout among those of its online payment.
 */
export interface PaymentGateway {
  /** The smallest part of the currency it can charge, in minor units: 10 where a dinar has to end in a zero. */
  step(currency: string): number
  /** The page is served by this program, under the payer's own link. */
  readonly servedHere?: true
  /** Opens the page of a checkout, or answers the one that was opened for the same attempt before. */
  open(checkout: Checkout): Promise<OpenCheckout>
  /** How a checkout stands now; undefined where the gateway only ever tells by callbacks. */
  retrieve(reference: string): Promise<GatewayNews | undefined>
  /** Ends a page that is open, where it lasts beyond the payer's link; one that was paid or has ended stays as it is. */
  cancel?(reference: string): Promise<void>
  /** Gives the money of a paid checkout back, once, however often it is asked. */
  refund(reference: string, refunded: { id: string; amountMinor: number }): Promise<void>
  /** Reads a callback: what it tells, where to look for it, or that it is not from the gateway. */
  read(callback: Callback): Promise<CallbackResult>
}

export interface Checkout {
  /** Of the online payment. */
  id: string
  attempt: number
  /** This attempt was begun before and its outcome is unknown. */
  repeated: boolean
  amountMinor: number
  currency: string
  /** What the payer reads; no patient's name. */
  description: string
  /** Where the payer comes back to. */
  returnUrl: string
  callbackUrl: string
  /** When the page has to end. */
  expiresAt: string
}

export interface OpenCheckout {
  reference: string
  url: string
}

export type GatewayOutcome = 'PENDING' | 'SUCCESS' | 'FAILED' | 'REFUND'

/** How a checkout stands, as the gateway says. */
export interface GatewayNews {
  /** The online payment that the gateway was told of. */
  id: string
  reference: string
  outcome: GatewayOutcome
  /** The payer has done their part and the bank has not: the payer is not to pay again meanwhile. */
  isProcessing?: boolean
  amountMinor: number
  /** ISO 4217. */
  currency: string
  feesMinor?: number
  /** The gateway's id of the transaction, for the payment's reference. */
  transactionId?: string
}

export type CallbackResult = GatewayNews | { reference: string } | 'forged' | 'nothing'

export interface Callback {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** The gateway refused or could not be reached; nothing is known to have happened. Says no secret. */
export class GatewayError extends Error {}

/** The gateways that this program can speak to. */
export interface PaymentGateways {
  /** The clinic's gateway, or nothing where its settings are not enough to be used. */
  connect(provider: ClinicProvider, clinic: ClinicFacts): PaymentGateway | undefined
}
