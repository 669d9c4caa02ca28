import { texts } from '../../lib/language.ts'

/** Treatments that wait for the approval of an insurer. */
export const approvals = texts({
  en: {
    title: 'Approvals',
    treatment: 'Treatment',
    patient: 'Patient and insurer',
    total: 'Total',
    stand: 'Approval',
    stands: { REQUESTED: 'Awaited', DENIED: 'Not approved' },
    deeds: 'What the insurer said',
    all: 'Awaited and not approved',
    allInsurers: 'All insurers',
    askAgain: 'The insurer was asked again',
    isAsked: 'It waits for the insurer.',
    none: 'No approval is awaited',
    noneLead: 'What insurers are asked to approve waits here for their answer.',
  },
  ar: {
    title: 'الموافقات',
    treatment: 'العلاج',
    patient: 'المريض وشركة التأمين',
    total: 'الإجمالي',
    stand: 'الموافقة',
    stands: { REQUESTED: 'بانتظار الموافقة', DENIED: 'لم تتم الموافقة' },
    deeds: 'رد شركة التأمين',
    all: 'المنتظرة وغير الموافق عليها',
    allInsurers: 'كل شركات التأمين',
    askAgain: 'طُلبت الموافقة مجددًا',
    isAsked: 'بانتظار رد شركة التأمين.',
    none: 'لا موافقات منتظرة',
    noneLead: 'ما طُلبت موافقة شركات التأمين عليه ينتظر ردها هنا.',
  },
})
