import { expireLink, linkExpiry } from '../domain/billing/close-payment-links.ts'
import { clinicJob } from './job.ts'

/** Closes a link to pay by once its time is over; late after an outage, and once. */
export const expireLinkInTime = clinicJob(linkExpiry, ({ inClinic }, { companyId, ...expired }) =>
  inClinic(companyId, tx => expireLink(tx, expired)),
)
