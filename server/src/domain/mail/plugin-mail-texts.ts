import { isRecord } from '@clinic/contract/json-schema.ts'
import { isScopeName, SCOPES } from '@clinic/contract/scopes.ts'
import type { BilingualMail } from './bilingual-mail.ts'

const textIn = (data: Record<string, unknown>, name: string): string => {
  const value = data[name]
  return typeof value === 'string' ? value.replace(/\s+/g, ' ') : ''
}

/** A line for each scope that is asked about: what it allows, and how often it was used. */
function linesOf(uses: unknown, language: 'en' | 'ar'): string {
  const rows = Array.isArray(uses) ? uses.filter(isRecord) : []
  const line = ({ scope, requests, lastUsedAt }: Record<string, unknown>): string => {
    const name = String(scope)
    const sentence = isScopeName(name) ? SCOPES[name][language] : ''
    const last = typeof lastUsedAt === 'string' ? lastUsedAt.slice(0, 10) : undefined
    return language === 'en'
      ? `- ${name}: ${sentence} Requests in 90 days: ${requests}. Last used: ${last ?? 'never'}.`
      : `- ${name}: ${sentence} الطلبات في 90 يومًا: ${requests}. آخر استخدام: ${last ?? 'لم يُستخدم'}.`
  }
  return rows.map(line).join('\n')
}

/** What the support of a plugin is written by a clinic that asks why it needs what it does not use. */
export function scopesAskedText(data: Record<string, unknown>): BilingualMail {
  const [clinic, slug, version] = [textIn(data, 'clinicName'), textIn(data, 'pluginSlug'), textIn(data, 'version')]
  const [person, replyTo, note] = [textIn(data, 'askedBy'), textIn(data, 'replyTo'), textIn(data, 'note')]
  return {
    en: {
      subject: `${clinic} asks about the permissions of ${slug}`,
      text: `${person} of ${clinic} asks why the plugin ${slug} (version ${version}) requires these permissions, which it may be able to do without:\n\n${linesOf(data.uses, 'en')}\n\n${note && `${note}\n\n`}Required permissions go only together with the plugin. A version that requires fewer is taken over by the clinic by itself. Answer to ${replyTo}.`,
    },
    ar: {
      subject: `استفسار عن صلاحيات ${slug}`,
      text: `يسأل ${person} من ${clinic} عن سبب حاجة الإضافة ${slug} (الإصدار ${version}) إلى الصلاحيات التالية، وقد تكون غير لازمة لها:\n\n${linesOf(data.uses, 'ar')}\n\n${note && `${note}\n\n`}لا تُلغى الصلاحيات اللازمة إلا مع الإضافة نفسها. والإصدار الذي يطلب صلاحيات أقل ينتقل إليه العمل في العيادة تلقائيًا. يُرجى الرد على ${replyTo}.`,
    },
  }
}
