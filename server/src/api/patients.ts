import {
  cancelAppointment,
  createAppointment,
  getAppointment,
  listAppointments,
  updateAppointment,
} from '@clinic/contract/appointments.ts'
import { getAvailability } from '@clinic/contract/availability.ts'
import { getFeedback, listFeedback } from '@clinic/contract/feedback.ts'
import { listLoyaltyAccounts, listLoyaltyTransactions, recordLoyaltyTransaction } from '@clinic/contract/loyalty.ts'
import { createPatient, getPatient, listPatients, updatePatient } from '@clinic/contract/patients.ts'
import { recordPoints } from '../domain/loyalty/record-points.ts'
import { changePatientFile } from '../domain/patients/change-patient-file.ts'
import { identified } from '../domain/patients/national-id.ts'
import { openPatientFile } from '../domain/patients/open-patient-file.ts'
import { IDENTIFIED_COLUMNS, type IdentifiedPatient, identifiedPatientFile } from '../domain/patients/patient-file.ts'
import { findPatients, patientSearch } from '../domain/patients/patient-search.ts'
import { bookAppointment } from '../domain/scheduling/book-appointment.ts'
import { changeAppointment } from '../domain/scheduling/change-appointment.ts'
import { moveAppointment } from '../domain/scheduling/move-appointment.ts'
import { readAvailability } from '../domain/scheduling/read-availability.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { getRecord, listRecords, presented } from '../kernel/record-operations.ts'
import type { Tx } from '../kernel/tx.ts'
import {
  presentAppointment,
  presentFeedback,
  presentLoyaltyAccount,
  presentLoyaltyTransaction,
  presentPatient,
} from '../present/patients.ts'

/** Ours, or the one that the clinic itself has given. */
const idsWithFileNumber = (term: string) => `
  select id from patient where company_id = $1 and deleted_at is null and (clinic_file_number = ${term}
    or file_number = (select case when ${term} ~ '^[0-9]{1,9}$' then ${term}::integer end))`

const source = listSource<IdentifiedPatient>({
  name: 'listPatients',
  from: 'patient t',
  columns: IDENTIFIED_COLUMNS,
  where: 't.deleted_at is null',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    ...patientSearch.filters,
    fileNumber: value => `t.id = any(array(${idsWithFileNumber(value)}))`,
  },
  derived: [...patientSearch.derived, 'fileNumber'],
})

const shown = (tx: Tx, patient: IdentifiedPatient) => presentPatient(identified(tx, patient), tx.clinic)

export const patients = [
  implement(listPatients, async (tx, query) => {
    const found = await findPatients(tx, query.searchTerm, query.updatedAfter !== undefined)
    return page(tx, source, { ...query, ...found }, row => shown(tx, row))
  }),
  implement(createPatient, async (tx, input) => ({ data: shown(tx, await openPatientFile(tx, input)) })),
  implement(getPatient, async (tx, { id }) => ({ data: shown(tx, await identifiedPatientFile(tx, id)) })),
  implement(updatePatient, async (tx, input) => ({ data: shown(tx, await changePatientFile(tx, input)) })),
  listRecords(listAppointments, 'appointment', presentAppointment, { windowOn: 'starts_at' }),
  implement(createAppointment, presented(bookAppointment, presentAppointment)),
  getRecord(getAppointment, 'appointment', presentAppointment),
  implement(updateAppointment, presented(changeAppointment, presentAppointment)),
  implement(
    cancelAppointment,
    presented((tx, input) => moveAppointment(tx, { ...input, to: 'CANCELED' }), presentAppointment),
  ),
  implement(getAvailability, async (tx, input) => ({
    data: {
      object: 'availability' as const,
      branchId: input.branchId,
      doctorId: input.doctorId,
      days: await readAvailability(tx, input),
    },
  })),
  listRecords(listFeedback, 'feedback', presentFeedback),
  getRecord(getFeedback, 'feedback', presentFeedback),
  listRecords(listLoyaltyAccounts, 'loyalty_account', presentLoyaltyAccount),
  listRecords(listLoyaltyTransactions, 'loyalty_transaction', presentLoyaltyTransaction),
  implement(recordLoyaltyTransaction, presented(recordPoints, presentLoyaltyTransaction)),
]
