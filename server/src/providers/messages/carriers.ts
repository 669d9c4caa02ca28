import type { Channel, MessageCarrier, MessageCarriers } from '../../domain/messaging/message-carrier.ts'
import type { SecretBox } from '../../kernel/secret-box.ts'
import type { ClinicFacts, Tx } from '../../kernel/tx.ts'
import { sandboxCarrier } from './sandbox-carrier.ts'

export interface CarrierOptions {
  inClinic<Value>(companyId: string, run: (tx: Tx) => Promise<Value>): Promise<Value>
  box: SecretBox
  /** Whether clinics that are no sandbox may use the carrier that reaches nobody; it is theirs until they have another. */
  sandboxForAll: boolean
}

/** The channel that each carrier serves. The sandbox serves them all, and is called back as the first. */
const CHANNELS: Readonly<Record<string, Channel>> = { sandbox: 'whatsapp' }

/**
 * Every carrier there is. A sandbox clinic has the sandbox alone, whatever settings it has, so that nothing from it ever
 * reaches a person.
 */
export function messageCarriers({ inClinic, box, sandboxForAll }: CarrierOptions): MessageCarriers {
  const sandbox = (channel: Channel, { id: companyId }: ClinicFacts): MessageCarrier =>
    sandboxCarrier({ channel, companyId, box, inClinic })
  return {
    connect(channel, provider, clinic) {
      if (clinic.sandbox) return sandbox(channel, clinic)
      if (provider === undefined || provider.provider === 'sandbox')
        return sandboxForAll ? sandbox(channel, clinic) : undefined
      return undefined
    },
    channelOf: provider => (Object.hasOwn(CHANNELS, provider) ? CHANNELS[provider] : undefined),
  }
}
