import { templateImport } from '../domain/messaging/dispatch.ts'
import { importTemplates as takeOver } from '../domain/messaging/import-templates.ts'
import { providerInUse } from '../domain/providers/clinic-provider.ts'
import { clinicJob } from './job.ts'

/** Takes over the templates that the clinic has at its WhatsApp carrier. */
export const importTemplates = clinicJob(templateImport, async ({ inClinic, carriers }, { companyId }) => {
  const carrier = await inClinic(companyId, async tx =>
    carriers.connect('whatsapp', await providerInUse(tx, 'whatsapp'), tx.clinic),
  )
  if (!carrier?.listTemplates) return
  const templates = await carrier.listTemplates()
  if (!templates) throw new Error('The carrier does not list its templates now.')
  await inClinic(companyId, tx => takeOver(tx, templates))
})
