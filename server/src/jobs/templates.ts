import { templateImport, templateSubmission } from '../domain/messaging/dispatch.ts'
import { importTemplates as takeOver } from '../domain/messaging/import-templates.ts'
import { templateSubmitted } from '../domain/messaging/take-template-status.ts'
import { providerInUse } from '../domain/providers/clinic-provider.ts'
import type { Tx } from '../kernel/tx.ts'
import { clinicJob, type JobDeps } from './job.ts'

const carrierOf = async (tx: Tx, { carriers }: JobDeps) =>
  carriers.connect('whatsapp', await providerInUse(tx, 'whatsapp'), tx.clinic)

/** Hands a template in for approval at the clinic's WhatsApp carrier. */
export const submitTemplate = clinicJob(templateSubmission, async (run, { companyId, templateId }) => {
  const { template, carrier } = await run.inClinic(companyId, async tx => ({
    template: await tx.get('message_template', templateId),
    carrier: await carrierOf(tx, run),
  }))
  if (template.carrier_id !== null) return
  const submitted = await carrier?.submitTemplate?.(template)
  if (submitted) await run.inClinic(companyId, tx => templateSubmitted(tx, { id: templateId, ...submitted }))
})

/** Takes over the templates that the clinic has at its WhatsApp carrier. */
export const importTemplates = clinicJob(templateImport, async (run, { companyId }) => {
  const carrier = await run.inClinic(companyId, tx => carrierOf(tx, run))
  if (!carrier?.listTemplates) return
  const templates = await carrier.listTemplates()
  if (!templates) throw new Error('The carrier does not list its templates now.')
  await run.inClinic(companyId, tx => takeOver(tx, templates))
})
