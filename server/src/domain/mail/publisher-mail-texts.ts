import type { PublisherRole } from '@clinic/contract/publisher/roles.ts'
import type { BilingualMail } from './bilingual-mail.ts'

/** What the mail to a person says whom a publisher invites. */
export interface PublisherInvitation {
  publisher: string
  publisherAr: string | null
  person: string
  personAr: string | null
  role: PublisherRole
  hasLogin: boolean
  /** Of the person who invites; null where they have chosen none. */
  language: 'en' | 'ar' | null
}

/** Where the mail may lead. */
interface Ways {
  consoleUrl: string
  /** Whether a person who is invited may make a login of their own. */
  mayRegister: boolean
}

const ROLES: Readonly<Record<PublisherRole, { en: string; ar: string }>> = {
  OWNER: {
    en: 'as an owner, who publishes plugins and says who belongs to it',
    ar: 'بصفة مالك، ينشر الإضافات ويحدد أعضاء الفريق',
  },
  DEVELOPER: {
    en: 'as a developer, who uploads versions of plugins and tries them',
    ar: 'بصفة مطوّر، يرفع إصدارات الإضافات ويجرّبها',
  },
  VIEWER: { en: 'as a viewer, who reads and changes nothing', ar: 'بصفة مُطّلع، يقرأ ولا يغيّر شيئًا' },
}

/** What people call themselves, within its line and of nothing that a mail program would make a link of. */
const plain = (name: string): string =>
  name
    .replace(/[\s:/@\\]+/g, ' ')
    .replace(/\.(?=\S)/g, '. ')
    .trim()

/** What a person is to do: with a login to accept, without one to make it first. */
function stepsOf({ hasLogin }: PublisherInvitation, { consoleUrl, mayRegister }: Ways) {
  if (hasLogin)
    return {
      en: `Log in with this e-mail address and accept it under Publishers: ${consoleUrl}/publisher`,
      ar: `سجّلوا الدخول بهذا البريد الإلكتروني واقبلوا الدعوة من صفحة الناشرين: ${consoleUrl}/publisher`,
    }
  if (mayRegister)
    return {
      en: `You have no login with this e-mail address yet. Ask for one with this very address: ${consoleUrl}/signup\n\nThen accept the invitation under Publishers: ${consoleUrl}/publisher`,
      ar: `ليس لديكم حساب بهذا البريد الإلكتروني بعد. اطلبوا إنشاء حساب بهذا البريد نفسه: ${consoleUrl}/signup\n\nثم اقبلوا الدعوة من صفحة الناشرين: ${consoleUrl}/publisher`,
    }
  return {
    en: `You have no login with this e-mail address yet, and on this platform its operator alone makes them. Ask the operator for one, then accept the invitation under Publishers: ${consoleUrl}/publisher`,
    ar: `ليس لديكم حساب بهذا البريد الإلكتروني بعد، ولا تُنشأ الحسابات على هذه المنصة إلا من مشغّلها. اطلبوا منه حسابًا، ثم اقبلوا الدعوة من صفحة الناشرين: ${consoleUrl}/publisher`,
  }
}

/** Who invites to what, and what to do. */
export function publisherInvitationText(said: PublisherInvitation, ways: Ways): BilingualMail {
  const [person, publisher] = [plain(said.person), plain(said.publisher)]
  const [personAr, publisherAr] = [plain(said.personAr ?? said.person), plain(said.publisherAr ?? said.publisher)]
  const [role, steps] = [ROLES[said.role], stepsOf(said, ways)]
  return {
    en: {
      subject: `${publisher} invites you`,
      text: `${person} invites you to the publisher ${publisher}, which makes plugins for clinics, ${role.en}. ${steps.en}\n\nIf you do not know them, you need do nothing: you belong to no publisher before you accept.`,
    },
    ar: {
      subject: `دعوة للانضمام إلى ${publisherAr}`,
      text: `يدعوكم ${personAr} للانضمام إلى الناشر ${publisherAr} الذي يطوّر إضافات للعيادات، ${role.ar}. ${steps.ar}\n\nإن لم تكونوا تعرفونهم فلا حاجة لأي إجراء، فلا تنضمون إلى أي ناشر قبل أن تقبلوا.`,
    },
  }
}
