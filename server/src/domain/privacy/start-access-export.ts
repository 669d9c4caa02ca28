import { Id, OneOf } from '@clinic/contract/fields.ts'
import { type Input, Type } from '@clinic/contract/kernel.ts'
import type { startAccessExport as operation } from '@clinic/contract/staff/privacy.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { ExportKind, ExportRow } from '../exports/export-kind.ts'
import { startExport } from '../exports/start-export.ts'

const params = Type.Object({ patientId: Id, language: OneOf(['en', 'ar']), withFiles: Type.Boolean() })

/** What an access export is told and how its file is called, which names no patient. */
export const accessExport: Omit<ExportKind<typeof params>, 'build'> = {
  name: 'access',
  params,
  file: (_params, { at }) => ({ name: `records-${at.slice(0, 10)}.zip`, contentType: 'application/zip' }),
}

const KEPT_SECONDS = 86_400

/** Has all that is kept of a patient written out for them, also of a file that is restricted. */
export async function startAccessExport(
  tx: Tx,
  { id: patientId, language, withFiles }: Input<typeof operation>,
): Promise<ExportRow> {
  await tx.get('patient', patientId)
  return startExport(tx, accessExport, { params: { patientId, language, withFiles }, patientId, keepFor: KEPT_SECONDS })
}
