import type { LinkKind } from '../staff/mail-link.ts'
import { type BilingualMail, bothIn, type MailText } from './bilingual-mail.ts'

/** What people are written about their own login. */
export type StaffMailKind =
  | LinkKind
  | 'password_changed'
  | 'second_factor_changed'
  | 'registration_known'
  | 'review_waiting'
  | 'reviewer_role'

interface Facts {
  /** The clinic that invites, or one that the person works in; null where there is none. */
  clinicName: string | null
  /** Where the mail leads. */
  link: string
}

const TEXTS: Readonly<Record<StaffMailKind, (facts: Facts) => BilingualMail>> = {
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
  registration: ({ link }) => ({
    en: {
      subject: 'Your login for making plugins',
      text: `Somebody asked for a login with this e-mail address, to make plugins for clinics. With this link you choose a password; it is good once, for a day: ${link}\n\nIf it was not you, you need do nothing: without the link there is no login.`,
    },
    ar: {
      subject: 'حسابكم لتطوير الإضافات',
      text: `طلب أحدهم إنشاء حساب بهذا البريد الإلكتروني لتطوير إضافات للعيادات. اختاروا كلمة المرور من هذا الرابط، وهو صالح لمرة واحدة ولمدة يوم: ${link}\n\nإن لم تكونوا أنتم من طلب ذلك فلا حاجة لأي إجراء، فلا يُنشأ أي حساب دون الرابط.`,
    },
  }),
  registration_known: ({ link }) => ({
    en: {
      subject: 'You have a login already',
      text: `Somebody asked for a login with this e-mail address, to make plugins for clinics. You log in with it already, so there is nothing to do but to log in: ${link}\n\nIf it was not you, you need do nothing.`,
    },
    ar: {
      subject: 'لديكم حساب بالفعل',
      text: `طلب أحدهم إنشاء حساب بهذا البريد الإلكتروني لتطوير إضافات للعيادات. لديكم حساب بهذا البريد بالفعل، فيكفي تسجيل الدخول: ${link}\n\nإن لم تكونوا أنتم من طلب ذلك فلا حاجة لأي إجراء.`,
    },
  }),
  review_waiting: ({ link }) => ({
    en: {
      subject: 'A version of a plugin waits for you',
      text: `A publisher has handed a version of a plugin in to be listed. Log in and decide about it under Reviews: ${link}`,
    },
    ar: {
      subject: 'نسخة من إضافة بانتظار مراجعتكم',
      text: `أرسل أحد الناشرين نسخة من إضافة لإدراجها. سجّلوا الدخول واتخذوا القرار بشأنها في صفحة المراجعات: ${link}`,
    },
  }),
  reviewer_role: ({ link }) => ({
    en: {
      subject: 'What you may do as a reviewer has changed',
      text: `The operator of the platform has given your login the role of a reviewer, or taken it back. If you did not expect it, change your password and ask the operator: ${link}`,
    },
    ar: {
      subject: 'تغيّرت صلاحياتكم كمراجع',
      text: `منح مشغّل المنصة حسابكم دور المراجع أو سحبه. إن لم تكونوا تتوقعون ذلك فغيّروا كلمة المرور واسألوا المشغّل: ${link}`,
    },
  }),
  password_changed: ({ link }) => ({
    en: {
      subject: 'Your password was changed',
      text: `The password of your login was changed, and you were logged out elsewhere. If it was not you, ask for a new password at once and tell the owner of your clinic: ${link}`,
    },
    ar: {
      subject: 'تم تغيير كلمة المرور',
      text: `تم تغيير كلمة مرور حسابكم وتسجيل خروجكم من الأجهزة الأخرى. إن لم تكونوا أنتم من فعل ذلك فاطلبوا كلمة مرور جديدة فورًا وأبلغوا مالك العيادة: ${link}`,
    },
  }),
  second_factor_changed: ({ link }) => ({
    en: {
      subject: 'Your second factor was changed',
      text: `The second factor of your login, or its recovery codes, were changed. If it was not you, change your password at once and tell the owner of your clinic: ${link}`,
    },
    ar: {
      subject: 'تم تغيير وسيلة التحقق الثانية',
      text: `تم تغيير وسيلة التحقق الثانية لحسابكم أو رموز الاسترداد. إن لم تكونوا أنتم من فعل ذلك فغيّروا كلمة المرور فورًا وأبلغوا مالك العيادة: ${link}`,
    },
  }),
}

/** A mail to one person in both languages of the platform. */
export const staffMailText = (kind: StaffMailKind, facts: Facts): MailText => bothIn(TEXTS[kind](facts))
