import type { SecurityEventKind } from '@clinic/contract/staff/security-events.ts'
import { isolated } from '../../lib/language.ts'

type AlarmTexts = Readonly<Record<SecurityEventKind, (plugin: string) => string>>

/** What each security event is called above a room. */
export const alarmsEn: AlarmTexts = {
  owner_added: () => 'The clinic has a new owner.',
  admin_added: () => 'The clinic has a new administrator.',
  new_device: () => 'There was a login with a browser or from a network that was not seen before.',
  login_failures: () => 'There are many failed logins.',
  second_factor_removed: () => 'The second factor of a login was removed.',
  recovery_code_used: () => 'A recovery code was used in place of a second factor.',
  password_reset: () => 'The password of a login was reset.',
  token_misuse: plugin => `A key of the plugin ${isolated(plugin)} is misused.`,
  mass_read: plugin => `The plugin ${isolated(plugin)} reads records of many patients today.`,
  audit_broken: () => 'The audit trail does not verify.',
  operator_wrote: () => 'The operator of the platform changed something in this clinic.',
  token_created: plugin => `The plugin ${isolated(plugin)} has a new key.`,
  scope_added: plugin => `The plugin ${isolated(plugin)} may do more now.`,
  installed: plugin => `The plugin ${isolated(plugin)} was installed.`,
  upgraded: plugin => `The plugin ${isolated(plugin)} was upgraded.`,
  stopped: plugin => `The plugin ${isolated(plugin)} was stopped.`,
  shared_ids: plugin => `Record ids are shared with the developer of ${isolated(plugin)}.`,
  export: () => 'Records were exported.',
  erasure: () => 'A patient’s records are being erased.',
}

export const alarmsAr: AlarmTexts = {
  owner_added: () => 'أصبح للعيادة مالك جديد.',
  admin_added: () => 'أصبح للعيادة مدير جديد.',
  new_device: () => 'سُجّل دخول من متصفح أو شبكة لم يُستخدما من قبل.',
  login_failures: () => 'هناك محاولات دخول فاشلة كثيرة.',
  second_factor_removed: () => 'أُزيلت وسيلة التحقق الثانية من أحد الحسابات.',
  recovery_code_used: () => 'استُخدم رمز استرداد بدلًا من وسيلة التحقق الثانية.',
  password_reset: () => 'أُعيد تعيين كلمة مرور أحد الحسابات.',
  token_misuse: plugin => `يُساء استخدام أحد مفاتيح الإضافة ${isolated(plugin)}.`,
  mass_read: plugin => `تطّلع الإضافة ${isolated(plugin)} اليوم على سجلات كثير من المرضى.`,
  audit_broken: () => 'سجل التدقيق غير سليم.',
  operator_wrote: () => 'أجرى مشغّل المنصة تغييرًا في هذه العيادة.',
  token_created: plugin => `للإضافة ${isolated(plugin)} مفتاح جديد.`,
  scope_added: plugin => `مُنحت الإضافة ${isolated(plugin)} صلاحيات أكثر.`,
  installed: plugin => `ثُبّتت الإضافة ${isolated(plugin)}.`,
  upgraded: plugin => `رُقّيت الإضافة ${isolated(plugin)}.`,
  stopped: plugin => `أُوقفت الإضافة ${isolated(plugin)}.`,
  shared_ids: plugin => `تُشارَك معرّفات السجلات مع مطوّر الإضافة ${isolated(plugin)}.`,
  export: () => 'صُدّرت سجلات.',
  erasure: () => 'يجري محو سجلات أحد المرضى.',
}
