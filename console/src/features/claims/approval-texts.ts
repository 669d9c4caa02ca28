import { texts } from '../../lib/language.ts'

/** Treatments that wait for the approval of an insurer. */
export const approvals = texts({
  en: {
    title: 'Approvals',
    treatment: 'Treatment',
    patient: 'Patient and insurer',
    total: 'Total',
    stand: 'Approval',
    stands: { NONE: 'Not asked yet', REQUESTED: 'Awaited', DENIED: 'Not approved' },
    deeds: 'What the insurer said',
    all: 'Everything not approved yet',
    allInsurers: 'All insurers',
    ask: 'The insurer was asked',
    askAgain: 'The insurer was asked again',
    isAsked: 'It waits for the insurer.',
    none: 'No approval is awaited',
    noneLead: 'What insurers have to approve waits here until they have.',
  },
  ar: {
    title: 'الموافقات',
    treatment: 'العلاج',
    patient: 'المريض وشركة التأمين',
    total: 'الإجمالي',
    stand: 'الموافقة',
    stands: { NONE: 'لم تُطلب بعد', REQUESTED: 'بانتظار الموافقة', DENIED: 'لم تتم الموافقة' },
    deeds: 'رد شركة التأمين',
    all: 'كل ما لم تتم الموافقة عليه',
    allInsurers: 'كل شركات التأمين',
    ask: 'طُلبت الموافقة',
    askAgain: 'طُلبت الموافقة مجددًا',
    isAsked: 'بانتظار رد شركة التأمين.',
    none: 'لا موافقات منتظرة',
    noneLead: 'ما يحتاج إلى موافقة شركات التأمين ينتظر هنا حتى توافق عليه.',
  },
})
