import { ERRORS, type ErrorCode, type Issue } from '@clinic/contract/errors.ts'

/** A request that is refused for a reason the contract names. Anything else that is thrown answers 500. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: unknown
  constructor(code: ErrorCode, details?: unknown, options?: ErrorOptions) {
    super(ERRORS[code].message, options)
    this.code = code
    this.details = details
  }
  get status(): number {
    return ERRORS[this.code].status
  }
}

/** Refuses the request with a code of the contract and its details. */
export function refuse(code: ErrorCode, details?: unknown): never {
  throw new Refusal(code, details)
}

/** Refuses a change of what the record's state has settled, and says what that is: no state was asked for. */
export function refuseSettled(state: string, reason: string): never {
  throw new Refusal('invalid_state_transition', { from: state, to: 'CHANGED', reason })
}

/** Refuses input for reasons that a schema cannot hold. */
export function refuseInput(...issues: Issue[]): never {
  throw new Refusal('validation_failed', { issues })
}
