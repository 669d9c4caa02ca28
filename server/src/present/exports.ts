import type { Static } from '@clinic/contract/kernel.ts'
import { ExportJob, type ExportWithLink } from '@clinic/contract/staff/exports.ts'
import type { ExportRow } from '../domain/exports/export-kind.ts'
import { presenter } from '../kernel/presenter.ts'
import type { ClinicFacts } from '../kernel/tx.ts'

export const presentExport = presenter<ExportRow, typeof ExportJob>(ExportJob)

export const presentExportWithLink = (
  row: ExportRow,
  clinic: ClinicFacts,
  downloadUrl: string | null,
): Static<typeof ExportWithLink> => ({ ...presentExport(row, clinic), downloadUrl })
