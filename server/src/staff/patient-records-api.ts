import type { XRay } from '@clinic/contract/files.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import {
  announceFile,
  confirmFile,
  listFilesOfPatient,
  listFormsOfPatient,
  listXRaysOfPatient,
  renameFile,
} from '@clinic/contract/staff/patient-records.ts'
import { confirmUpload } from '../domain/files/confirm-upload.ts'
import { type FileRow, filesOf, type XRayRow } from '../domain/files/file.ts'
import type { FileStorage } from '../domain/files/file-storage.ts'
import { linkedFile } from '../domain/files/linked-file.ts'
import { renameFile as rename } from '../domain/files/rename-file.ts'
import { requestUpload } from '../domain/files/request-upload.ts'
import { formsOfPatient } from '../domain/forms/forms-of-patient.ts'
import { requirePatientFile } from '../domain/patients/patient-file.ts'
import { implement } from '../kernel/implement.ts'
import { pageTogether } from '../kernel/page.ts'
import { recordList } from '../kernel/record-operations.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentFile, presentFileUpload, presentXRay } from '../present/files.ts'
import { presentPatientForm } from '../present/forms.ts'

const ofPatient = { filters: { id: (value: string) => `t.patient_id = ${value}` } }
const fileSource = recordList(listFilesOfPatient, 'file', ofPatient)
const xraySource = recordList(listXRaysOfPatient, 'xray', ofPatient)

/** Files, x-rays and forms of patients; the bytes of files lie in this storage. */
export function patientRecordsApi(storage: FileStorage) {
  const shown = async (tx: Tx, row: FileRow) => presentFile(await linkedFile(tx, storage, row), tx.clinic)
  const shownAll = (tx: Tx, rows: readonly FileRow[]) => Promise.all(rows.map(row => shown(tx, row)))
  async function shownXRays(tx: Tx, rows: readonly XRayRow[]): Promise<Static<typeof XRay>[]> {
    const ofXRay = await filesOf(tx, rows)
    return Promise.all(
      rows.map(async row => presentXRay({ ...row, files: await shownAll(tx, ofXRay(row)) }, tx.clinic)),
    )
  }
  return [
    implement(listFilesOfPatient, async (tx, query) => {
      await requirePatientFile(tx, query.id)
      return pageTogether(tx, fileSource, query, rows => shownAll(tx, rows))
    }),
    implement(listXRaysOfPatient, async (tx, query) => {
      await requirePatientFile(tx, query.id)
      return pageTogether(tx, xraySource, query, rows => shownXRays(tx, rows))
    }),
    implement(announceFile, async (tx, input) => {
      const { upload, target } = await requestUpload(tx, storage, input)
      return { data: presentFileUpload(upload.id, target) }
    }),
    implement(confirmFile, async (tx, { id, fileId }) => ({
      data: await shown(tx, await confirmUpload(tx, storage, { patientId: id, fileId })),
    })),
    implement(renameFile, async (tx, input) => ({ data: await shown(tx, await rename(tx, input)) })),
    implement(listFormsOfPatient, async (tx, { id }) => ({
      data: (await formsOfPatient(tx, id)).map(row => presentPatientForm(row, tx.clinic)),
    })),
  ]
}
