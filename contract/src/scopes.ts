/** The 48 scopes (specification, Authentication) with the sentence that the consent screen shows a clinic owner. */
export const SCOPES = {
  'patients:read': {
    en: 'See the list of patients: file numbers, gender, branch, doctor and the last two digits of phone numbers, without names.',
    ar: 'الاطلاع على قائمة المرضى: أرقام الملفات والجنس والفرع والطبيب وآخر رقمين من الهاتف، دون الأسماء.',
  },
  'patients:read.pii': {
    en: "See patients' full names, phone numbers, e-mail and home addresses, dates of birth, national ids and insurance, also where leads, messages, forms and insurance policies hold them.",
    ar: 'الاطلاع على أسماء المرضى الكاملة وأرقام هواتفهم وبريدهم الإلكتروني وعناوينهم وتواريخ ميلادهم وأرقام هوياتهم وتأمينهم، وكذلك حيثما وردت لدى العملاء المحتملين وفي الرسائل والنماذج ووثائق التأمين.',
  },
  'patients:write': {
    en: "Open new patient files and change patients' details, including names, phone numbers and ids.",
    ar: 'فتح ملفات مرضى جديدة وتعديل بيانات المرضى، بما فيها الأسماء وأرقام الهواتف والهويات.',
  },
  'appointments:read': {
    en: 'See all appointments: time, doctor, patient file, room, status, and what was noted about them.',
    ar: 'الاطلاع على جميع المواعيد: الوقت والطبيب وملف المريض والغرفة والحالة وما كُتب عنها من ملاحظات.',
  },
  'appointments:write': {
    en: 'Book, move, change and cancel appointments.',
    ar: 'حجز المواعيد ونقلها وتعديلها وإلغاؤها.',
  },
  'invoices:read': {
    en: 'See invoices: amounts, discounts, tax, what was paid and what is still owed, for each patient file.',
    ar: 'الاطلاع على الفواتير: المبالغ والخصومات والضريبة والمدفوع والمتبقي، لكل ملف مريض.',
  },
  'invoices:write': {
    en: 'Create invoices and change them.',
    ar: 'إنشاء الفواتير وتعديلها.',
  },
  'payments:read': {
    en: 'See the payments and refunds recorded for each patient file.',
    ar: 'الاطلاع على الدفعات والمبالغ المستردة المسجلة لكل ملف مريض.',
  },
  'payments:write': {
    en: 'Record payments on invoices, and see the names of the cash boxes and accounts they go to.',
    ar: 'تسجيل الدفعات على الفواتير، والاطلاع على أسماء الصناديق والحسابات التي تُودَع فيها.',
  },
  'treatments:read': {
    en: "See patients' treatments: procedures, teeth, diagnoses, progress and prices.",
    ar: 'الاطلاع على علاجات المرضى: الإجراءات والأسنان والتشخيصات والتقدم والأسعار.',
  },
  'availability:read': {
    en: 'See when doctors are free to be booked.',
    ar: 'الاطلاع على أوقات الأطباء المتاحة للحجز.',
  },
  'webhooks:manage': {
    en: 'Choose the web addresses to which notices of the events you allow are sent.',
    ar: 'تحديد العناوين الإلكترونية التي تُرسَل إليها إشعارات الأحداث التي تسمح بها.',
  },
  'settings:read': {
    en: 'See the settings you entered for this plugin; secret ones stay hidden.',
    ar: 'الاطلاع على الإعدادات التي أدخلتها لهذه الإضافة، وتبقى السرية منها مخفية.',
  },
  'settings:write': {
    en: 'Change the settings of this plugin in your clinic.',
    ar: 'تغيير إعدادات هذه الإضافة في عيادتك.',
  },
  'clinic:read': {
    en: "See the clinic's profile and branches: names, addresses, opening hours, currency and tax registration.",
    ar: 'الاطلاع على بيانات العيادة وفروعها: الأسماء والعناوين وساعات العمل والعملة والتسجيل الضريبي.',
  },
  'practitioners:read': {
    en: 'See the names, roles, specialties and branches of doctors and staff.',
    ar: 'الاطلاع على أسماء الأطباء والموظفين وأدوارهم وتخصصاتهم وفروعهم.',
  },
  'practitioners:read.contact': {
    en: 'See the phone numbers and e-mail addresses of doctors and staff.',
    ar: 'الاطلاع على أرقام هواتف الأطباء والموظفين وبريدهم الإلكتروني.',
  },
  'procedures:read': {
    en: 'See the list of procedures with their prices, and the list of medications.',
    ar: 'الاطلاع على قائمة الإجراءات وأسعارها، وعلى قائمة الأدوية.',
  },
  'laborders:read': {
    en: 'See labs, their items and prices, and the work ordered from them for each patient file.',
    ar: 'الاطلاع على المعامل وأصنافها وأسعارها، وعلى الأعمال المطلوبة منها لكل ملف مريض.',
  },
  'laborders:write': {
    en: 'Mark lab work as received or delivered, and change its shade and notes.',
    ar: 'تسجيل استلام أعمال المعمل أو تسليمها، وتعديل لونها وملاحظاتها.',
  },
  'quotations:read': {
    en: 'See the price offers made to patients, their diagnosis, and whether they were signed.',
    ar: 'الاطلاع على عروض الأسعار المقدمة للمرضى وتشخيصها وما إذا كانت قد وُقِّعت.',
  },
  'prescriptions:read': {
    en: 'See the medications prescribed to each patient, and the list of medications.',
    ar: 'الاطلاع على الأدوية الموصوفة لكل مريض، وعلى قائمة الأدوية.',
  },
  'forms:read': {
    en: 'See forms, what patients answered in them save phone numbers and e-mail addresses, and which consent forms were signed.',
    ar: 'الاطلاع على النماذج وما أجاب به المرضى فيها عدا أرقام الهواتف والبريد الإلكتروني، ونماذج الموافقة الموقَّعة.',
  },
  'forms:write': {
    en: "Submit filled-in forms to patients' files.",
    ar: 'إضافة نماذج معبأة إلى ملفات المرضى.',
  },
  'encounters:read': {
    en: "See doctors' visit notes: complaints, diagnoses, tests and their results, and vital signs.",
    ar: 'الاطلاع على ملاحظات الأطباء عن الزيارات: الشكاوى والتشخيصات والفحوص ونتائجها والعلامات الحيوية.',
  },
  'encounters:write': {
    en: "Add measurements such as blood pressure or weight to patients' visits.",
    ar: 'إضافة قياسات مثل ضغط الدم أو الوزن إلى زيارات المرضى.',
  },
  'files:read': {
    en: "See and download patients' files and x-ray images.",
    ar: 'الاطلاع على ملفات المرضى وصور الأشعة وتنزيلها.',
  },
  'files:write': {
    en: "Add files and x-ray images to patients' records.",
    ar: 'إضافة ملفات وصور أشعة إلى سجلات المرضى.',
  },
  'insurance:read': {
    en: 'See insurance companies, their policies with their numbers, and what they cover.',
    ar: 'الاطلاع على شركات التأمين ووثائقها بأرقامها، وما تغطيه.',
  },
  'claims:read': {
    en: 'See insurance claims: amounts claimed, received and rejected, and the invoices in them.',
    ar: 'الاطلاع على مطالبات التأمين: المبالغ المطلوبة والمستلمة والمرفوضة والفواتير التي تشملها.',
  },
  'onlinepayments:read': {
    en: 'See online payments: amounts, whether they succeeded, and their payment links.',
    ar: 'الاطلاع على المدفوعات الإلكترونية: المبالغ ونجاحها وروابط الدفع الخاصة بها.',
  },
  'paymentlinks:write': {
    en: 'Create payment pages through which patients pay invoices online.',
    ar: 'إنشاء صفحات دفع يسدد المرضى من خلالها الفواتير عبر الإنترنت.',
  },
  'einvoices:read': {
    en: 'See which invoices were sent to the tax authority, and what it answered.',
    ar: 'الاطلاع على الفواتير المرسلة إلى هيئة الضرائب وعلى ردها.',
  },
  'leads:read': {
    en: 'See prospective patients: their stage, and until they become patients their names, phone numbers and e-mail addresses.',
    ar: 'الاطلاع على العملاء المحتملين: مرحلتهم، وأسماؤهم وأرقام هواتفهم وبريدهم الإلكتروني إلى أن يصبحوا مرضى.',
  },
  'leads:write': {
    en: 'Add prospective patients, move them between stages and assign them to staff.',
    ar: 'إضافة عملاء محتملين ونقلهم بين المراحل وإسنادهم إلى الموظفين.',
  },
  'communications:read': {
    en: 'See the messages your clinic sent, to whom in your records, when, and the beginning of the template that they were made from.',
    ar: 'الاطلاع على الرسائل التي أرسلتها عيادتك: لمن في سجلاتك ومتى وبداية القالب الذي كُتبت منه.',
  },
  'communications:send': {
    en: "Send WhatsApp and SMS messages to patients in your clinic's name, which may cost you money, and see your message templates.",
    ar: 'إرسال رسائل واتساب ورسائل نصية إلى المرضى باسم عيادتك، وقد يكلفك ذلك مالاً، والاطلاع على قوالب رسائلك.',
  },
  'conversations:read': {
    en: 'Read your chat conversations with patients and other people, including the text of every message.',
    ar: 'قراءة محادثاتك مع المرضى وغيرهم، بما فيها نص كل رسالة.',
  },
  'conversations:write': {
    en: 'Assign conversations to staff and mark them as resolved.',
    ar: 'إسناد المحادثات إلى الموظفين ووضع علامة عليها بأنها حُلَّت.',
  },
  'loyalty:read': {
    en: "See patients' loyalty points and how they were earned and spent.",
    ar: 'الاطلاع على نقاط ولاء المرضى وكيف اكتُسبت وصُرفت.',
  },
  'loyalty:write': {
    en: 'Give patients loyalty points and redeem them.',
    ar: 'منح المرضى نقاط ولاء واستبدالها.',
  },
  'feedback:read': {
    en: 'See the ratings and comments that patients left.',
    ar: 'الاطلاع على تقييمات المرضى وتعليقاتهم.',
  },
  'tasks:read': {
    en: 'See the tasks of your staff and what is written in them.',
    ar: 'الاطلاع على مهام موظفيك وما كُتب فيها.',
  },
  'tasks:write': {
    en: 'Create tasks for your staff, change them and mark them as done.',
    ar: 'إنشاء مهام لموظفيك وتعديلها ووضع علامة الإنجاز عليها.',
  },
  'inventory:read': {
    en: 'See stock: items, quantities, costs, suppliers and purchase orders.',
    ar: 'الاطلاع على المخزون: الأصناف والكميات والتكاليف والموردون وأوامر الشراء.',
  },
  'inventory:write': {
    en: 'Change stock quantities and mark purchase orders as received.',
    ar: 'تعديل كميات المخزون وتسجيل استلام أوامر الشراء.',
  },
  'bookkeeping:read': {
    en: "See your clinic's expenses, income, cash boxes and accounts.",
    ar: 'الاطلاع على مصروفات عيادتك وإيراداتها وصناديقها وحساباتها.',
  },
  'analytics:read': {
    en: "See your clinic's figures: income, number of patients and appointments, and how busy it is.",
    ar: 'الاطلاع على أرقام عيادتك: الإيرادات وعدد المرضى والمواعيد ومدى انشغالها.',
  },
} as const satisfies Record<string, { en: string; ar: string }>

export type ScopeName = keyof typeof SCOPES

export const isScopeName = (name: unknown): name is ScopeName => typeof name === 'string' && Object.hasOwn(SCOPES, name)
