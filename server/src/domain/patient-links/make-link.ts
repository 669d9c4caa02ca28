import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { moneySettings } from '../billing/money-settings.ts'
import { newPatientLink, type PatientLinkRow } from '../links/patient-link.ts'
import { wholePatientFile } from '../patients/patient-file.ts'
import { requireTemplate, type Sending, sendLink } from './send-link.ts'
import { type LinkedKind, requireRight, SUBJECTS } from './subjects.ts'

export interface LinkWish extends Sending {
  kind: LinkedKind
  subjectId: string
  patientId: string
  days?: number | undefined
  /** For a tablet at the clinic, which is handed to the patient. */
  here?: boolean | undefined
}

export interface MadeLink {
  link: PatientLinkRow
  url: string
}

const HERE_MS = 15 * 60_000
const DAY_MS = 86_400_000

/**
 * Makes the link by which a patient sees something, and sends it where a channel is named. The older link to the same ends.
 * On a tablet at the clinic it holds for 15 minutes and asks nothing; elsewhere it asks in which year the patient was born,
 * where the file says it.
 */
export async function makePatientLink(
  tx: Tx,
  { kind, here = false, ...wish }: LinkWish,
  { linkOf }: { linkOf(page: string, token: string): string },
): Promise<MadeLink> {
  const subject = SUBJECTS[kind]
  requireRight(tx, kind)
  await requireTemplate(tx, wish)
  requireSense({ ...wish, here })
  const patient = await wholePatientFile(tx, wish.patientId)
  const prepared = await subject.prepare(tx, { id: wish.subjectId, patientId: patient.id, isSent: !here })
  if (prepared.patientId !== patient.id) refuse('not_found', { resource: 'patient' })
  const { link, token } = await newPatientLink(tx, {
    ...{ kind, subjectId: prepared.subjectId, patientId: patient.id, documentId: prepared.documentId ?? null },
    expiresAt: await endOf(tx, { days: wish.days, here, endsAt: prepared.endsAt }),
    isKept: subject.isKept ?? false,
    asksBirthYear: !here && !subject.isAnonymous && patient.birth_date !== null,
  })
  const url = linkOf(subject.page, token)
  if (wish.channel !== 'none') await sendLink(tx, { ...wish, message: subject.message, patient, url })
  return { link, url }
}

function requireSense({ channel, days, here }: Omit<LinkWish, 'kind'>): void {
  if (here && channel !== 'none')
    refuseInput({ path: '/channel', code: 'exclusive', message: 'must be none for a tablet at the clinic' })
  if (here && days !== undefined)
    refuseInput({ path: '/days', code: 'exclusive', message: 'must not be given for a tablet at the clinic' })
}

async function endOf(
  tx: Tx,
  { days, here, endsAt }: { days: number | undefined; here: boolean; endsAt: string | null },
) {
  const now = Date.parse(tx.now)
  const wished = now + (here ? HERE_MS : (days ?? (await moneySettings(tx)).linkDays) * DAY_MS)
  return new Date(endsAt === null ? wished : Math.min(wished, Date.parse(endsAt))).toISOString()
}
