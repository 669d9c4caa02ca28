/**
 * Where the record that an event tells of is read, by `data.object`: the operation by its two names, and for each key of
 * its input the key of `data` that fills it. Where a record has no read of its own, it is the one that shows it.
 */
export const EVENT_READS: Readonly<
  Record<string, readonly [operation: string, input: Readonly<Record<string, string>>]>
> = {
  patient: ['patients.get', { id: 'id' }],
  appointment: ['appointments.get', { id: 'id' }],
  videocall: ['appointments.get', { id: 'appointmentId' }],
  invoice: ['invoices.get', { id: 'id' }],
  payment: ['payments.get', { id: 'id' }],
  online_payment: ['onlinePayments.get', { id: 'id' }],
  einvoice_submission: ['einvoiceSubmissions.get', { id: 'id' }],
  treatment: ['treatments.get', { id: 'id' }],
  treatment_step: ['treatments.get', { id: 'treatmentId' }],
  quotation: ['quotations.get', { id: 'id' }],
  prescription: ['prescriptions.get', { id: 'id' }],
  encounter: ['encounters.get', { id: 'id' }],
  measurement: ['encounters.get', { id: 'encounterId' }],
  form_submission: ['formSubmissions.get', { id: 'id' }],
  file: ['files.get', { id: 'patientId', fileId: 'id' }],
  lab_order: ['labOrders.get', { id: 'id' }],
  claim: ['claims.get', { id: 'id' }],
  lead: ['leads.get', { id: 'id' }],
  message: ['communications.get', { id: 'communicationId' }],
  conversation: ['conversations.get', { id: 'id' }],
  feedback: ['feedback.get', { id: 'id' }],
  task: ['tasks.get', { id: 'id' }],
  inventory_item: ['inventoryItems.get', { id: 'id' }],
  inventory_order: ['inventoryOrders.get', { id: 'id' }],
  installation: ['installation.get', {}],
}

/** Events after which there is nothing left to read. */
export const READS_NOTHING: readonly string[] = ['patient.deleted', 'installation.uninstalled']
