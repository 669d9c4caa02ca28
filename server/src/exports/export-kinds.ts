import { auditExport } from '../domain/audit/export-audit.ts'
import type { ExportKind } from '../domain/exports/export-kind.ts'
import { accessExportKind } from './access-export.ts'

/** Everything that can be exported. */
export const EXPORT_KINDS: readonly ExportKind[] = [auditExport, accessExportKind]
