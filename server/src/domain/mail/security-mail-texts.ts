import { isRecord } from '@clinic/contract/json-schema.ts'
import type { SecurityEventKind } from '@clinic/contract/staff/security-events.ts'
import type { BilingualMail } from './bilingual-mail.ts'

/** What an event is about, as words of a sentence. */
interface Facts {
  person: string
  plugin: string
  network: string
  browser: string
  key: string
  cause: string
  level: string
  limit: string
  command: string
  day: string
  where: string
}

/** What happened, in a few words for the subject and in a sentence. */
interface Told {
  en: readonly [subject: string, sentence: string]
  ar: readonly [subject: string, sentence: string]
}

const MISUSE: Readonly<Record<string, { en: string; ar: string }>> = {
  address: { en: 'from an address that it may not be used from', ar: 'من عنوان غير مسموح باستخدامه منه' },
  ended: { en: 'again and again after it had ended', ar: 'مرارًا بعد انتهاء صلاحيته' },
  networks: { en: 'from many networks within an hour', ar: 'من شبكات كثيرة خلال ساعة واحدة' },
}

const massRead = ({ plugin, level, limit }: Facts): Told =>
  level === 'CRITICAL'
    ? {
        en: [
          'a plugin reached its patients a day',
          `The plugin ${plugin} has been shown records of as many patients as it may in a day (${limit}). It reads no further ones until midnight. Raise the limit if this is right, or suspend the plugin.`,
        ],
        ar: [
          'بلغت إضافة حدّها اليومي من المرضى',
          `اطّلعت الإضافة ${plugin} على سجلات أكبر عدد مسموح به من المرضى في اليوم (${limit})، ولن تطّلع على غيرهم حتى منتصف الليل. يمكنكم رفع الحد إن كان ذلك صحيحًا، أو إيقاف الإضافة مؤقتًا.`,
        ],
      }
    : {
        en: [
          'a plugin reads records of many patients',
          `The plugin ${plugin} has been shown records of half as many patients as it may in a day (${limit}). Raise the limit if this is right, or suspend the plugin.`,
        ],
        ar: [
          'إضافة تطّلع على سجلات كثير من المرضى',
          `اطّلعت الإضافة ${plugin} على سجلات نصف العدد المسموح به من المرضى في اليوم (${limit}). يمكنكم رفع الحد إن كان ذلك صحيحًا، أو إيقاف الإضافة مؤقتًا.`,
        ],
      }

/** The kinds that are written about; the others are listed in the console alone. */
const TOLD: Readonly<Partial<Record<SecurityEventKind, (facts: Facts) => Told>>> = {
  owner_added: ({ person }) => ({
    en: ['a new owner', `${person} is an owner of the clinic now, and may do everything there.`],
    ar: ['مالك جديد', `أصبح ${person} مالكًا للعيادة، وله جميع الصلاحيات فيها.`],
  }),
  admin_added: ({ person }) => ({
    en: ['a new administrator', `${person} is an administrator of the clinic now.`],
    ar: ['مدير جديد', `أصبح ${person} مديرًا في العيادة.`],
  }),
  new_device: ({ person, browser, network }) => ({
    en: ['a login from a new device', `${person} logged in with ${browser} from the network ${network}, new for them.`],
    ar: ['تسجيل دخول من جهاز جديد', `سجّل ${person} الدخول عبر ${browser} من الشبكة ${network} لأول مرة.`],
  }),
  login_failures: ({ person, network }) => ({
    en: ['many failed logins', `Logins as ${person} keep failing, lately from the network ${network}.`],
    ar: ['محاولات دخول فاشلة كثيرة', `تتكرر محاولات الدخول الفاشلة باسم ${person}، وآخرها من الشبكة ${network}.`],
  }),
  second_factor_removed: ({ person }) => ({
    en: ['a second factor was removed', `${person} has removed the second factor of their login.`],
    ar: ['إزالة وسيلة التحقق الثانية', `أزال ${person} وسيلة التحقق الثانية من حسابه.`],
  }),
  recovery_code_used: ({ person }) => ({
    en: ['a recovery code was used', `${person} has logged in with a recovery code in place of the second factor.`],
    ar: ['استخدام رمز استرداد', `استخدم ${person} رمز استرداد بدلًا من وسيلة التحقق الثانية.`],
  }),
  password_reset: ({ person }) => ({
    en: ['a password was reset', `${person} has set a new password by a link that came by e-mail.`],
    ar: ['إعادة تعيين كلمة مرور', `عيّن ${person} كلمة مرور جديدة عبر رابط أُرسل بالبريد الإلكتروني.`],
  }),
  token_misuse: ({ plugin, key, cause }) => ({
    en: [
      'a key of a plugin is misused',
      `The key ${key}… of the plugin ${plugin} was used ${MISUSE[cause]?.en ?? ''}. It may have come into other hands: end the key and give the plugin another.`,
    ],
    ar: [
      'إساءة استخدام مفتاح إحدى الإضافات',
      `استُخدم المفتاح ${key}… للإضافة ${plugin} ${MISUSE[cause]?.ar ?? ''}. قد يكون قد وصل إلى أيدٍ أخرى: أنهوا المفتاح وأعطوا الإضافة مفتاحًا آخر.`,
    ],
  }),
  mass_read: massRead,
  audit_broken: ({ day, where }) => ({
    en: [
      'the audit trail does not verify',
      `The audit trail of ${day} is not as it was sealed: look at ${where}. Ask the operator of the platform.`,
    ],
    ar: ['سجل التدقيق غير سليم', `سجل التدقيق ليوم ${day} يختلف عمّا خُتم عليه، انظروا ${where}. راجعوا مشغّل المنصة.`],
  }),
  operator_wrote: ({ command }) => ({
    en: ['the operator changed something', `The operator of the platform has run ${command} on your clinic.`],
    ar: ['أجرى مشغّل المنصة تغييرًا', `نفّذ مشغّل المنصة الأمر ${command} على عيادتكم.`],
  }),
}

const isTold = (kind: string): kind is keyof typeof TOLD => Object.hasOwn(TOLD, kind)

/** What people call themselves stays within its line. */
const wordIn = (data: Record<string, unknown>, name: string): string => String(data[name] ?? '?').replace(/\s+/g, ' ')

/** What owners, or the person whose login it is, are written of a security event; nothing for a kind without a text. */
export function securityMailText(clinicName: string, consoleUrl: string, data: unknown): BilingualMail | undefined {
  const given = isRecord(data) ? data : {}
  const kind = String(given.alarm)
  const tell = isTold(kind) ? TOLD[kind] : undefined
  if (!tell) return undefined
  const told = tell({
    person: wordIn(given, 'userName'),
    plugin: wordIn(given, 'pluginSlug'),
    network: wordIn(given, 'network'),
    browser: wordIn(given, 'browser'),
    key: wordIn(given, 'tokenHint'),
    cause: wordIn(given, 'cause'),
    level: wordIn(given, 'level'),
    limit: wordIn(given, 'patientsPerDay'),
    command: wordIn(given, 'command'),
    day: wordIn(given, 'day'),
    where: wordIn(given, given.seal === undefined ? 'recordId' : 'seal'),
  })
  const [en, enSentence] = told.en
  const [ar, arSentence] = told.ar
  return {
    en: { subject: `${clinicName}: ${en}`, text: `${enSentence} Look at it in the console: ${consoleUrl}` },
    ar: { subject: ar, text: `${arSentence} التفاصيل في لوحة التحكم: ${consoleUrl}` },
  }
}
