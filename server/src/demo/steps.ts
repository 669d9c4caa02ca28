import { appointmentsStep } from './appointments.ts'
import { billingStep } from './billing.ts'
import { bookkeepingStep } from './bookkeeping.ts'
import { careStep } from './care.ts'
import { claimsStep } from './claims.ts'
import { clinicStep } from './clinic.ts'
import type { DemoStep } from './context.ts'
import { conversationsStep } from './conversations.ts'
import { eInvoicesStep } from './einvoices.ts'
import { encountersStep } from './encounters.ts'
import { eventsStep } from './events.ts'
import { feedbackStep } from './feedback.ts'
import { filesStep } from './files.ts'
import { formsStep } from './forms.ts'
import { installationsStep } from './installations.ts'
import { insuranceStep } from './insurance.ts'
import { inventoryStep } from './inventory.ts'
import { labsStep } from './labs.ts'
import { leadsStep } from './leads.ts'
import { ledgerStep } from './ledger.ts'
import { loyaltyStep } from './loyalty.ts'
import { missingTodayStep } from './missing-today.ts'
import { notesStep } from './notes.ts'
import { patientsStep } from './patients.ts'
import { prescriptionsStep } from './prescriptions.ts'
import { proceduresStep } from './procedures.ts'
import { receiptsStep } from './receipts.ts'
import { remindersStep } from './reminders.ts'
import { remittancesStep } from './remittances.ts'
import { roomBlocksStep } from './room-blocks.ts'
import { staffStep } from './staff.ts'
import { suppliesStep } from './supplies.ts'
import { tasksStep } from './tasks.ts'
import { treasuriesStep } from './treasuries.ts'
import { treatmentsStep } from './treatments.ts'
import { waitListStep } from './wait-list.ts'

/**
 * The families of the demo, each after those whose rows it refers to.
 *
 * To add one: write `server/src/demo/<family>.ts` with a `DemoStep` and put it in this list. A step is a pure function of
 * its context: it takes what is invented from `context.random` (a stream of its own, seeded by clinic and name, so that no
 * other step changes), ids from `context.id`, instants from `context.now`, earlier rows from `context.made`, and answers
 * rows by table in the order of their references; `store` keeps the bytes of files. The runner adds the clinic and inserts
 * the rows in bulk. Rows of one table have the same columns; nothing is dated after `now`; people and numbers are invented
 * (see names.ts, identifiers.ts).
 */
export const STEPS: readonly DemoStep[] = [
  clinicStep,
  staffStep,
  proceduresStep,
  insuranceStep,
  patientsStep,
  appointmentsStep,
  waitListStep,
  roomBlocksStep,
  careStep,
  treasuriesStep,
  billingStep,
  treatmentsStep,
  prescriptionsStep,
  formsStep,
  encountersStep,
  notesStep,
  filesStep,
  bookkeepingStep,
  ledgerStep,
  labsStep,
  missingTodayStep,
  loyaltyStep,
  feedbackStep,
  leadsStep,
  conversationsStep,
  remindersStep,
  tasksStep,
  inventoryStep,
  suppliesStep,
  claimsStep,
  remittancesStep,
  eInvoicesStep,
  receiptsStep,
  installationsStep,
  eventsStep,
]
