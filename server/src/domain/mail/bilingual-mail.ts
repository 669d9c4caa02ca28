export interface MailText {
  subject: string
  text: string
}

/** In both languages of the platform. */
export type BilingualMail = Record<'en' | 'ar', MailText>

export const bothIn = ({ en, ar }: BilingualMail): MailText => ({
  subject: `${en.subject} · ${ar.subject}`,
  text: `${en.text}\n\n${ar.text}\n`,
})
