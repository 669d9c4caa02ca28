/**
 * The fields of every resource as the specification and the contract list them, in their order and legend: unmarked is
 * a string, `int`, `num`, `bool`, `[x]` an array of x, `{...}` a nested object.
 */
export const SPECIFIED_FIELDS: Readonly<Record<string, string>> = {
  patient:
    'id, fileNumber int, clinicFileNumber, gender, isLead bool, disabled bool, pending bool, branchId, doctorId, phoneNumberMasked, createdAt, updatedAt, firstName, lastName, fullName, phoneNumber, email, birthDate, address, nationalId, insuranceCompanyId, insurance {companyId, policyId, classId, number, group, percentage num, limit num, unlimited bool, endDate}',
  appointment:
    'id, status (enum below), start, end, durationMinutes int, room, title, details, type, urgent bool, isOnline bool, videoCall {id, createdAt}, pending bool, cancelReason, patientId, doctorId, branchId, createdAt, updatedAt',
  invoice:
    'id, referenceId int, total num, subtotal num, tax num, taxPercent num, discount num, discountPercent num, paid num, pendingPayment num, insurance num, paidInFull bool, balanceInvoice bool, chart, eInvoiceStatus, patientId, doctorId, branchId, appointmentId, createdFromAppointmentId, insuranceCompanyId, claimId, createdAt, updatedAt, releasedAt',
  payment:
    'id, type, amount num, tax num, balance num, claimed bool, claimedAt, refunded bool, refundedAt, chart, invoiceId, patientId, branchId, doctorId, appointmentId, insuranceCompanyId, createdAt, updatedAt',
  treatment:
    'id, name, code, status (enum below), chart, diagnosis, details, price num, total num, amount num, discount num, tax num, paid num, completedPercent num, paidInFull bool, tooth [int], toothPart [string], child bool, start, end, expires, hasSteps bool, quotationId, steps [treatment_step], approvalRequired bool, approved bool, preAuth, patientId, doctorId, branchId, appointmentId, invoiceId, procedureId, insuranceCompanyId, createdAt, updatedAt',
  treatment_step: 'id, name, status (same values as treatment status), order int, appointmentId, start, end',
  availability: 'branchId, doctorId, days [{date, slots [{start, end}]}]',
  clinic:
    'id, name, logoUrl, country, currency, timeZone, locale, taxPercent num, charts [string], brandingColor, businessRegistration {vatNumber, vatName, crnNumber, commercialName, city, isValid bool}, createdAt, updatedAt',
  branch:
    'id, name, address, location, phones [string], rooms [string], specialities [string], appointmentTypes [string], opens [string], closes [string], closedDays [int], holidays [int], firstDayOfWeek int, active bool, createdAt, updatedAt',
  practitioner:
    'id, displayName, role, isDoctor bool, specialty, color, order int, branchIds [string], active bool, createdAt, updatedAt, phoneNumber, phoneNumber2, email',
  procedure: 'id, name, code, price num, groupId, groupName, chart, order int, active bool, createdAt, updatedAt',
  medication:
    'id, name, category, dosage num, dispense, sig, duration num, method, strength, details, createdAt, updatedAt',
  installation:
    'id, status, pluginSlug, pluginVersion, grantedScopes [string], grantedEvents [string], settings {free-form map}, installedAt',
  installation_settings: 'installationId, settings {free-form map}',
  webhook_endpoint:
    'id, url, events [string], mode (value LIVE seen; a test mode exists), active bool, disabledReason, consecutiveFailures int, createdAt, updatedAt',
  webhook_endpoint_with_secret:
    'id, url, events [string], mode (value LIVE seen; a test mode exists), active bool, disabledReason, consecutiveFailures int, createdAt, updatedAt, signingSecret',
  webhook_delivery:
    'id, eventId, eventType, origin, status, attempts int, responseStatus int, errorMessage, lastAttemptAt, nextRetryAt, durationMs int, createdAt',
  webhook_delivery_receipt: 'id, status',
  lab: 'id, name, number, email, details, disabled bool, createdAt, updatedAt',
  lab_item: 'id, labId, name, price num, details, createdAt, updatedAt',
  lab_order:
    'id, name, status (enum below), received bool, delivered bool, receivedAt, due, details, tooth [int], shade, child bool, items int, labId, labItemId, branchId, patientId, doctorId, appointmentId, operationId, operationStepId, createdAt, updatedAt',
  quotation:
    'id, name, total num, subtotal num, tax num, taxPercent num, discount num, discountPercent num, diagnosticFee num, insurance num, completedPercent num, seen bool, signed bool, signedAt, diagnosis, chart, operationIds [string], patientId, doctorId, branchId, appointmentId, createdAt, updatedAt',
  prescription:
    'id, name, details, seen bool, medications [medication_line], patientId, doctorId, branchId, appointmentId, createdAt, updatedAt',
  medication_line: 'id, name, dosage num, dispense, type, sig, duration num, method, strength, details, order int',
  form: 'id, title, active bool, multipleSubmissionsAllowed bool, currentVersion {id, versionNum int, schema [any]}, createdAt, updatedAt',
  form_submission:
    'id, formId, versionId, patientId, ref, status (DRAFT or SUBMITTED), answers {free-form map}, createdAt, updatedAt',
  consent_form:
    'id, name, signed bool, signRequired bool, signedAt, witnessSigned bool, expiresAt, templateId, patientId, branchId, doctorId, appointmentId, createdAt, updatedAt',
  encounter:
    'id, chiefComplaint, symptoms, diagnosis, testsOrdered [string], imagingOrdered [string], testResults, imagingResults, clinicalNotes, consultationNotes, dischargeSummary, last bool, measurements [measurement], patientId, doctorId, branchId, appointmentId, createdAt, updatedAt',
  measurement:
    'id, name (enum below), value num, improvement num, overallImprovement num, difference num, overallDifference num, status int, durationDays int, overallDurationDays int, last bool, encounterId, patientId, doctorId, branchId, createdAt, updatedAt',
  file: 'id, name, contentType, sizeBytes int, order int, downloadUrl, patientId, operationId, appointmentId, encounterId, xrayId, folderId, createdAt, updatedAt',
  file_upload: 'fileId, uploadUrl, fields {map string to string}, method (value POST), expiresInSeconds int',
  xray: 'id, name, type, details, files [file], patientId, operationId, appointmentId, createdAt, updatedAt',
  insurance_company:
    'id, name, number, email, taxNumber, insuranceLimit num, insuranceUnlimited bool, insurancePercentage num, approvalRequired bool, insuranceStartMonth int, taxPercent num, totalPolicies int, forcePolicySelect bool, disabled bool, city, countryCode, createdAt, updatedAt',
  insurance_policy:
    'id, insuranceCompanyId, policyNumber, holderName, coverageType, relationship, status, sponsorNumber, inception, due, disabled bool, createdAt, updatedAt',
  policy_class:
    'id, insurancePolicyId, name, maxLimit num, insuranceLimit num, insuranceUnlimited bool, insurancePercentage num, approvalRequired bool, disabled bool, createdAt, updatedAt',
  claim:
    'id, referenceId int, name, status (enum below), startDate, endDate, totalInsuranceAmount num, invoiceCount int, partialPaymentPercent num, promptPaymentPercent num, partialPaymentAmount num, promptPaymentDeduction num, netPartialPayment num, rejectedAmount num, remainingAmount num, totalReceivedAmount num, branchId, insuranceCompanyId, reviewedAt, partiallyClaimedAt, fullyClaimedAt, createdAt, updatedAt, invoiceIds [string]',
  online_payment:
    'id, amount num, extraFees num, provider, status (enum below), paymentLink, paidAt, invoiceId, paymentId, branchId, createdAt, updatedAt',
  einvoice_submission:
    'id, invoiceId, claimId, provider, transactionType (value SIMPLIFIED seen), status (enum below), attemptNumber int, submissionTime, clearanceTime, statusChangedAt, infoMessages [string], warningMessages [string], errorMessages [string], createdAt, updatedAt',
  lead: 'id, referenceId int, name, phone, email, branchId, dealSize num, score int, due, order int, stageId, patientId, assignedToId, leadLinkId, rejectReasonId, referralSourceId, referralSubSourceId, stagedAt, journeyedAt, lastInteraction, createdAt, updatedAt',
  leadStage: 'id, name, color, order int, dueDays int, totalLeads int, requireReject bool, createdAt, updatedAt',
  message: 'communicationId, channel (whatsapp or sms), status (value queued)',
  communication:
    'id, channels [string], status bool, pending bool, canceled bool, attempts int, whatsappAttempts int, emailAttempts int, whatsappStatus bool, whatsappPending bool, emailStatus bool, emailPending bool, sentAt, whatsappSentAt, emailSentAt, contentPreview, patientId, userId, labId, leadId, createdAt, updatedAt',
  conversation:
    'id, phone, name, language, blocked bool, resolved bool, unseenCount int, messagesCount int, lastMessageAt, lastActivityAt, patientId, leadId, assignedToId, createdAt, updatedAt',
  loyalty_account:
    'id, patientId, pointsBalance int, lifetimeEarned int, lifetimeRedeemed int, tier, expiringPoints int, expiringAt, createdAt, updatedAt',
  loyalty_transaction:
    'id, patientId, branchId, type (EARN, REDEEM, ADJUST, EXPIRE), points int (signed), balanceAfter int, reason, invoiceId, paymentId, expiresAt, createdAt, updatedAt',
  feedback:
    'id, rating int 1..5, recommendScore int 0..10, comment, channel (whatsapp, sms, link, kiosk), tags [string], resolved bool, resolvedAt, patientId, appointmentId, doctorId, branchId, submittedAt, createdAt, updatedAt',
  task: 'id, title, details, status (OPEN, IN_PROGRESS, COMPLETED, CANCELED), priority (LOW, NORMAL, HIGH), due, completedAt, order int, assignedToId, createdById, patientId, leadId, appointmentId, branchId, createdAt, updatedAt',
  inventory_item:
    'id, name, sku, barcode, unit, quantity num, reorderLevel num, lowStock bool, unitCost num, supplier, branchId, expiresAt, disabled bool, createdAt, updatedAt',
  inventory_adjustment:
    'id, inventoryItemId, quantityDelta num, quantityAfter num, reason, note, treatmentId, createdAt, updatedAt',
  inventory_order:
    'id, referenceId int, status (PENDING, PARTIALLY_RECEIVED, RECEIVED, CANCELED), supplier, branchId, total num, tax num, items [{inventoryItemId, name, quantity num, receivedQuantity num, unitCost num}], orderedAt, expectedAt, receivedAt, createdAt, updatedAt',
  expense:
    'id, referenceId int, name, category, supplier, total num, tax num, taxPercent num, paid num, paidInFull bool, treasuryId, branchId, date, createdAt, updatedAt',
  income:
    'id, referenceId int, name, category, amount num, paymentId, treasuryId, branchId, date, createdAt, updatedAt',
  treasury:
    'id, name, type (CASH, BANK, POS, GATEWAY), currency, branchId, isDefault bool, active bool, createdAt, updatedAt',
  analytics_summary:
    'from, to, currency, invoiced num, collected num, outstanding num, refunded num, newPatients int, newLeads int, leadsConverted int, appointments {total int, completed int, canceled int, noshow int}, noShowRate num, chairUtilization num',
  analytics_series: 'metric, interval, points [{date, value num}]',
  conversation_message:
    'id, conversationId, direction (INBOUND, OUTBOUND), channel, type (text, image, audio, document, template), text, templateId, fileId, status (queued, sent, delivered, read, failed), errorMessage, sentById, sentAt, deliveredAt, readAt, createdAt, updatedAt',
  message_template:
    'id, name, language, category (UTILITY, MARKETING, AUTHENTICATION), status (PENDING, APPROVED, REJECTED, PAUSED, DISABLED), body, variableCount int, createdAt, updatedAt',
  // Ours, beside the specification's: what a lead's ids name.
  reject_reason: 'id, name, createdAt, updatedAt',
  referral_source: 'id, name, subSources [referral_sub_source], createdAt, updatedAt',
  referral_sub_source: 'id, name, createdAt, updatedAt',
  event: 'id, type, apiVersion, createdAt, companyId, data {free-form map}, previousAttributes {free-form map}',
  sandbox_run: 'id, kind, state, progress num, from, to, reached, events int, jobs int, failedJobs int',
  sandbox_clock:
    'now, realNow, run {id, kind, state, progress num, from, to, reached, events int, jobs int, failedJobs int}, due [{kind, count int, first}]',
  sandbox_faults:
    'until, latencyMs int, rateLimited num, failed num, unavailable num, droppedBefore num, droppedAfter num, writesOnly bool, pageLimit int, duplicated num, shuffled bool, delayedSeconds int, compressRetries int',
  sandbox_trigger: 'type, events [{id, type, asked bool}], records [{kind, id}], token',
  webhook_recovery: 'id, webhookEndpointId, since, until, eventTypes [string], status, deliveries int, createdAt',
}

/** The words of every enumeration (specification, Enumerations), in its order. */
export const SPECIFIED_WORDS = {
  'appointment status': 'OPEN, CONFIRMED, CHECKEDIN, COMPLETED, CANCELED, NOSHOW, INPROGRESS, DELAYED, WAITING',
  'treatment status': 'EXISTING, PLANNED, COMPLETED, IN_PROGRESS, REJECTED, CONDITION',
  'lab order status': 'pending, received, delivered',
  'claim status': 'PLANNING, IN_REVIEW, PARTIALLY_CLAIMED, FULLY_CLAIMED',
  'online payment status': 'CREATED, PENDING, SUCCESS, FAILED, REFUND',
  'e-invoice status': 'NOT_STARTED, PENDING, IN_PROGRESS, SUBMITTED, CLEARED, REJECTED, CANCELLED',
  'form submission status': 'DRAFT, SUBMITTED',
  'payment type accepted on recording': 'CARD, CASH, BANK_TRANSFER, MOBILE_WALLET, CHEQUE, OTHER',
  'message channel (send)': 'whatsapp, sms',
  'communication channel (filter)': 'whatsapp, sms, email',
  'file upload content type':
    'image/jpeg, image/png, image/webp, image/tiff, image/bmp, application/pdf, application/dicom',
  'file upload kind': 'file, xray',
  'measurement name':
    'BLOOD_PRESSURE_SYSTOLIC, BLOOD_PRESSURE_DIASTOLIC, HEART_RATE, RESPIRATORY_RATE, TEMPERATURE, OXYGEN_SATURATION, HEIGHT, WEIGHT, BMI, BLOOD_GLUCOSE_FASTING, BLOOD_GLUCOSE_POSTPRANDIAL, TOTAL_CHOLESTEROL, HDL_CHOLESTEROL, LDL_CHOLESTEROL, TRIGLYCERIDES, HEMOGLOBIN, HEMATOCRIT, WBC_COUNT, RBC_COUNT, PLATELET_COUNT, EJECTION_FRACTION, CREATININE, MAP, BSA, IBW, BMR, BUN, GFR, ALT, AST, BILIRUBIN, ALBUMIN, TSH, FREE_T4, FREE_T3, HBA1C, CAPILLARY_REFILL_TIME, CVP, ICP, ETCO2, URINE_OUTPUT, GCS, PAIN_SCORE, APGAR_SCORE, PUPIL_SIZE, PA_O2, PA_CO2, PH, WAIST_CIRCUMFERENCE',
} as const
