import type { LinkKind } from '../staff/mail-link.ts'
import type { MailText } from './mail-texts.ts'

interface Facts {
  /** The clinic that invites, or one that the person works in; null where there is none. */
  clinicName: string | null
  link: string
}

type Write = (facts: Facts) => { en: MailText; ar: MailText }

/** What people are written about their own login. */
const TEXTS: Readonly<Record<LinkKind, Write>> = {
  password_reset: ({ link }) => ({
    en: {
      subject: 'A new password',
      text: `Somebody asked for a new password for this e-mail address. With this link you can set one; it is good once, for thirty minutes: ${link}\n\nIf it was not you, you need do nothing: your password stays as it is.`,
    },
    ar: {
      subject: 'كلمة مرور جديدة',
      text: `طلب أحدهم كلمة مرور جديدة لهذا البريد الإلكتروني. يمكنكم تعيينها من هذا الرابط، وهو صالح لمرة واحدة ولمدة ثلاثين دقيقة: ${link}\n\nإن لم تكونوا أنتم من طلب ذلك فلا حاجة لأي إجراء، وتبقى كلمة المرور كما هي.`,
    },
  }),
  invitation: ({ clinicName, link }) => ({
    en: {
      subject: `${clinicName ?? 'A clinic'} invites you`,
      text: `You are invited to work with the console of ${clinicName ?? 'a clinic'}. This link is good once, for seven days: ${link}`,
    },
    ar: {
      subject: 'دعوة للانضمام إلى عيادة',
      text: `أنتم مدعوون للعمل على لوحة تحكم ${clinicName ?? 'عيادة'}. هذا الرابط صالح لمرة واحدة ولمدة سبعة أيام: ${link}`,
    },
  }),
}

/** A mail to one person in both languages of the platform. */
export function staffMailText(kind: LinkKind, facts: Facts): MailText {
  const { en, ar } = TEXTS[kind](facts)
  return { subject: `${en.subject} · ${ar.subject}`, text: `${en.text}\n\n${ar.text}\n` }
}
