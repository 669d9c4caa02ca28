import type { LINK_KINDS } from '@clinic/contract/staff/patient-links.ts'
import type { Permission } from '@clinic/contract/staff/permissions.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { prepareOffer } from '../clinical/quotation-link.ts'
import { prepareToSign } from '../forms/consent-link.ts'
import { prepareToAnswer } from '../forms/form-link.ts'
import { prepareFeedback } from './linked-feedback.ts'
import { prepareReceipt } from './linked-receipt.ts'
import type { LinkMessage } from './send-link.ts'

export type LinkedKind = (typeof LINK_KINDS)[number]

/** What a link is made to, held until the transaction ends. */
export interface Prepared {
  subjectId: string
  patientId: string
  documentId?: string | null
  /** When it ends whatever is wished; null where it does not. */
  endsAt: string | null
}

/** How links to one kind of thing are made: a kind is one of these. */
export interface Subject {
  permission: Permission
  /** What its page is called, `/p/<page>/<token>`. */
  page: string
  /** Gets it ready to be shown: refuses what is not there, or has nothing to show. */
  prepare(tx: Tx, wish: { id: string; patientId: string; isSent: boolean }): Promise<Prepared>
  /** Nothing of who the patient is is shown: it asks for no year of birth. */
  isAnonymous?: true
  /** What the link ends with is kept, sealed, for papers that name it. */
  isKept?: true
  message: LinkMessage
}

export const SUBJECTS: Readonly<Record<LinkedKind, Subject>> = {
  QUOTATION: {
    permission: 'quotations:write',
    page: 'quotation',
    prepare: prepareOffer,
    message: {
      en: (clinic, link) => `${clinic}: your quotation is ready. Read it and sign it here: ${link}`,
      ar: (clinic, link) => `${clinic}: عرض السعر جاهز. اقرأه ووقّعه هنا: ${link}`,
    },
  },
  CONSENT: {
    permission: 'records:write',
    page: 'consent',
    prepare: prepareToSign,
    message: {
      en: (clinic, link) => `${clinic}: please read this consent and sign it here: ${link}`,
      ar: (clinic, link) => `${clinic}: نرجو قراءة هذه الموافقة وتوقيعها هنا: ${link}`,
    },
  },
  FORM: {
    permission: 'records:write',
    page: 'form',
    prepare: prepareToAnswer,
    message: {
      en: (clinic, link) => `${clinic}: please answer a few questions before your visit: ${link}`,
      ar: (clinic, link) => `${clinic}: نرجو الإجابة عن بضعة أسئلة قبل زيارتك: ${link}`,
    },
  },
  FEEDBACK: {
    permission: 'records:write',
    page: 'feedback',
    isAnonymous: true,
    prepare: prepareFeedback,
    message: {
      en: (clinic, link) => `${clinic}: how was your visit? Tell us here: ${link}`,
      ar: (clinic, link) => `${clinic}: كيف كانت زيارتك؟ أخبرنا هنا: ${link}`,
    },
  },
  RECEIPT: {
    permission: 'invoices:write',
    page: 'receipt',
    isKept: true,
    prepare: prepareReceipt,
    message: {
      en: (clinic, link) => `${clinic}: your receipt is here: ${link}`,
      ar: (clinic, link) => `${clinic}: إيصالك هنا: ${link}`,
    },
  },
}

const isLinked = (kind: string): kind is LinkedKind => Object.hasOwn(SUBJECTS, kind)

/** Refuses what is done with a link by a member who may not do what it is for. */
export function requireRight(tx: Tx, kind: string): void {
  const permission = isLinked(kind) ? SUBJECTS[kind].permission : refuse('not_found', { resource: 'patient_link' })
  if (!tx.caller.holds(`may:${permission}`)) refuse('not_permitted', { permission })
}
