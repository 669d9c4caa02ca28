import { isRecord } from '@clinic/contract/json-schema.ts'
import { type BilingualMail, bothIn, type MailText } from './bilingual-mail.ts'
import { scopesAskedText } from './plugin-mail-texts.ts'
import { securityMailText } from './security-mail-texts.ts'

interface MailFacts {
  clinicName: string
  /** Where the clinic's people log in. */
  consoleUrl: string
  data: Record<string, unknown>
}

type Write = (facts: MailFacts) => BilingualMail | undefined

/** What owners are written, by the template's name in `outgoing_mail`. No patient is ever named. */
const TEXTS: Readonly<Record<string, Write>> = {
  webhook_endpoint_disabled: ({ clinicName, consoleUrl, data }) => {
    const count = Number(data.consecutiveFailures) || 0
    return {
      en: {
        subject: `${clinicName}: a plugin's webhook was switched off`,
        text: `${count} notifications in a row could not be delivered to a plugin of your clinic, so its webhook was switched off. Nothing is lost: what happens meanwhile can be delivered later. Ask the plugin's maker to look into it, then switch the webhook on again: ${consoleUrl}`,
      },
      ar: {
        subject: 'تم إيقاف إشعارات أحد الملحقات',
        text: `تعذّر تسليم ${count} إشعاراً متتالياً إلى أحد ملحقات عيادتكم، فتم إيقاف إشعاراته. لم يُفقد شيء: ما يحدث في هذه الأثناء يمكن تسليمه لاحقاً. اطلبوا من مطوّر الملحق معالجة الأمر ثم أعيدوا التشغيل: ${consoleUrl}`,
      },
    }
  },
  plugin_requested: ({ clinicName, consoleUrl, data }) => {
    const [name, slug] = [String(data.name ?? ''), String(data.slug ?? '')]
    return {
      en: {
        subject: `${clinicName}: a plugin is asked for`,
        text: `${name}, who works in your clinic, asks you to install the plugin ${slug}. Look at what it would be allowed to do, then install it or say no. Without an answer the request ends after 30 days: ${consoleUrl}`,
      },
      ar: {
        subject: 'طلب تثبيت إضافة',
        text: `يطلب ${name}، أحد العاملين في عيادتكم، تثبيت الإضافة ${slug}. اطّلعوا على ما سيُسمح لها به، ثم ثبّتوها أو ارفضوا الطلب. ينتهي الطلب بعد 30 يومًا إن لم يُجب عنه: ${consoleUrl}`,
      },
    }
  },
  plugin_token_ending: ({ clinicName, consoleUrl, data }) => {
    const [key, slug, days] = [String(data.tokenName ?? ''), String(data.pluginSlug ?? ''), Number(data.days) || 0]
    return {
      en: {
        subject: `${clinicName}: a key of a plugin ends soon`,
        text: `The key ${key} of the plugin ${slug} ends within ${days === 1 ? 'a day' : `${days} days`}. Then the plugin is refused. Replace the key together with the plugin's maker: ${consoleUrl}`,
      },
      ar: {
        subject: 'مفتاح إحدى الإضافات ينتهي قريبًا',
        text: `ينتهي المفتاح ${key} للإضافة ${slug} خلال ${days === 1 ? 'يوم' : `مدة أقصاها ${days} يومًا`}، وبعدها تُرفض طلبات الإضافة. استبدلوا المفتاح بالتنسيق مع مطوّر الإضافة: ${consoleUrl}`,
      },
    }
  },
  assistant_connected: ({ clinicName, consoleUrl, data }) => {
    const host = String(data.host ?? '')
    const also = data.contacts === true ? ' It may also see phone numbers and addresses of patients in full.' : ''
    const alsoAr = data.contacts === true ? ' ويمكنه أيضًا الاطلاع على أرقام هواتف المرضى وعناوينهم كاملةً.' : ''
    return {
      en: {
        subject: `${clinicName}: an assistant was connected`,
        text: `An assistant at ${host} was connected with the login of somebody who works in the clinic, and may now read there.${also} What it may read and until when is in the console. If it was not you, or should not be, disconnect it there: ${consoleUrl}`,
      },
      ar: {
        subject: 'تم ربط مساعد بالعيادة',
        text: `تم ربط مساعد على العنوان ${host} بحساب أحد العاملين في العيادة، ويمكنه الآن القراءة منها.${alsoAr} تجدون في لوحة التحكم ما تمكن قراءته وحتى متى. إن لم تكونوا أنتم من ربطه أو كان ذلك غير مرغوب فيه فألغوا الربط من هناك: ${consoleUrl}`,
      },
    }
  },
  assistant_token_stolen: ({ clinicName, consoleUrl, data }) => {
    const host = String(data.host ?? '')
    return {
      en: {
        subject: `${clinicName}: an assistant was disconnected for safety`,
        text: `A key of the assistant at ${host} was used twice, which happens when somebody else has a copy of it. The connection was ended at once. Whoever used the assistant can connect it again: ${consoleUrl}`,
      },
      ar: {
        subject: 'تم إلغاء ربط مساعد حرصًا على الأمان',
        text: `استُخدم مفتاح المساعد على العنوان ${host} مرتين، وهذا يحدث عندما تكون لدى شخص آخر نسخة منه. تم إنهاء الربط فورًا، ويمكن لمن كان يستخدم المساعد ربطه من جديد: ${consoleUrl}`,
      },
    }
  },
  audit_anchor: ({ clinicName, consoleUrl, data }) => {
    const of = (name: string) => String(data[name] ?? '')
    const facts = [`day ${of('day')}`, `seal ${of('number')}`, `records ${of('size')}`, `root ${of('root')}`]
    const told = [...facts, `hash ${of('hash')}`, `key ${of('key')}`].join(' · ')
    return {
      en: {
        subject: `${clinicName}: the seal of your audit trail`,
        text: `Keep this mail: it holds the last seal of your clinic's audit trail, and with it all that was recorded before. Who compares it with an export of the audit sees whether anything was changed since, even by the operator of the platform. ${told}. ${consoleUrl}`,
      },
      ar: {
        subject: 'ختم سجل التدقيق',
        text: `احتفظوا بهذه الرسالة: فيها آخر ختم لسجل التدقيق في عيادتكم، ويشمل كل ما سُجّل قبله. من يقارنه بنسخة مصدّرة من السجل يرى إن كان قد تغيّر شيء منذ ذلك الحين، ولو من مشغّل المنصة نفسه. ${told}. ${consoleUrl}`,
      },
    }
  },
  plugin_scopes_asked: ({ data }) => scopesAskedText(data),
  security_event: ({ clinicName, consoleUrl, data }) => securityMailText(clinicName, consoleUrl, data),
}

/** A mail in both languages; nothing for a template that has no text. */
export function mailText(
  template: string,
  { data, ...facts }: Omit<MailFacts, 'data'> & { data: unknown },
): MailText | undefined {
  const write = Object.hasOwn(TEXTS, template) ? TEXTS[template] : undefined
  const written = write?.({ ...facts, data: isRecord(data) ? data : {} })
  return written && bothIn(written)
}
