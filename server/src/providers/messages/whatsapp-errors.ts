import type { MessageError } from '../../domain/messaging/message-carrier.ts'

/** https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
const CODES: readonly (readonly [error: MessageError, codes: readonly number[]])[] = [
  ['carrier_refused_account', [0, 3, 10, 190, 368, 131005, 131031, 131042, 131045, 133005, 133006, 133010]],
  ['carrier_unavailable', [1, 2, 131000, 131016, 131057, 133000, 133004]],
  ['content_refused', [33, 100, 131008, 131009, 131051, 131052, 131053, 135000]],
  ['recipient_unreachable', [130472, 130497, 131021, 131026, 131030, 131049, 131050]],
  ['template_refused', [132000, 132001, 132005, 132007, 132012, 132015, 132016, 132068, 132069]],
  ['too_many_messages', [4, 80007, 130429, 131048, 131056, 133016]],
  ['window_closed', [131047]],
]
const ERRORS = new Map(CODES.flatMap(([error, codes]) => codes.map((code): [number, MessageError] => [code, error])))

/** What an error code of the API, or of a reported status, means; undefined for one that is not known. */
export const whatsAppError = (code: number): MessageError | undefined =>
  // A permission is missing, one for each of these codes.
  code >= 200 && code < 300 ? 'carrier_refused_account' : ERRORS.get(code)
