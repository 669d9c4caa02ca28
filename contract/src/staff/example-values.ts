const omar = { name: 'Dr. Omar Haddad', nameAr: 'د. عمر حداد' }
const clinic = { name: 'Nakheel Dental Group', nameAr: 'مجموعة النخيل لطب الأسنان' }
const passphrase = 'three invented words here'
const token = 'EXAMPLEonlyNotARealToken0000000000000000000'
const clientId = 'https://assistant.example.com/client.json'
const clientIds = { allowedClientIds: [clientId], blockedClientIds: ['https://other.example.com/client.json'] }

/** Invented values of fields that only the console's API has, by what the field belongs to. */
export const STAFF_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  logIn: { email: 'omar@nakheel.example', password: passphrase },
  giveSecondFactor: { code: '492039' },
  confirmIdentity: { password: passphrase, code: '492039' },
  confirmation: { until: '2026-07-05T07:05:00.000Z' },
  session: { endsAt: '2026-07-05T16:00:00.000Z', confirmedUntil: '2026-07-05T07:05:00.000Z', permissions: [] },
  user: { ...omar, email: 'omar@nakheel.example' },
  sessionClinic: { ...clinic, role: 'doctor' },
  openSession: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', address: '203.0.113.7', current: true },
  changePassword: { current: passphrase, next: 'four quite other words here' },
  secondFactorSecret: {
    secret: 'EXAMPLEONLYNOTAREALSECRETAAAAAAA',
    uri: 'otpauth://totp/Clinic:omar%40nakheel.example?secret=EXAMPLEONLYNOTAREALSECRETAAAAAAA&issuer=Clinic',
  },
  secondFactor: { enrolled: true, recoveryCodesLeft: 10 },
  confirmSecondFactor: { code: '492039' },
  recoveryCodes: { recoveryCodes: ['0a1b-2c3d-4e5f-6071-8293'] },
  token: { token },
  requestPasswordReset: { email: 'omar@nakheel.example' },
  resetPassword: { password: passphrase },
  workplace: { timeZone: 'Asia/Riyadh', currency: 'SAR' },
  workplaceBranch: { name: 'Olaya', nameAr: 'العليا' },
  workplacePractitioner: omar,
  member: { ...omar, email: 'omar@nakheel.example', role: 'doctor', active: true, secondFactorEnrolled: true },
  updateMember: { role: 'admin', active: true },
  invitation: { email: 'lina@nakheel.example', role: 'receptionist' },
  invite: { email: 'lina@nakheel.example', role: 'receptionist', practitionerId: null },
  invitationOffer: {
    email: 'lina@nakheel.example',
    clinicName: clinic.name,
    clinicNameAr: clinic.nameAr,
    role: 'receptionist',
  },
  acceptInvitation: { name: 'Lina Qasim', password: passphrase },
  acceptedInvitation: { email: 'lina@nakheel.example', accepted: true },
  assistantClient: { id: clientId, name: 'Example Assistant', host: 'assistant.example.com', verified: true },
  assistantScope: {
    name: 'schedule:read',
    en: 'See appointments and free slots.',
    ar: 'المواعيد والأوقات المتاحة.',
  },
  connection: { callsIn30Days: 42, secondFactor: true },
  connectionUser: omar,
  assistantAccess: {
    operation: 'list_appointments',
    resourceIds: ['apt_01k9exam00000000000000000a'],
    patientCount: 1,
    fieldScopes: ['patients:read.pii'],
  },
  assistantPolicy: { ...clientIds, enabled: true, mode: 'VERIFIED', maxDays: 90 },
  putAssistantPolicy: { ...clientIds, enabled: true, mode: 'VERIFIED', maxDays: 90 },
  clinicSecurity: { secondFactorRequired: true },
  notice: {
    kind: 'online_payment_late',
    invoiceNumber: 1204,
    amount: 402.5,
    credit: 402.5,
    currency: 'SAR',
    pluginSlug: null,
    version: null,
    webhookEndpointId: null,
  },
  putClinicSecurity: { secondFactorRequired: true },
}

/** What ids begin with, by the words that only the console's API has. */
export const STAFF_ID_WORDS: Readonly<Record<string, string>> = {
  assistant: 'ogr',
  assistantaccess: 'req',
  connection: 'ogr',
  closednotice: 'ntc',
  connectionuser: 'usr',
  disconnection: 'ogr',
  endedsession: 'ses',
  endpoint: 'whe',
  invitation: 'ivt',
  invitedby: 'usr',
  notice: 'ntc',
  opensession: 'ses',
  session: 'ses',
  sessionclinic: 'cli',
  token: 'ptk',
  withdrawninvitation: 'ivt',
  workplacebranch: 'brn',
  workplacepractitioner: 'prc',
}
