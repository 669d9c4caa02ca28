import { type Access, isInClinic, type Sight } from '../access.ts'
import { ERRORS, type ErrorCode } from '../errors.ts'
import { type Operation, pathNames } from '../kernel.ts'
import type { DocumentedSurface } from '../openapi/surface.ts'
import { STAFF_SENTENCES } from '../staff-errors.ts'
import { BACKGROUND_HEADER, LASTS_MS, LIVE_PATH, MOST_NAMED } from './live.ts'
import { PERMISSIONS } from './permissions.ts'
import { STAFF_TAGS } from './tags.ts'

const GUIDE = `The console's own API: a session in a cookie, writes from the console's origin alone, the same envelopes and errors as the plugin API.

Each operation says by \`x-access\` who may use it: anybody, any login, any member of the clinic, or members whose role there has a permission. Where \`x-step-up\` stands, the session must have given its password or second factor within the last five minutes; otherwise the answer is 403 \`step_up_required\`, and POST /session/step-up helps. A field with \`x-required-permission\` is left out for those whose role lacks it, and a permission that ends in \`.own\` permits what is about the member's own practitioner alone.

\`x-sight\` says what of the clinic an operation shows: \`clinic\` all of it, \`branch\` what belongs to the branches that the member sees, \`patient\` the patients whose file lies at one of them or who have or had an appointment there. All else is 404 and stands in no list. Who sees no branch at all is answered 403 \`no_branch\` by the last two.

A person may work in several clinics. A request in a clinic names it by the header \`Clinic-Id\`: membership, role and second factor are those of that clinic as they are now, and a clinic that the person does not work in is 404. The answer names in the same header the clinic that it is of. Without the header the request is about the clinic of PUT /session/clinic, or the only one there is. Clinics may live in several cells: one that does not serve the clinic answers 421 \`misdirected_request\` and did nothing; \`Clinic-Cell\` names the one that does.

Every POST in a clinic takes an \`Idempotency-Key\`, but those that only read: repeat a request whose answer you did not get with the same key, and for 24 hours it answers what the first one did, with \`Idempotent-Replay: true\`, and does nothing again. A refusal is not kept: the request runs again. Keys of one person are not those of another. What is done outside a clinic, such as logging in or changing a password, is never kept, so a key is not looked at there.

Where an operation asks for \`If-Match: "3"\`, it changes what the person was shown as version 3 of the record. Was a field that the request names changed since, it is refused with 409 \`changed_meanwhile\`, which says by whom, when and what; other changes stay, and this one is added to them. What is deleted is deleted as it was seen, or not. Answers say the version in the record, and as \`ETag\`.

\`GET ${LIVE_PATH}?clinicId=\` is a stream of server-sent events that tells a member what changes in a clinic, wherever it is changed. Each frame is \`event: change\` with the ids of the records by resource, or \`"many"\` instead of more than ${MOST_NAMED}, as far as the role permits; its \`id\` is the instant up to which everything was told, and \`Last-Event-ID\` goes on from there. \`event: reset\` says that this is too long ago: read anew. A stream ends after ${LASTS_MS / 60_000} minutes, and with the membership or the login, which it does not prolong. A request with \`${BACKGROUND_HEADER}: true\` does not prolong it either.
`

/** As the document has always named it. */
const accessName = (access: Access): string | readonly string[] => {
  if (access.by === 'permission') return access.permissions.length === 1 ? access.permissions[0] : access.permissions
  return access.by === 'membership' ? 'clinic' : access.by
}

/** Whether members are shown only what lies in their branches. */
const isLimited = (sight: Sight | undefined): boolean => sight === 'branch' || sight === 'patient'

function accessCodes({ access, sight }: Pick<Operation, 'access' | 'sight'>): readonly ErrorCode[] {
  if (access.by === 'anybody') return []
  return [
    ...(['unauthenticated', 'second_factor_required'] as const),
    ...(isInClinic(access) ? (['clinic_required', 'not_found', 'misdirected_request'] as const) : []),
    ...(access.by === 'permission' ? (['not_permitted'] as const) : []),
    ...(isLimited(sight) ? (['no_branch'] as const) : []),
  ]
}

export const CLINIC_HEADER = 'Clinic-Id'

/** How the console's API is documented. */
export const staffDocument: DocumentedSurface = {
  title: 'Clinic Staff API',
  guide: GUIDE,
  base: '/staff/v1',
  tags: STAFF_TAGS,
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-staff',
      description: 'Set by POST /session; over plain http, on the own machine, its name is staff.',
      'x-permissions': PERMISSIONS,
    },
  },
  errors: {
    ...ERRORS,
    unauthenticated: { ...ERRORS.unauthenticated, message: STAFF_SENTENCES.unauthenticated },
  },
  clinicHeader: CLINIC_HEADER,
  answerHeaders: [],
  problemHeaders: { 429: ['Retry-After'] },
  codesOf: ({ access, sight, method, stepUp, stepUpFor }) => [
    ...(method === 'GET' ? [] : (['origin_not_allowed'] as const)),
    ...accessCodes({ access, sight }),
    ...(stepUp || stepUpFor ? (['step_up_required'] as const) : []),
  ],
  detailsOf: ({ access, path }) => ({
    rate_limited: { retryAfterSeconds: 2, limit: 5, windowSeconds: 2 },
    ...(isInClinic(access) && pathNames(path).length === 0 && { not_found: { resource: 'clinic' } }),
    ...(access.by === 'permission' && { not_permitted: { permission: access.permissions[0] } }),
  }),
  extensionsOf: ({ access, sight, stepUp, stepUpFor }) => ({
    ...(access.by === 'anybody' && { security: [] }),
    'x-access': accessName(access),
    ...(sight && { 'x-sight': sight }),
    ...(stepUp && { 'x-step-up': true }),
    ...(stepUpFor && { 'x-step-up-for': stepUpFor }),
  }),
}
