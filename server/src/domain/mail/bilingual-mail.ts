export interface MailText {
  subject: string
  text: string
}

/** In both languages of the platform. */
export type BilingualMail = Record<'en' | 'ar', MailText>

/** Both in one mail, for what its reader speaks is not known; `first` is the language of who has it sent. */
export function bothIn({ en, ar }: BilingualMail, first: 'en' | 'ar' = 'en'): MailText {
  const [one, other] = first === 'en' ? [en, ar] : [ar, en]
  return { subject: `${one.subject} · ${other.subject}`, text: `${one.text}\n\n${other.text}\n` }
}
