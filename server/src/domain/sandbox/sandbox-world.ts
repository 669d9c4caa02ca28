import type { ClinicFacts, Tx } from '../../kernel/tx.ts'
import type { GatewayNews, PaymentGateway, PaymentGateways } from '../billing/payment-gateway.ts'
import type { TaxAuthorities } from '../einvoices/tax-authority.ts'
import type { FileStorage, UploadTarget } from '../files/file-storage.ts'
import type { CarrierNews, MessageCarrier } from '../messaging/message-carrier.ts'

/** A message that a patient or a stranger writes to the clinic. */
export interface WrittenMessage {
  /** E.164. */
  from: string
  text: string
  at: string
}

/** Those outside the clinic, as the sandbox plays them. */
export interface SandboxWorld {
  storage: FileStorage
  /** Sends a file where a target says, as a plugin does. */
  upload(target: UploadTarget, bytes: Buffer): Promise<void>
  gateways: PaymentGateways
  gateway(clinic: ClinicFacts): PaymentGateway
  /** What the sandbox gateway posts of a payment, signed, as it is read on arrival. */
  gatewayCallback(clinic: ClinicFacts, news: GatewayNews): Promise<GatewayNews>
  /** Carries text messages within the transaction. */
  carrier(tx: Tx): Pick<MessageCarrier, 'send'>
  /** What the sandbox carrier posts of a message, signed, as it is read on arrival. */
  carrierCallback(clinic: ClinicFacts, message: WrittenMessage): Extract<CarrierNews, { type: 'message' }>
  authorities: TaxAuthorities
}
