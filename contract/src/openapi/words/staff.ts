import { instant } from './fields.ts'

const ROLE = 'What the person is in the clinic.'
const CODE = 'A code of the second factor, or a recovery code.'
const LINK = 'The secret of the link that was sent by e-mail.'

/** Fields that only the console’s API has, by owner. */
export const STAFF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  session: {
    state: 'Whether a person is logged in, or a second factor is still to be given.',
    clinic: 'The clinic that the session is in; null before one was entered.',
    clinics: 'The clinics that the person works in.',
    endsAt: instant('When the session ends'),
  },
  login: { state: 'Whether the login is complete, or a second factor is still to be given.' },
  logout: { state: 'That no person is logged in any more.' },
  logIn: { password: 'The password.', email: 'The e-mail address of the login.' },
  giveSecondFactor: { code: CODE },
  confirmIdentity: { password: 'The password, where no second factor is enrolled.', code: CODE },
  confirmSecondFactor: { code: 'A code that the new second factor shows.' },
  confirmation: { until: instant('Until when nothing asks for it again') },
  user: { name: 'The name of the person.', secondFactorEnrolled: 'Whether the person has a second factor.' },
  sessionClinic: {
    name: 'The name of the clinic.',
    role: 'What the person is in this clinic.',
    sandbox: 'Whether it is a clinic with invented records, for trying things out.',
    secondFactorRequired: 'Whether the clinic asks for a second factor.',
  },
  enterClinic: { clinicId: 'Id of the clinic to work in.' },
  openSession: {
    current: 'Whether it is the session that asks.',
    userAgent: 'The browser, as it calls itself.',
    address: 'The network address from which it was last used.',
    lastSeenAt: instant('When it was last used'),
    createdAt: instant('When the person logged in'),
  },
  endedSession: { ended: 'That the session has ended.' },
  endedSessions: { ended: 'How many sessions were ended.' },
  updateMe: { language: 'The language of the console.' },
  changePassword: { current: 'The password until now.' },
  passwordChange: { changed: 'That the new password counts.', endedSessions: 'How many other sessions were ended.' },
  passwordReset: { changed: 'That the new password counts.' },
  passwordResetRequest: { accepted: 'That a link is sent if there is such a login; the answer is the same if not.' },
  requestPasswordReset: { email: 'The e-mail address of the login.' },
  resetPassword: { token: LINK },
  secondFactor: {
    enrolled: 'Whether a second factor is enrolled.',
    recoveryCodesLeft: 'How many recovery codes are still good.',
    enrolledAt: instant('When the second factor was enrolled'),
  },
  removedSecondFactor: { enrolled: 'That no second factor is enrolled any more.' },
  secondFactorSecret: {
    secret: 'The secret of the second factor in Base32, for typing.',
    uri: 'The same as an otpauth address, for a QR code.',
  },
  member: {
    userId: 'Id of the person.',
    email: 'The e-mail address of the login.',
    name: 'The name of the person.',
    role: ROLE,
    active: 'Whether the person may enter the clinic.',
    secondFactorEnrolled: 'Whether the person has a second factor.',
    lastSeenAt: instant('When the person last did anything in the clinic, to a quarter of an hour'),
    createdAt: instant('When the person joined the clinic'),
    practitionerId: 'Id of the practitioner that the person is.',
  },
  updatePatientFile: { firstName: 'The given name.', lastName: 'The family name.' },
  updateMember: { role: ROLE, active: 'false: out of the clinic with the next request.' },
  invitation: {
    email: 'The address that the invitation was sent to.',
    role: 'What the person will be in the clinic.',
    practitionerId: 'Id of the practitioner that the person is.',
    invitedById: 'Id of the person who invited.',
    expiresAt: instant('When the link is no longer good'),
  },
  withdrawnInvitation: { withdrawn: 'That the link is no longer good.' },
  invitationOffer: {
    email: 'The address that was invited.',
    clinicName: 'The name of the clinic.',
    clinicNameAr: 'The name of the clinic in Arabic.',
    role: 'What the person will be in the clinic.',
  },
  getInvitation: { token: LINK },
  acceptInvitation: { token: LINK, name: 'The name of the person.' },
  acceptedInvitation: {
    accepted: 'That the person works in the clinic now.',
    email: 'The e-mail address of the login.',
  },
  assistantClient: {
    id: 'The id of the client, as OAuth knows it.',
    host: 'The host that the client is known by.',
  },
  assistantScope: {
    name: 'The name of the scope.',
    en: 'What it allows, in English.',
    ar: 'What it allows, in Arabic.',
    sensitive: 'Whether it opens clinical or personal data.',
  },
  connection: {
    client: 'The assistant.',
    scopes: 'What the person allowed.',
    connectedAt: instant('When the person connected it'),
    lastUsedAt: instant('When it was last used'),
    endsAt: instant('When it needs consent again'),
    callsIn30Days: 'How often it asked for anything in the last 30 days.',
  },
  connectionUser: { name: 'The name of the person who connected it.' },
  disconnection: { disconnected: 'That it is disconnected.' },
  disconnections: { disconnected: 'How many assistants were disconnected.' },
  assistantAccess: {
    at: instant('When it asked'),
    operation: 'The tool that it called.',
    resourceIds: 'Ids of the records that it read.',
    patientCount: 'How many patients they were about.',
  },
  assistantPolicy: { allowedClientIds: 'Ids of clients that may be connected, whether verified or not.' },
  closedNotice: { closed: 'That it is gone from the list.' },
  clinicSecurity: { secondFactorRequired: 'Whether every login in the clinic needs a second factor.' },
}

export const STAFF_FIELDS: Readonly<Record<string, string>> = {
  nameAr: 'The name in Arabic.',
}
