import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInClinic } from '@clinic/contract/access.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { openapi } from '@clinic/contract/openapi.ts'
import { staffOperations } from '@clinic/contract/staff/index.ts'
import { staffDocument } from '@clinic/contract/staff/openapi.ts'
import {
  isOfOwn,
  isPermitted,
  PERMISSION_NAMES,
  type Permission,
  STAFF_ROLES,
  type StaffRole,
} from '@clinic/contract/staff/permissions.ts'
import { startApp } from '../support/app/harness.ts'
import { openStaffScene, staffMember } from '../support/staff/scene.ts'
import { type Browser, browser, employee, forgetStepUp, ORIGIN, PASSWORD, person } from '../support/staff/staff.ts'
import { inputFor, proven } from './input-for.ts'
import { call } from './scene.ts'

const app = await startApp()
// A sandbox, where there is all that the console can call.
const clinic = await app.clinic({ sandbox: true })
const document = openapi({
  surface: staffDocument,
  serverUrl: ORIGIN,
  version: '2026-07',
  operations: staffOperations,
})
const described = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.values(item).map(object => ({ path, object })),
)

/** The request of the description's example. */
function exampleOf({ id }: Operation): { path: string; body: unknown } {
  const { path, object } = described.find(one => one.object.operationId === id) ?? assert.fail(id)
  const inPath = (object.parameters ?? []).flatMap(item => ('in' in item && item.in === 'path' ? [item] : []))
  const filled = inPath.reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path)
  return { path: filled, body: object.requestBody?.content['application/json'].example }
}

async function codeOf(console: Pick<Browser, 'send'>, operation: Operation): Promise<string> {
  const { path, body } = exampleOf(operation)
  const answer = await console.send(operation.method, path, body)
  return answer.status < 300 ? 'done' : answer.body.error.code
}

const forLogins = staffOperations.filter(({ access }) => access.by !== 'anybody')
const elsewhere = forLogins.filter(({ id }) => id !== 'endOtherSessions' && id !== 'endSession')

/** Said here again, by hand, so that no slip in a declaration goes unseen. */
const OF_OWNERS_AND_ADMINS = [
  ...['listMembers', 'updateMember', 'listInvitations', 'invite', 'withdrawInvitation'],
  ...[
    'listClinicConnections',
    'listClinicAccesses',
    'disconnectClinicAssistant',
    'getAssistantPolicy',
    'putAssistantPolicy',
  ],
  ...['getClinicSecurity', 'putClinicSecurity'],
  ...['listSecurityEvents', 'acknowledgeSecurityEvent', 'getSecuritySettings', 'putSecuritySettings'],
  ...['installPlugin', 'approvePluginUpgrade', 'declinePluginUpgrade', 'suspendPlugin', 'resumePlugin'],
  ...['uninstallPlugin', 'changePluginScopes', 'changePluginSettings', 'stopPlugins', 'startPlugins'],
  'declineInstallRequest',
  ...['createSetupLink', 'putSharedIds', 'openInstallLink'],
  'setSandboxSwitch',
  ...['listPluginTokens', 'createPluginToken', 'rotatePluginToken', 'updatePluginToken', 'revokePluginToken'],
  ...['listPluginEndpoints', 'createPluginEndpoint', 'updatePluginEndpoint', 'deletePluginEndpoint'],
  ...['rotatePluginEndpointSecret', 'listPluginRequests'],
  ...['putPluginLimits', 'askPluginDeveloper', 'listSettingTemplates'],
  ...[
    'listDeliveries',
    'listClinicEvents',
    'getClinicEvent',
    'getDeliveryAttempt',
    'resendDelivery',
    'countMissedEvents',
  ],
  ...['recoverEvents', 'listRecoveries', 'sendPluginTestEvent'],
  ...['startAccessExport', 'findPatientFile'],
  ...['getRetention', 'putRetention', 'getPatientPrivacy', 'listRestrictedPatients', 'restrictPatient', 'liftErasure'],
  ...['listAuditRecords', 'getAuditRecord', 'listDisclosures', 'listAuditHeads', 'exportAudit'],
  ...['listAuditDays', 'verifyAudit', 'getAuditVerification'],
  ...['listExports', 'getExport'],
  ...['archivePatientFile', 'unarchivePatientFile', 'deletePatientFile', 'restorePatientFile'],
  ...['listPatientSuspects', 'dismissPatientSuspect', 'listPatientMerges', 'mergePatientFiles', 'undoPatientMerge'],
  ...[
    'getDayRules',
    'putDayRules',
    'listReminderRules',
    'addReminderRule',
    'updateReminderRule',
    'previewReminderRule',
  ],
  ...['listClinicBranches', 'addBranch', 'updateBranch'],
  ...['putBranchHolidays', 'putBranchPeriods', 'putShifts'],
  ...['getClinicSettings', 'updateClinicSettings'],
  ...['listClinicPractitioners', 'addClinicPractitioner', 'updateClinicPractitioner'],
  ...['listClinicProcedures', 'addProcedure', 'updateProcedure', 'importProcedures'],
  ...['getProcedureSupplies', 'putProcedureSupplies'],
  ...[
    'listProcedureGroups',
    'addProcedureGroup',
    'updateProcedureGroup',
    'addConsentTemplate',
    ...['addForm', 'updateForm', 'saveFormDraft', 'publishForm'],
    'updateConsentTemplate',
  ],
  ...['addTreasury', 'updateTreasury', 'getMoneySettings', 'updateMoneySettings', 'approveDiscount', 'declineDiscount'],
]
const OF_OWNERS = ['putLegalHold', 'anonymisePatient']
/** What some do besides owners and admins, by their letters (see ALSO_HELD_BY). */
const ALSO_OF: Readonly<Record<string, readonly string[]>> = {
  RB: [
    ...['putPatientInsurance', 'listKeptTreasuries', 'previewDayClose', 'listDayCloses', 'closeDay'],
    ...['listClinicInvoices', 'getClinicInvoice', 'listClinicPayments', 'getClinicPayment'],
    ...['printReceipt', 'printCreditNote'],
    ...['issueInvoice', 'payInvoice', 'takeClinicDeposit', 'createDraft', 'previewInvoiceChange', 'changeDraft'],
    ...['listClinicOnlinePayments', 'createClinicOnlinePayment', 'sendOnlinePayment', 'cancelOnlinePayment'],
    ...['listInsurers', 'listInsurerPolicies', 'listInsuredClasses', 'getCoverage'],
    ...['listClinicClaims', 'getClinicClaim', 'getBillable', 'getOpenItems', 'exportClaim', 'getAging'],
    ...['previewCheckout', 'checkOut'],
  ],
  B: [
    ...[
      'listTreasuryMovements',
      'getBookReport',
      'transferMoney',
      'listBookedExpenses',
      'listBookedIncomes',
      'addExpense',
    ],
    ...['payBookedExpense', 'addIncome', 'reverseBookedExpense', 'reverseBookedIncome'],
    ...['addInsurer', 'updateInsurer', 'addInsurerPolicy', 'updateInsurerPolicy'],
    ...['addInsuredClass', 'updateInsuredClass'],
    ...['createClaim', 'updateClaim', 'submitClaim', 'followUpClaim'],
    ...['previewRemittance', 'postRemittance'],
    ...['refundClinicPayment', 'voidInvoice', 'createCreditNote', 'retryEInvoiceReport'],
    ...['refundOnlinePayment', 'listEInvoiceReports', 'getEInvoiceQueue', 'getEInvoiceDocument'],
  ],
  D: [
    'revokeConsent',
    ...['voidTreatment', 'startEncounter', 'saveEncounterDraft', 'signEncounter', 'addEncounterAddendum'],
    ...['listNoteTemplates', 'addNoteTemplate', 'updateNoteTemplate'],
    ...['listClinicMedications', 'prescribe', 'cancelPrescription'],
  ],
  DA: [
    ...['getPatientChart', 'chartTreatment', 'updateTreatment', 'getEncounterNote', 'takeVitals'],
    ...['listPrescriptionsOfPatient', 'getPrescriptionSheet'],
    ...['startTreatment', 'rejectTreatment', 'putTreatmentSteps'],
    ...['startTreatmentStep', 'completeTreatmentStep', 'rejectTreatmentStep'],
  ],
  DR: [
    ...['createQuotations', 'updateQuotation', 'renewQuotation', 'withdrawQuotation'],
    ...['listTreatmentApprovals', 'requestTreatmentApproval', 'approveTreatment', 'denyTreatmentApproval'],
    ...['listMessagesOfPatient', 'writeToPatient', 'listTemplatesToSend'],
    ...['createPatientFile', 'updatePatientFile', 'putPatientRelation', 'addBlock', 'updateBlock', 'removeBlock'],
  ],
  DRB: ['listDiscountApprovals', 'getDiscountApproval', 'askForDiscount'],
  DRA: [
    ...['listClinicForms', 'listFormVersions', 'getFormSheet', 'enterForm', 'changeAnswers'],
    ...['listConsentTemplates', 'listWaitingConsents', 'getClinicConsent', 'prepareConsent', 'witnessConsent'],
    ...['getTreatmentSupplies', 'completeTreatment', 'listStockItems'],
    ...['listOrderableLabs', 'listClinicLabOrders', 'orderLabWork', 'updateLabWork'],
    'startVideo',
    ...['moveDayAppointment', 'undoHeldMove', 'listPatientAlerts', 'addPatientAlert', 'updatePatientAlert'],
    ...['updateDayAppointment', 'replaceDayAppointment', 'updateWaiting'],
    ...['bookDayAppointment', 'takeWalkIn', 'addToWaitList'],
    ...[
      'listClinicFeedback',
      'listFilesOfPatient',
      'listXRaysOfPatient',
      'announceFile',
      'confirmFile',
      'renameFile',
      'listFormsOfPatient',
    ],
  ],
  // Each to what they may send: the example is a consent, which accountants do not.
  DRBA: ['createPatientLink', 'revokePatientLink'],
}
/** Their examples name a doctor, who is another than the one that asks, or something that others send. */
const OF_OTHERS: Partial<Record<StaffRole, readonly string[]>> = {
  doctor: ['bookDayAppointment', 'takeWalkIn', 'addToWaitList', 'addBlock'],
  accountant: ['createPatientLink'],
}
const ALSO = Object.values(ALSO_OF).flat()
/** What every member sees of plugins, and tries out in a sandbox clinic. */
const OF_ALL_MEMBERS = [
  ...['listClinicQuotations', 'getClinicQuotation', 'getQuotationDocument', 'printQuotation', 'getPatientPlan'],
  ...['listBoardTasks', 'addBoardTask', 'updateBoardTask'],
  ...['getDay', 'getDayAppointment', 'listWaitList', 'listSlotCandidates'],
  ...['listFreeSlots', 'getBlock', 'getShifts'],
  ...['searchPatients', 'getPatientFile', 'getPatientSummary', 'getPatientTimeline', 'searchClinic'],
  ...['listCatalogue', 'getCatalogueEntry', 'getConsent'],
  ...['listInstalledPlugins', 'getInstalledPlugin', 'listConsentReceipts', 'getPluginUpgrade', 'getPluginsState'],
  ...['listInstallRequests', 'askForPlugin', 'getPluginHealth', 'getScopeUse'],
  'triggerSandboxEvent',
  ...[
    'getSandboxTime',
    'moveSandboxTime',
    'resetSandboxClinic',
    'getSandboxSwitch',
    'listSandboxEventTypes',
    'getPluginFaults',
    'setPluginFaults',
  ],
]
const WITH_STEP_UP = [
  'revokeConsent',
  ...['addTreasury', 'updateTreasury', 'reverseBookedExpense', 'reverseBookedIncome', 'refundClinicPayment'],
  'refundOnlinePayment',
  ...['voidInvoice', 'createCreditNote', 'updateMoneySettings', 'approveDiscount', 'declineDiscount'],
  ...['deletePatientFile', 'restorePatientFile', 'mergePatientFiles', 'undoPatientMerge'],
  ...['startSecondFactor', 'renewRecoveryCodes', 'removeSecondFactor'],
  ...['updateMember', 'invite', 'withdrawInvitation'],
  'exportAudit',
  ...['putAssistantPolicy', 'putClinicSecurity', 'putSecuritySettings'],
  ...['installPlugin', 'approvePluginUpgrade', 'declinePluginUpgrade', 'resumePlugin', 'uninstallPlugin'],
  ...['createSetupLink', 'putSharedIds'],
  ...['startPlugins', 'changePluginScopes', 'createPluginToken', 'rotatePluginToken', 'updatePluginToken'],
  ...['startAccessExport', 'putRetention', 'restrictPatient', 'liftErasure', 'putLegalHold', 'anonymisePatient'],
  ...['createPluginEndpoint', 'updatePluginEndpoint', 'rotatePluginEndpointSecret', 'putPluginLimits'],
]
/** The fields that ask for one where the others of the operation do not: what a person sees, and what the records go by. */
const FIELDS_WITH_STEP_UP: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  updateClinicPractitioner: { branchIds: [] },
  updateClinicSettings: { timeZone: 'Asia/Kuwait', country: 'KW', currency: 'KWD' },
}
/** What hands out a file with much of the clinic in it. */
const READS_WITH_STEP_UP = ['getExport']
const PROVES_ITSELF = 'it asks for a password, a code or the link of a mail itself'
const TAKES_AWAY_OWN = 'it only ends what the person has open themselves, and must be quick'
const STOPS_A_PLUGIN = 'it only takes away what a plugin reaches, and must be quick'
const IN_SANDBOX = 'there is nothing of a real person in a sandbox clinic'
const SENDS_AGAIN = 'it sends to an address that the clinic gave already what that may be told'
const WRITTEN_ALL_DAY = 'it is what is written all day, and each change is kept'
const TAKEN_ALL_DAY = 'it only takes money in, all day, and to give it back asks for a step-up'
const IN_THE_BOOKS = 'it is what is written all day, and is taken back by an entry of its own'
const RUNS_THE_DAY = 'it is how the practice runs, and gives no person more than they may; each change is kept'
/** The writes that ask for no step-up, and why. Nothing of members, roles, invitations or the clinic's guards is here. */
const WITHOUT_STEP_UP: Readonly<Record<string, string>> = {
  logIn: PROVES_ITSELF,
  giveSecondFactor: PROVES_ITSELF,
  confirmIdentity: PROVES_ITSELF,
  changePassword: PROVES_ITSELF,
  confirmSecondFactor: PROVES_ITSELF,
  resetPassword: PROVES_ITSELF,
  acceptInvitation: PROVES_ITSELF,
  requestPasswordReset: 'it changes nothing: the link goes to the mailbox of the person alone',
  registerPublisher: 'it changes nothing: the link goes to the mailbox of the person alone',
  confirmRegistration: PROVES_ITSELF,
  acknowledgeSecurityEvent: 'it says that somebody has looked; what was seen stays as it is',
  closeNotice: 'it takes a line off a list; the record of what happened stays',
  enterClinic: 'it gives nothing that the person could not reach already',
  updateMe: 'it is how the own console looks and listens',
  logOut: TAKES_AWAY_OWN,
  endSession: TAKES_AWAY_OWN,
  endOtherSessions: TAKES_AWAY_OWN,
  disconnectAssistant: TAKES_AWAY_OWN,
  disconnectAllAssistants: TAKES_AWAY_OWN,
  suspendPlugin: STOPS_A_PLUGIN,
  stopPlugins: STOPS_A_PLUGIN,
  openInstallLink: 'it shows what is offered, and changes nothing that a plugin may do',
  askForPlugin: 'it asks, and changes nothing that a plugin may do',
  askPluginDeveloper: 'it asks, and changes nothing that a plugin may do',
  declineInstallRequest: 'it gives nothing, and the person may ask anew',
  revokePluginToken: STOPS_A_PLUGIN,
  deletePluginEndpoint: STOPS_A_PLUGIN,
  verifyAudit: 'it compares, and changes nothing',
  resendDelivery: SENDS_AGAIN,
  recoverEvents: SENDS_AGAIN,
  sendPluginTestEvent: SENDS_AGAIN,
  triggerSandboxEvent: IN_SANDBOX,
  moveSandboxTime: IN_SANDBOX,
  resetSandboxClinic: IN_SANDBOX,
  setSandboxSwitch: IN_SANDBOX,
  setPluginFaults: IN_SANDBOX,
  updatePatientFile: WRITTEN_ALL_DAY,
  createPatientFile: WRITTEN_ALL_DAY,
  putPatientInsurance: WRITTEN_ALL_DAY,
  archivePatientFile: 'it hides a file from lists, and is taken back in one step',
  unarchivePatientFile: 'it hides a file from lists, and is taken back in one step',
  dismissPatientSuspect: 'it takes two files off a list, and changes neither',
  putPatientRelation: WRITTEN_ALL_DAY,
  chartTreatment: WRITTEN_ALL_DAY,
  startEncounter: WRITTEN_ALL_DAY,
  saveEncounterDraft: WRITTEN_ALL_DAY,
  signEncounter: 'it is what a doctor does at the end of each visit, as the doctor of the note alone',
  addEncounterAddendum: WRITTEN_ALL_DAY,
  takeVitals: WRITTEN_ALL_DAY,
  prescribe: WRITTEN_ALL_DAY,
  orderLabWork: WRITTEN_ALL_DAY,
  updateLabWork: WRITTEN_ALL_DAY,
  cancelPrescription: 'it takes back what is not to be taken, and must be quick',
  enterForm: WRITTEN_ALL_DAY,
  changeAnswers: WRITTEN_ALL_DAY,
  addForm: RUNS_THE_DAY,
  updateForm: RUNS_THE_DAY,
  saveFormDraft: RUNS_THE_DAY,
  publishForm: RUNS_THE_DAY,
  prepareConsent: WRITTEN_ALL_DAY,
  witnessConsent: WRITTEN_ALL_DAY,
  addConsentTemplate: RUNS_THE_DAY,
  updateConsentTemplate: RUNS_THE_DAY,
  addNoteTemplate: RUNS_THE_DAY,
  updateNoteTemplate: RUNS_THE_DAY,
  updateTreatment: WRITTEN_ALL_DAY,
  announceFile: WRITTEN_ALL_DAY,
  confirmFile: WRITTEN_ALL_DAY,
  renameFile: WRITTEN_ALL_DAY,
  writeToPatient: WRITTEN_ALL_DAY,
  requestTreatmentApproval: WRITTEN_ALL_DAY,
  approveTreatment: WRITTEN_ALL_DAY,
  denyTreatmentApproval: WRITTEN_ALL_DAY,
  startTreatment: WRITTEN_ALL_DAY,
  completeTreatment: WRITTEN_ALL_DAY,
  rejectTreatment: WRITTEN_ALL_DAY,
  voidTreatment: 'it stays to be seen with who did so and why, and each change is kept',
  putTreatmentSteps: WRITTEN_ALL_DAY,
  startTreatmentStep: WRITTEN_ALL_DAY,
  completeTreatmentStep: WRITTEN_ALL_DAY,
  rejectTreatmentStep: WRITTEN_ALL_DAY,
  createPatientLink: WRITTEN_ALL_DAY,
  revokePatientLink: WRITTEN_ALL_DAY,
  createQuotations: WRITTEN_ALL_DAY,
  updateQuotation: WRITTEN_ALL_DAY,
  renewQuotation: WRITTEN_ALL_DAY,
  withdrawQuotation: WRITTEN_ALL_DAY,
  addPatientAlert: WRITTEN_ALL_DAY,
  updatePatientAlert: WRITTEN_ALL_DAY,
  putDayRules: RUNS_THE_DAY,
  addBranch: RUNS_THE_DAY,
  updateBranch: RUNS_THE_DAY,
  putBranchHolidays: RUNS_THE_DAY,
  putBranchPeriods: RUNS_THE_DAY,
  putShifts: RUNS_THE_DAY,
  addReminderRule: RUNS_THE_DAY,
  updateReminderRule: RUNS_THE_DAY,
  addClinicPractitioner: RUNS_THE_DAY,
  addProcedure: RUNS_THE_DAY,
  updateProcedure: RUNS_THE_DAY,
  putProcedureSupplies: RUNS_THE_DAY,
  addProcedureGroup: RUNS_THE_DAY,
  updateProcedureGroup: RUNS_THE_DAY,
  importProcedures: RUNS_THE_DAY,
  addInsurer: RUNS_THE_DAY,
  updateInsurer: RUNS_THE_DAY,
  addInsurerPolicy: RUNS_THE_DAY,
  updateInsurerPolicy: RUNS_THE_DAY,
  addInsuredClass: RUNS_THE_DAY,
  updateInsuredClass: RUNS_THE_DAY,
  updateClinicSettings: 'it asks for one where it says where the clinic is and in what it counts',
  updateClinicPractitioner: 'it asks for one where it says what a login sees',
  moveDayAppointment: WRITTEN_ALL_DAY,
  undoHeldMove: WRITTEN_ALL_DAY,
  bookDayAppointment: WRITTEN_ALL_DAY,
  takeWalkIn: WRITTEN_ALL_DAY,
  updateDayAppointment: WRITTEN_ALL_DAY,
  replaceDayAppointment: WRITTEN_ALL_DAY,
  startVideo: WRITTEN_ALL_DAY,
  addBlock: WRITTEN_ALL_DAY,
  updateBlock: WRITTEN_ALL_DAY,
  removeBlock: WRITTEN_ALL_DAY,
  addToWaitList: WRITTEN_ALL_DAY,
  updateWaiting: WRITTEN_ALL_DAY,
  addBoardTask: WRITTEN_ALL_DAY,
  updateBoardTask: WRITTEN_ALL_DAY,
  createClaim: IN_THE_BOOKS,
  updateClaim: IN_THE_BOOKS,
  submitClaim: IN_THE_BOOKS,
  followUpClaim: IN_THE_BOOKS,
  postRemittance: IN_THE_BOOKS,
  transferMoney: IN_THE_BOOKS,
  addExpense: IN_THE_BOOKS,
  payBookedExpense: IN_THE_BOOKS,
  addIncome: IN_THE_BOOKS,
  issueInvoice: WRITTEN_ALL_DAY,
  createDraft: WRITTEN_ALL_DAY,
  changeDraft: WRITTEN_ALL_DAY,
  retryEInvoiceReport: 'it tells the authority what it is owed to be told, and changes no amount',
  checkOut: TAKEN_ALL_DAY,
  payInvoice: TAKEN_ALL_DAY,
  takeClinicDeposit: TAKEN_ALL_DAY,
  createClinicOnlinePayment: TAKEN_ALL_DAY,
  sendOnlinePayment: TAKEN_ALL_DAY,
  cancelOnlinePayment: TAKEN_ALL_DAY,
  askForDiscount: 'it asks, and gives nothing by itself',
  closeDay: 'it counts what is there, every evening, and takes nothing away',
  changePluginSettings: 'it changes what a plugin does for the clinic, not what it may reach',
  disconnectClinicAssistant:
    'it only ends what reads patients’ data, and must be quick; to connect again asks for a login',
}

/** Who holds what, besides owners and admins, who hold all: (D)octor, (R)eceptionist, (B) accountant, clinical (A)ssistant. */
const ALSO_HELD_BY: Readonly<Record<Permission, string>> = {
  'members:manage': '',
  'owners:manage': 'owner',
  'assistants:manage': '',
  'plugins:see': 'DRBA',
  'plugins:request': 'DRBA',
  'plugins:manage': '',
  'audit:read': '',
  'alarms:see': '',
  'sandbox:operate': 'DRBA',
  'day:read': 'DRBA',
  'patients:read': 'DRBA',
  'tasks:use': 'DRBA',
  'appointments:write': 'RA',
  'appointments:write.own': 'D',
  'blocks:write': 'R',
  'blocks:write.own': 'D',
  'patients:contact': 'DRB',
  'balances:read': 'DRB',
  'patients:write': 'DR',
  'messages:use': 'DR',
  'records:read': 'DRA',
  'records:write': 'DRA',
  'chart:read': 'DA',
  'chart:write': 'DA',
  'encounters:read': 'DA',
  'encounters:write': 'D',
  'prescriptions:write': 'D',
  'vitals:write': 'DA',
  'treatments:complete': 'DRA',
  'labs:order': 'DRA',
  'approvals:write': 'DR',
  'quotations:read': 'DRBA',
  'quotations:write': 'DR',
  'treatments:correct': 'D',
  'prices:override': 'D',
  'alerts:end': 'D',
  'consents:revoke': 'D',
  'insurance:write': 'RB',
  'insurance:read': 'RB',
  'insurance:manage': 'B',
  'claims:read': 'RB',
  'claims:write': 'B',
  'remittances:post': 'B',
  'invoices:read': 'RB',
  'invoices:write': 'RB',
  'invoices:credit': 'B',
  'einvoices:manage': 'B',
  'checkout:use': 'RB',
  'discounts:approve': '',
  'payments:take': 'RB',
  'payments:refund': 'B',
  'day:close': 'RB',
  'books:read': 'B',
  'books:write': 'B',
  'shifts:write': '',
  'patients:manage': '',
  'settings:manage': '',
  'privacy:manage': '',
  'privacy:finish': 'owner',
  'security:manage': '',
}
const LETTERS: Partial<Record<StaffRole, string>> = { doctor: 'D', receptionist: 'R', accountant: 'B', assistant: 'A' }

test('each role holds the permissions that it is to hold, and no other', () => {
  for (const permission of PERMISSION_NAMES)
    for (const role of STAFF_ROLES) {
      const [also, letter] = [ALSO_HELD_BY[permission], LETTERS[role]]
      const isManaging = role === 'owner' || (role === 'admin' && also !== 'owner')
      // Who may do it to everybody's records needs no permission for their own.
      const expected = letter === undefined ? isManaging && !isOfOwn(permission) : also.split('').includes(letter)
      assert.equal(isPermitted(role, permission), expected, `${role} ${permission}`)
    }
})

test('serves every operation that is declared, and describes each', async () => {
  const response = await fetch(`${app.url}/staff/v1/openapi.json`)
  const published = (await response.json()) as unknown
  assert.ok(isRecord(published) && isRecord(published.paths))
  assert.deepEqual(Object.keys(published.paths).sort(), Object.keys(document.paths).sort())
  const served = Object.values(published.paths).flatMap(item => Object.values({ ...(isRecord(item) && item) }))
  const ids = served.map(object => isRecord(object) && object.operationId)
  assert.deepEqual(ids.sort(), staffOperations.map(({ id }) => id).sort())
})

/** As the tables above say. */
const isRefused = (role: StaffRole, { id }: Operation): boolean =>
  (OF_OWNERS_AND_ADMINS.includes(id) && role !== 'owner' && role !== 'admin') ||
  (OF_OWNERS.includes(id) && role !== 'owner') ||
  (ALSO.includes(id) && isOfOthers(role, id))
/** Whether it is for managers, and for others than these. */
function isOfOthers(role: StaffRole, id: string): boolean {
  const letter = LETTERS[role]
  return letter !== undefined && !Object.entries(ALSO_OF).some(([who, ids]) => who.includes(letter) && ids.includes(id))
}

for (const role of STAFF_ROLES)
  test(`${role}: may do what the role permits and is refused the rest, each operation`, async () => {
    const { send } = await employee(app, clinic, role)
    for (const operation of elsewhere) {
      const code = await codeOf({ send }, operation)
      const isOther = OF_OTHERS[role]?.includes(operation.id) === true
      assert.equal(code === 'not_permitted', isOther || isRefused(role, operation), `${operation.id}: ${code}`)
      assert.ok(!['unauthenticated', 'internal_error', 'step_up_required'].includes(code), `${operation.id}: ${code}`)
    }
  })

/** The notice that is there to be closed is of a payment, of which some are not told; the link is to a consent. */
const NOT_THEIRS: Partial<Record<StaffRole, readonly string[]>> = {
  ...{ doctor: ['closeNotice'], assistant: ['closeNotice'] },
  accountant: ['createPatientLink', 'revokePatientLink'],
}

// That an owner does all of it, answers.test.ts shows.
for (const role of STAFF_ROLES.filter(one => one !== 'owner'))
  test(`${role}: what the role permits is done, with all that it needs`, async () => {
    const scene = await openStaffScene(app)
    const become = (as: StaffRole) =>
      app.sql('update membership set role = $3, practitioner_id = $4 where company_id = $1 and user_id = $2', [
        ...[scene.clinic.company_id, scene.user.id, as, scene.doctor.id],
      ])
    const permitted = forLogins.filter(one => isInClinic(one.access) && !isRefused(role, one))
    const done = permitted.filter(({ id }) => !NOT_THEIRS[role]?.includes(id))
    for (const operation of done.filter(proven)) {
      // An owner gets everything ready.
      const input = await inputFor(operation, scene)
      await become(role)
      const { status, text } = await call(scene.api, operation, input)
      assert.ok(status >= 200 && status < 300, `${operation.id}: ${status} ${text}`)
      await become('owner')
    }
  })

for (const role of STAFF_ROLES)
  test(`${role}: without a branch, what is of branches and patients is refused to who does not see all, each operation`, async () => {
    const { cookie } = await staffMember(app, clinic, role, null)
    const seesAll = role === 'owner' || role === 'admin'
    for (const operation of forLogins.filter(({ sight }) => sight === 'branch' || sight === 'patient')) {
      const code = await codeOf(browser(app, cookie), operation)
      if (seesAll || isRefused(role, operation)) assert.notEqual(code, 'no_branch', operation.id)
      else assert.equal(code, 'no_branch', operation.id)
    }
  })

test('a person who is not logged in, or half, does nothing that needs a login', async () => {
  const half = await person(app, { totp: true })
  const console = browser(app)
  await console.logIn(half.email)
  for (const operation of forLogins) {
    assert.equal(await codeOf(browser(app), operation), 'unauthenticated', operation.id)
    assert.equal(await codeOf(console, operation), 'second_factor_required', operation.id)
  }
})

test('in no clinic, nothing of a clinic can be done', async () => {
  const nowhere = await person(app)
  const console = browser(app)
  await console.logIn(nowhere.email)
  const ofClinics = forLogins.filter(({ access }) => isInClinic(access))
  assert.equal(
    ofClinics.length,
    OF_OWNERS_AND_ADMINS.length + OF_OWNERS.length + ALSO.length + OF_ALL_MEMBERS.length + 7,
  )
  for (const operation of ofClinics) assert.equal(await codeOf(console, operation), 'clinic_required', operation.id)
})

test('what needs a step-up is refused five minutes after the last one, everything else is not', async () => {
  const { user, send } = await employee(app, clinic, 'owner')
  for (const operation of elsewhere) {
    await forgetStepUp(app, user)
    const code = await codeOf({ send }, operation)
    const expected = WITH_STEP_UP.includes(operation.id) || READS_WITH_STEP_UP.includes(operation.id)
    assert.equal(code === 'step_up_required', expected, `${operation.id}: ${code}`)
  }
  for (const operation of elsewhere)
    for (const [field, value] of Object.entries(FIELDS_WITH_STEP_UP[operation.id] ?? {})) {
      const { path } = exampleOf(operation)
      const { body } = await send(operation.method, path, { [field]: value })
      assert.equal(body.error.code, 'step_up_required', `${operation.id}: ${field}`)
    }
})

test('every write asks for a step-up or is listed with the reason why not, the whole surface', () => {
  const writes = staffOperations.filter(({ method, reads }) => method !== 'GET' && !reads)
  const without = writes.filter(({ stepUp }) => !stepUp)
  assert.deepEqual(without.map(({ id }) => id).sort(), Object.keys(WITHOUT_STEP_UP).sort())
  const withStepUp = writes.filter(({ stepUp }) => stepUp)
  assert.deepEqual(withStepUp.map(({ id }) => id).sort(), [...WITH_STEP_UP].sort())
  const byField = writes.flatMap(({ id, stepUpFor }) => (stepUpFor ?? []).map(field => `${id} ${field}`))
  const listed = Object.entries(FIELDS_WITH_STEP_UP).flatMap(([id, fields]) =>
    Object.keys(fields).map(f => `${id} ${f}`),
  )
  assert.deepEqual(byField.sort(), listed.sort())
})

test('with a confirmation two hours old no one is invited, promoted or disabled, and no invitation is withdrawn', async () => {
  const own = await app.clinic()
  const [owner, doctor] = [await employee(app, own, 'owner'), await employee(app, own, 'doctor')]
  const { body } = await owner.send<{ id: string }>('POST', '/invitations', {
    email: 'first@clinic.example',
    role: 'admin',
  })
  await app.sql("update staff_session set confirmed_at = now() - interval '2 hours' where user_id = $1", [
    owner.user.id,
  ])
  const stored = () =>
    app.sql(
      `select (select json_agg(row_to_json(m) order by user_id) from (
          select user_id, role, active, updated_at from membership where company_id = $1) m) as members,
        (select json_agg(row_to_json(i) order by id) from invitation i where company_id = $1) as invitations`,
      [own.company_id],
    )
  const before = await stored()
  const changes: [method: string, path: string, body?: object][] = [
    ['POST', '/invitations', { email: 'second@clinic.example', role: 'owner' }],
    ['PATCH', `/members/${doctor.user.id}`, { role: 'owner' }],
    ['PATCH', `/members/${doctor.user.id}`, { role: 'admin' }],
    ['PATCH', `/members/${doctor.user.id}`, { active: false }],
    ['DELETE', `/invitations/${body.data.id}`],
  ]
  for (const [method, path, change] of changes) {
    const refused = await owner.send(method, path, change)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'step_up_required'], `${method} ${path}`)
  }
  assert.deepEqual(await stored(), before)
  assert.equal((await owner.send('POST', '/session/step-up', { password: PASSWORD })).status, 200)
  for (const [method, path, change] of changes)
    assert.ok((await owner.send(method, path, change)).status < 300, `${method} ${path}`)
})

test('every write is taken from the console’s own pages alone', async () => {
  const { console } = await employee(app, clinic, 'owner')
  for (const operation of staffOperations.filter(({ method }) => method !== 'GET')) {
    const { path, body } = exampleOf(operation)
    const { status, body: answer } = await console.send(operation.method, path, body, {
      origin: 'https://evil.example',
    })
    assert.deepEqual([status, answer.error.code], [403, 'origin_not_allowed'], operation.id)
  }
})

test('unknown fields and what is no body at all are refused, each operation that takes one', async () => {
  const { send } = await employee(app, clinic, 'owner')
  for (const operation of staffOperations) {
    const { path, body } = exampleOf(operation)
    if (!isRecord(body)) continue
    for (const wrong of [{ ...body, admin: true }, [], 'text']) {
      const { status, body: answer } = await send(operation.method, path, wrong)
      assert.deepEqual([status, answer.error.code], [400, 'validation_failed'], operation.id)
    }
  }
})
