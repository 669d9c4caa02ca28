import {
  confirmFileUpload,
  getPatientFile,
  listPatientFiles,
  listPatientXRays,
  requestFileUpload,
  type XRay,
} from '@clinic/contract/files.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { confirmUpload } from '../domain/files/confirm-upload.ts'
import { type FileRow, fileOfPatient, filesOf, type XRayRow } from '../domain/files/file.ts'
import type { FileStorage } from '../domain/files/file-storage.ts'
import { linkedFile } from '../domain/files/linked-file.ts'
import { requestUpload } from '../domain/files/request-upload.ts'
import { patientFile, requirePatientFile } from '../domain/patients/patient-file.ts'
import { implement } from '../kernel/implement.ts'
import { pageTogether } from '../kernel/page.ts'
import { recordList } from '../kernel/record-operations.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentFile, presentFileUpload, presentXRay } from '../present/files.ts'

const ofPatient = { filters: { id: (value: string) => `t.patient_id = ${value}` } }
const fileSource = recordList(listPatientFiles, 'file', ofPatient)
const xraySource = recordList(listPatientXRays, 'xray', ofPatient)

/** The operations of files and x-rays, whose bytes lie in this storage. */
export function files(storage: FileStorage) {
  const present = async (tx: Tx, row: FileRow) => presentFile(await linkedFile(tx, storage, row), tx.clinic)
  const presentAll = (tx: Tx, rows: readonly FileRow[]) => Promise.all(rows.map(row => present(tx, row)))

  async function presentXRays(tx: Tx, rows: readonly XRayRow[]): Promise<Static<typeof XRay>[]> {
    const ofXRay = await filesOf(tx, rows)
    return Promise.all(
      rows.map(async row => presentXRay({ ...row, files: await presentAll(tx, ofXRay(row)) }, tx.clinic)),
    )
  }

  return [
    implement(listPatientFiles, async (tx, query) => {
      await requirePatientFile(tx, query.id)
      return pageTogether(tx, fileSource, query, rows => presentAll(tx, rows))
    }),
    implement(getPatientFile, async (tx, { id, fileId }) => {
      await patientFile(tx, id)
      return { data: await present(tx, await fileOfPatient(tx, id, fileId)) }
    }),
    implement(requestFileUpload, async (tx, input) => {
      const { upload, target } = await requestUpload(tx, storage, input)
      return { data: presentFileUpload(upload.id, target) }
    }),
    implement(listPatientXRays, async (tx, query) => {
      await requirePatientFile(tx, query.id)
      return pageTogether(tx, xraySource, query, rows => presentXRays(tx, rows))
    }),
    implement(confirmFileUpload, async (tx, { id, fileId }) => ({
      data: await present(tx, await confirmUpload(tx, storage, { patientId: id, fileId })),
    })),
  ]
}
