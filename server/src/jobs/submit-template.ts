import { templateSubmission } from '../domain/messaging/dispatch.ts'
import { templateSubmitted } from '../domain/messaging/take-template-status.ts'
import { providerInUse } from '../domain/providers/clinic-provider.ts'
import { clinicJob } from './job.ts'

/** Hands a template in for approval at the clinic's WhatsApp carrier. */
export const submitTemplate = clinicJob(
  templateSubmission,
  async ({ inClinic, carriers }, { companyId, templateId }) => {
    const { template, carrier } = await inClinic(companyId, async tx => ({
      template: await tx.get('message_template', templateId),
      carrier: carriers.connect('whatsapp', await providerInUse(tx, 'whatsapp'), tx.clinic),
    }))
    if (template.carrier_id !== null) return
    const submitted = await carrier?.submitTemplate?.(template)
    if (submitted) await inClinic(companyId, tx => templateSubmitted(tx, { id: templateId, ...submitted }))
  },
)
