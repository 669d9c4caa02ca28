import type { RoomKey } from '@clinic/console/app/rooms.ts'
import type { TestApp } from '../../server/test/support/app/harness.ts'
import { assistantClient, connection } from '../../server/test/support/oauth/assistants.ts'
import { member, person } from '../../server/test/support/staff/staff.ts'
import { seedAudit } from './audit-scene.ts'
import { seedBooks } from './books-scene.ts'
import { seedCheckout } from './checkout-scene.ts'
import { seedApprovals, seedClaims } from './claim-scene.ts'
import { seedAlarms, seedDelivery, seedRequest } from './delivery-scenes.ts'
import { seedEncounters } from './encounter-scene.ts'
import { seedFlow, seedWaiting } from './flow-scene.ts'
import { seedForms } from './form-scene.ts'
import { seedInsured, seedInsurers } from './insurer-scene.ts'
import { seedLabWork } from './lab-scene.ts'
import { seedMoney } from './money-scene.ts'
import { seedOnline } from './online-scene.ts'
import { restrictedPatient, seedAroundPatient, seedRecords, visitedPatient } from './patient-scene.ts'
import { seedPlugins } from './plugin-scenes.ts'
import { seedProcedures } from './procedure-scene.ts'
import { seedQuotation } from './quotation-scene.ts'
import { seedReminders } from './reminder-scene.ts'
import { blockAddress, fillAddress, type Scene, taskAddresses } from './room-addresses.ts'
import { seedTasks } from './task-scene.ts'

/** How each room is looked at; one that has no scene does not compile. */
type Scenes = Readonly<Record<RoomKey, Scene>>

/** A clinic with something in every room. */
export async function fullClinic(app: TestApp) {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة', sandbox: true })
  const branch = await app.branch(clinic)
  const practitioner = await app.doctor([branch])
  const patient = await visitedPatient(app, branch, practitioner)
  await seedAroundPatient(app, branch, patient)
  const fileId = await seedRecords(app, branch, patient)
  const visitId = await seedFlow(app, branch, practitioner)
  await seedWaiting(app, branch, patient)
  const taskId = await seedTasks(app, clinic, { branch, doctor: practitioner, patient })
  const entered = await seedBooks(app, clinic, branch)
  const billed = await seedMoney(app, clinic, { branch, patient, doctor: practitioner })
  const linked = await seedOnline(app, clinic, { branch, patient, doctor: practitioner })
  const quotationId = await seedQuotation(app, { clinic, branch, doctor: practitioner, patient })
  const signed = await seedForms(app, { clinic, branch, doctor: practitioner, patient })
  const insured = await seedInsurers(app, clinic)
  await seedInsured(app, clinic, patient.id, insured)
  const claimed = await seedClaims(app, { clinic, branch, insurerId: insured.insurerId })
  await seedApprovals(app, { clinic, branch, insurerId: insured.insurerId })
  const restricted = await app.patient(branch, { first_name: 'Huda', last_name: 'Salem' })
  await restrictedPatient(app, clinic.company_id, restricted)
  const doctor = await person(app)
  await member(app, doctor, clinic, 'doctor')
  await connection(app, { clinic, user: doctor, client: await assistantClient(app), days: 2 })
  const { id, slug, stopped } = await seedPlugins(app, clinic)
  await seedAudit(app, clinic, id, patient.id)
  const { eventId, installationId } = await seedDelivery(app, clinic, branch)
  await seedAlarms(app, clinic, installationId)
  await seedRequest(app, clinic, slug)
  const notes = await seedEncounters(app, { clinic, branch, doctor: practitioner, patient })
  const treated = await seedLabWork(app, { clinic, branch, doctor: practitioner, patient })
  const scenes: Scenes = {
    day: {
      also: [
        '?by=room',
        `?span=week&doctor=${practitioner.id}`,
        `?open=${visitId}`,
        `?open=move+${visitId}`,
        '?open=list+0',
        blockAddress(),
        '?date=2099-01-02',
      ],
    },
    flow: { also: ['?tab=waiting', `?open=${visitId}`, '?book=desk%3Dwaiting', fillAddress(practitioner)] },
    forms: {
      also: [
        '?open=send',
        `?open=${signed.consentId}`,
        '?tab=texts',
        '?tab=feedback',
        '?tab=forms',
        '?tab=forms&open=form',
        '?tab=texts&open=text',
        `?tab=texts&open=${signed.templateId}`,
      ],
    },
    form: { about: { id: signed.formId } },
    tasks: { also: ['?tab=labs&lab=all', '?tab=team', '?tab=late', '?tab=done', ...taskAddresses(taskId)] },
    money: {
      also: [
        ...['?state=OPEN', '?number=999999', `?open=${billed.invoiceId}`],
        ...['?tab=payments', '?tab=payments&refunded=yes', `?tab=payments&open=${billed.paymentId}`],
        '?tab=aging',
      ],
    },
    moneyOnline: { also: ['?state=FAILED', '?state=CLOSED', '?reports=REPORTED', `?open=${linked.failedId}`] },
    encounter: { about: { id: notes.open }, also: ['?open=prescribe'], parts: [{ id: notes.older }] },
    prescription: { about: { id: notes.prescription } },
    checkout: { about: { appointmentId: await seedCheckout(app, { clinic, branch, doctor: practitioner }) } },
    quote: { about: { id: patient.id } },
    quotation: {
      about: { id: quotationId },
      also: ['?open=send', '?open=here', `?open=${quotationId}`],
    },
    books: {
      also: [
        ...['?tab=incomes', '?tab=closes', '?open=expense', '?open=income', '?open=transfer', '?open=close'],
        ...['?tab=reports', '?tab=reports&report=TREASURIES', '?tab=reports&report=VAT'],
        ...['?open=treasury', `?open=${entered.treasuryId}`, `?open=${entered.expenseId}`],
      ],
    },
    claims: {
      also: [
        ...['?follow=yes', `?open=${claimed.submittedId}`, `?open=${claimed.plannedId}`],
        ...[`?tab=builder&insurer=${insured.insurerId}`, `?tab=remittance&insurer=${insured.insurerId}`],
        `?tab=builder&insurer=${insured.insurerId}&selected=${claimed.free.id}&open=claim`,
        ...['?tab=approvals', '?tab=approvals&status=DENIED'],
      ],
    },
    assistants: {},
    clinicAssistants: {},
    plugins: { also: ['?health=WORKING', '?sort=-name'] },
    pluginConsent: { about: { slug } },
    plugin: {
      about: { id },
      also: [
        ...['?tab=access', '?tab=keys', '?tab=endpoints', '?tab=settings'],
        ...['?tab=keys&open=new', '?tab=endpoints&open=new', '?tab=requests', '?tab=deliveries'],
      ],
    },
    audit: { also: ['?tab=seals', '?tab=exports', '?open=export'] },
    pluginUpgrade: { about: { id } },
    deliveries: { also: ['?status=FAILED', '?open=recover'] },
    event: { about: { id: eventId } },
    securityEvents: { also: ['?level=INFO', '?open=settings'] },
    sandbox: { also: ['?tab=time', '?tab=faults', '?tab=reset'] },
    members: {},
    settings: {},
    settingsBranches: { also: ['?open=new'] },
    settingsPractitioners: { also: ['?open=new', `?open=${practitioner.id}`] },
    settingsBranch: { about: { id: branch.id }, also: [`?doctor=${practitioner.id}`] },
    settingsProcedures: {
      also: ['?open=new', '?open=groups', '?open=import', `?open=${await seedProcedures(app, clinic)}`],
    },
    settingsInsurers: { also: ['?open=new'] },
    settingsInsurer: { about: { id: insured.insurerId }, also: ['?open=policy', `?open=${insured.policyId}`] },
    settingsAppointments: {},
    settingsNoteTemplates: { also: ['?open=new', `?open=${notes.template}`] },
    settingsMoney: {},
    settingsReminders: { also: ['?open=new', `?open=${await seedReminders(app, clinic)}`] },
    retention: {},
    patients: {
      also: [
        '?archived=yes',
        '?sort=-name',
        '?open=new',
        '?open=suspects',
        '?book=desk%3Dvisit',
        '?book=desk%3DwalkIn',
      ],
    },
    patient: {
      about: { id: patient.id, tab: 'details' },
      also: ['?open=alert', '?open=edit', '?open=relative', '?open=insurance'],
      parts: [
        { id: patient.id, tab: 'chart' },
        { id: patient.id, tab: 'timeline' },
        { id: patient.id, tab: 'messages' },
        { id: patient.id, tab: 'files' },
        { id: patient.id, tab: `files?open=${fileId}` },
        { id: patient.id, tab: 'forms' },
        { id: patient.id, tab: `forms?open=${signed.consentId}` },
        { id: patient.id, tab: 'forms?open=fill' },
        { id: patient.id, tab: `forms?open=${signed.begunId}` },
        { id: patient.id, tab: 'prescriptions' },
        { id: patient.id, tab: 'labs' },
        { id: patient.id, tab: 'labs?open=lab' },
        { id: patient.id, tab: `chart?open=${treated}` },
        { id: patient.id, tab: 'quotations' },
        { id: patient.id, tab: 'tasks' },
        { id: patient.id, tab: 'disclosure?kind=staff' },
        { id: patient.id, tab: 'disclosure?open=copy' },
        { id: patient.id, tab: 'privacy' },
        { id: restricted.id, tab: 'privacy' },
      ],
    },
  }
  return { clinic, scenes, stopped }
}
