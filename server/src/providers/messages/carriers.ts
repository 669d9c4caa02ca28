import type {
  CallbackReader,
  Channel,
  MessageCarrier,
  MessageCarriers,
} from '../../domain/messaging/message-carrier.ts'
import type { ClinicProvider } from '../../domain/providers/clinic-provider.ts'
import type { ClinicFacts, Tx } from '../../kernel/tx.ts'
import { sandboxCallbacks, sandboxCarrier } from './sandbox-carrier.ts'

export interface CarrierWorld {
  inClinic<Value>(companyId: string, run: (tx: Tx) => Promise<Value>): Promise<Value>
  /** Whether the sandbox carries for clinics that have no carrier, instead of refusing. */
  sandboxByDefault: boolean
}

/** The carriers by the names under which clinics have settings for them. A sandbox clinic has the sandbox alone. */
export function messageCarriers({ inClinic, sandboxByDefault }: CarrierWorld): MessageCarriers {
  const sandbox = (channel: Channel, clinic: ClinicFacts): MessageCarrier =>
    sandboxCarrier(channel, run => inClinic(clinic.id, run))
  const named = (channel: Channel, { provider }: ClinicProvider, clinic: ClinicFacts): MessageCarrier | undefined =>
    provider === 'sandbox' ? sandbox(channel, clinic) : undefined
  return {
    connect(channel, provider, clinic) {
      if (clinic.sandbox) return sandbox(channel, clinic)
      if (provider) return named(channel, provider, clinic)
      return sandboxByDefault ? sandbox(channel, clinic) : undefined
    },
  }
}

/** Who may call back, by the name in the address. */
export const CALLBACK_READERS: Readonly<Record<string, CallbackReader>> = { sandbox: sandboxCallbacks }
