import type { AssistantScope } from '@clinic/contract/assistant-scopes.ts'

/** Every field of a resource stands in exactly one of these, by its name in the contract. */
interface FieldChoices {
  shown: string
  /** Shown to connections that hold this scope, too. */
  needs?: readonly [scope: AssistantScope, fields: string]
  leftOut?: string
}

/** What is done with one field: it is shown, to all or for a further scope, or left out. */
export type FieldChoice = 'shown' | 'left_out' | { needs: AssistantScope }
export type Decision = readonly [field: string, choice: FieldChoice]

/**
 * What assistants are shown of each resource of the plugin API, whichever tool shows it. What the contract declares as
 * written by people is shown under `untrusted_text`. A nested object without a name of
 * its own goes by the resource that it is in. A field that stands nowhere is not shown, and fields.test.ts fails.
 */
export const FIELDS: Readonly<Record<string, FieldChoices>> = {
  appointment: {
    shown: `id status start end durationMinutes room type urgent isOnline patientId doctorId branchId createdAt
      updatedAt title details cancelReason`,
    leftOut: 'videoCall pending',
  },
  availability: { shown: 'branchId doctorId days date slots start end' },
  branch: {
    shown: `id name address phones rooms specialities appointmentTypes opens closes closedDays holidays firstDayOfWeek
      active createdAt updatedAt`,
    leftOut: 'location',
  },
  claim: {
    shown: `id referenceId name status startDate endDate totalInsuranceAmount invoiceCount partialPaymentPercent
      promptPaymentPercent partialPaymentAmount promptPaymentDeduction netPartialPayment rejectedAmount remainingAmount
      totalReceivedAmount branchId insuranceCompanyId reviewedAt partiallyClaimedAt fullyClaimedAt createdAt updatedAt
      invoiceIds`,
  },
  clinic: {
    shown: 'id name country currency timeZone locale taxPercent charts createdAt updatedAt',
    leftOut: 'logoUrl brandingColor businessRegistration',
  },
  consent_form: {
    shown: `id name signed signRequired signedAt witnessSigned expiresAt branchId doctorId appointmentId createdAt
      updatedAt`,
    leftOut: 'templateId patientId',
  },
  encounter: {
    shown: `id last measurements patientId doctorId branchId appointmentId createdAt updatedAt chiefComplaint
      symptoms diagnosis testsOrdered imagingOrdered testResults imagingResults clinicalNotes consultationNotes
      dischargeSummary`,
  },
  file: {
    shown: `id contentType sizeBytes patientId operationId appointmentId encounterId xrayId createdAt updatedAt name`,
    leftOut: 'order downloadUrl folderId',
  },
  form_submission: {
    shown: 'id formId versionId status createdAt updatedAt ref',
    // The answers are shown by the tool itself, as `untrusted_answers`.
    leftOut: 'patientId answers',
  },
  invoice: {
    shown: `id referenceId total subtotal tax taxPercent discount discountPercent paid pendingPayment insurance paidInFull
      balanceInvoice chart eInvoiceStatus patientId doctorId branchId appointmentId createdFromAppointmentId
      insuranceCompanyId claimId createdAt updatedAt releasedAt`,
  },
  lab_order: {
    shown: `id name status received delivered receivedAt due tooth child items labId labItemId branchId patientId
      doctorId appointmentId operationId operationStepId createdAt updatedAt details shade`,
  },
  measurement: {
    shown: `id name value improvement overallImprovement difference overallDifference status durationDays
      overallDurationDays last encounterId patientId doctorId branchId createdAt updatedAt`,
  },
  medication: {
    shown: 'id name category dosage dispense duration method strength createdAt updatedAt sig details',
  },
  medication_line: {
    shown: 'id name dosage dispense type duration method strength sig details',
    leftOut: 'order',
  },
  payment: {
    shown: `id type amount tax balance claimed claimedAt refunded refundedAt chart invoiceId patientId branchId doctorId
      appointmentId insuranceCompanyId createdAt updatedAt`,
  },
  practitioner: {
    shown: 'id displayName role isDoctor specialty branchIds active createdAt updatedAt',
    leftOut: 'color order phoneNumber phoneNumber2 email',
  },
  prescription: {
    shown: 'id name seen medications patientId doctorId branchId appointmentId createdAt updatedAt details',
  },
  procedure: {
    shown: 'id name code price groupId groupName chart active createdAt updatedAt',
    leftOut: 'order',
  },
  quotation: {
    shown: `id name total subtotal tax taxPercent discount discountPercent diagnosticFee insurance completedPercent
      seen signed signedAt chart operationIds patientId doctorId branchId appointmentId createdAt updatedAt
      diagnosis`,
  },
  treatment: {
    shown: `id name code status chart completedPercent tooth toothPart child start end expires hasSteps steps
      approvalRequired approved patientId doctorId branchId appointmentId procedureId insuranceCompanyId createdAt
      updatedAt diagnosis details preAuth`,
    needs: ['billing:read', 'price total amount discount tax paid paidInFull quotationId invoiceId'],
  },
  treatment_step: { shown: 'id name status appointmentId start end', leftOut: 'order' },
  xray: {
    shown: 'id files patientId operationId appointmentId createdAt updatedAt name type details',
  },
}

const each = (fields: string, choice: FieldChoice): Decision[] =>
  fields.split(/\s+/).flatMap(field => (field === '' ? [] : [[field, choice]]))

/** What is decided on the fields of a resource; a resource that is not listed at all is one that no tool may show. */
export function decisionsOn(resource: string): Decision[] {
  const choices = FIELDS[resource]
  if (!choices) throw new Error(`Say in server/src/assistant/fields.ts what assistants are shown of ${resource}.`)
  const { shown, needs, leftOut = '' } = choices
  return [...each(shown, 'shown'), ...(needs ? each(needs[1], { needs: needs[0] }) : []), ...each(leftOut, 'left_out')]
}
