import {
  anonymisePatient,
  findPatientFile,
  getPatientPrivacy,
  liftErasure,
  listRestrictedPatients,
  putLegalHold,
  restrictPatient,
  startAccessExport,
} from '@clinic/contract/staff/privacy.ts'
import { getRetention, putRetention } from '@clinic/contract/staff/retention.ts'
import type { FileStorage } from '../domain/files/file-storage.ts'
import * as anonymising from '../domain/privacy/anonymise-patient.ts'
import * as lifting from '../domain/privacy/lift-erasure.ts'
import { patientPrivacy, privacyOfFile, restrictedPatients } from '../domain/privacy/patient-privacy.ts'
import * as holding from '../domain/privacy/put-legal-hold.ts'
import * as restricting from '../domain/privacy/restrict-patient.ts'
import { auditMonthsKept, retentionOf, setRetention } from '../domain/privacy/retention.ts'
import * as exporting from '../domain/privacy/start-access-export.ts'
import { type Implementation, implement } from '../kernel/implement.ts'
import { page } from '../kernel/page.ts'
import { presented } from '../kernel/record-operations.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentExport } from '../present/exports.ts'
import { presentPrivacy, presentRestricted } from '../present/privacy.ts'

async function shownRetention(tx: Tx) {
  const { kept, ...stands } = await retentionOf(tx)
  return { data: { ...kept, auditMonths: await auditMonthsKept(tx), ...stands } }
}

/** How long what is kept, and how patients' files are erased. */
export const privacyApi = (files: FileStorage): readonly Implementation[] => [
  implement(getRetention, shownRetention),
  implement(putRetention, async (tx, kept) => {
    await setRetention(tx, kept)
    return shownRetention(tx)
  }),
  implement(getPatientPrivacy, async (tx, { id }) => ({ data: presentPrivacy(await patientPrivacy(tx, id)) })),
  implement(findPatientFile, async (tx, { fileNumber }) => ({
    data: presentPrivacy(await privacyOfFile(tx, fileNumber)),
  })),
  implement(listRestrictedPatients, (tx, query) => page(tx, restrictedPatients, query, presentRestricted)),
  implement(startAccessExport, presented(exporting.startAccessExport, presentExport)),
  implement(restrictPatient, presented(restricting.restrictPatient, presentPrivacy)),
  implement(liftErasure, presented(lifting.liftErasure, presentPrivacy)),
  implement(putLegalHold, presented(holding.putLegalHold, presentPrivacy)),
  implement(anonymisePatient, async (tx, input) => ({
    data: presentPrivacy(await anonymising.anonymisePatient(tx, files, input)),
  })),
]
