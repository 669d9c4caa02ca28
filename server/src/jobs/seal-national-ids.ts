import { sql } from '../db/statement.ts'
import { sealDocuments } from '../domain/einvoices/seal-documents.ts'
import { sealNationalIds as sealIds } from '../domain/patients/seal-national-ids.ts'
import { scheduledJob } from './job.ts'

const clinicsToSeal = sql<{ id: string }>('select clinics_to_seal() as id')

/**
 * Seals the national ids that lie in clear, in patients' files and in the documents of e-invoices: those from before they
 * were sealed, and what a process from before still writes. Each batch commits, so a run may end anywhere.
 */
export const sealNationalIds = scheduledJob('seal_national_ids', '*/5 * * * *', async ({ onPlatform, inClinic }) => {
  const clinics = await onPlatform(tx => tx.sql(clinicsToSeal([])))
  for (const { id } of clinics) for (const seal of [sealIds, sealDocuments]) while ((await inClinic(id, seal)) > 0);
})
