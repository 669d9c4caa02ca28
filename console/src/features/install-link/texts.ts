import { texts } from '../../lib/language.ts'

/** Where the link of a private plugin leads. */
export const installLinkTexts = texts({
  en: {
    title: 'A plugin for your clinic',
    lead: 'A publisher has sent you this link. Opening it puts the plugin into the catalogue of a clinic. It installs nothing yet: you see everything that it asks for first.',
    clinic: 'Clinic',
    open: 'Show me the plugin',
    dead: 'This link is not good any more. It was used up, has ended, or was mistyped. Ask the publisher for a new one.',
    noClinic: 'You are owner or administrator of no clinic. Send the link to an owner of yours.',
    toClinics: 'To the console',
  },
  ar: {
    title: 'إضافة لعيادتك',
    lead: 'أرسل إليك ناشر هذا الرابط. فتحه يضع الإضافة في قائمة الإضافات لدى عيادة. لا يثبّت شيئًا بعد: ترى أولًا كل ما تطلبه.',
    clinic: 'العيادة',
    open: 'أظهر الإضافة',
    dead: 'لم يعد هذا الرابط صالحًا. استُنفد أو انتهى أو كُتب بشكل غير صحيح. اطلب من الناشر رابطًا جديدًا.',
    noClinic: 'لست مالكًا أو مديرًا لأي عيادة. أرسل الرابط إلى مالك عيادتك.',
    toClinics: 'إلى لوحة التحكم',
  },
})
