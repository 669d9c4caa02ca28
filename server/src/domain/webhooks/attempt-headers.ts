import { VERSION } from '../../kernel/version.ts'

export const webhookUserAgent = `Clinic-Webhooks/${VERSION}`

export interface Signatures {
  /** In seconds. */
  timestamp: string
  /** The specification's, over `<t>.<body>`, as its header has it. */
  specification: string
  /** Standard Webhooks', over `<id>.<t>.<body>`, as their header has it. */
  standard: string
}

/** What an attempt is known by. */
export interface AttemptName {
  eventId: string
  deliveryId: string
  /** Counts from 1. */
  attempt: number
  /** Whether the event is the example that was asked for as a test, and no record changed. */
  test?: boolean
}

const TEST_EVENT = ['Service-Event-Test', 'true']

/** The headers that prove one attempt, names and values in turn. */
export function signatureHeaders(
  { eventId, deliveryId, attempt, test }: AttemptName,
  signatures: Signatures,
): string[] {
  // biome-ignore format: one header on each line
  return [
    'Service-Signature', signatures.specification,
    'Service-Event-Id', eventId,
    'Service-Delivery-Id', deliveryId,
    'Service-Delivery-Attempt', String(attempt),
    ...(test ? TEST_EVENT : []),
    'webhook-id', eventId,
    'webhook-timestamp', signatures.timestamp,
    'webhook-signature', signatures.standard,
  ]
}

/** The headers of one attempt that do not prove it. */
export const PLAIN_HEADERS = ['Content-Type', 'application/json', 'User-Agent', webhookUserAgent]
