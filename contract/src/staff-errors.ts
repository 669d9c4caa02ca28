/** What only the console's API refuses with, besides the codes of PLUGIN_ERRORS (contract section 11a). */
export const STAFF_ERRORS = {
  origin_not_allowed: { status: 403, message: 'Changes are taken from the console alone.' },
  second_factor_required: { status: 403, message: 'This needs a login with a second factor.' },
  step_up_required: { status: 403, message: 'Give your password or second factor again before you do this.' },
  not_permitted: { status: 403, message: 'Your role in this clinic does not permit this.' },
  no_branch: {
    status: 403,
    message: 'You see no branch of this clinic yet. Ask an owner to give you branches, in Team.',
  },
  clinic_required: { status: 409, message: 'Choose a clinic first.' },
  last_owner: { status: 409, message: 'A clinic keeps at least one owner who can log in.' },
  already_member: { status: 409, message: 'This person works in the clinic already.' },
  second_factor_mandatory: { status: 409, message: 'A clinic that you work in asks for a second factor.' },
  consent_changed: {
    status: 409,
    message: 'The plugin asks for something else than was shown. Read what it asks for now.',
  },
  already_installed: { status: 409, message: 'The plugin is installed in this clinic already.' },
  not_publishable: { status: 409, message: 'The version is not ready to be published. details.unmet says why.' },
  version_required: {
    status: 400,
    message: 'Say in the header If-Match which version this changes: the number that you were shown, in quotes.',
  },
  changed_meanwhile: {
    status: 409,
    message: 'Another has changed the same since. details say who, when and what; say which version you change now.',
  },
  already_exists: {
    status: 409,
    message: 'There is one already: details.id.',
  },
  undo_expired: {
    status: 409,
    message: 'This can no longer be taken back. Make a new appointment in its place instead.',
  },
  possible_duplicate: {
    status: 409,
    message:
      'There may be a file of this person already: details.matches. Open that one, or say that the person is another.',
  },
  video_not_configured: {
    status: 409,
    message: 'The clinic has not said where its video calls take place. The operator of the platform sets that up.',
  },
  merge_refused: {
    status: 409,
    message: 'These two files cannot be made one, or be parted again. details.reason says why.',
  },
  price_changed: {
    status: 409,
    message: 'The figures changed since they were shown. details.preview has them as they are now.',
  },
  day_closed: {
    status: 409,
    message: 'This day is counted and closed: details.closedThrough. Name a later one.',
  },
  treasury_short: {
    status: 422,
    message: 'There is less cash in this treasury: details.available.',
  },
  discount_above_limit: {
    status: 422,
    message:
      'The discount is above what your role may give: it is details.percent, and that is details.limitPercent. details.approvers may give more.',
  },
  remittance_unbalanced: {
    status: 422,
    message:
      'It does not add up: the lines come to details.total, or more is said of details.invoiceId than details.remaining.',
  },
  refund_exceeds_paid: {
    status: 422,
    message: 'This is more than can be given back: details.refundable.',
  },
  insufficient_credit: {
    status: 422,
    message: 'The patient has less credit: details.available.',
  },
  in_use: {
    status: 409,
    message: 'It is still needed. details say what has to be settled first.',
  },
  import_invalid: {
    status: 422,
    message: 'Nothing was read in. details.faults name each cell that is wrong, by line and column.',
  },
  legal_hold: { status: 409, message: 'Nothing of this file may be erased as long as the legal hold is on it.' },
  retention_not_over: {
    status: 409,
    message: 'The clinic has to keep these records longer. details.until says how long.',
  },
  confirmation_mismatch: { status: 422, message: 'What was typed is not the name that confirms this.' },
  required_scope: {
    status: 422,
    message: 'The plugin needs this scope. Suspend or remove the plugin, or ask its developer.',
  },
  credential_wrong: { status: 422, message: 'The password or code is not right, or the code was used before.' },
} as const satisfies Record<string, { status: number; message: string }>

/** Sentences of PLUGIN_ERRORS that speak of plugins, as the console says them. */
export const STAFF_SENTENCES = {
  unauthenticated: 'Nobody is logged in, or what was given for the login is not right.',
} as const
