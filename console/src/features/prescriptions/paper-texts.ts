import { texts } from '../../lib/language.ts'

/** What stands on the paper of a prescription, which is read in both languages. */
export const paper = texts({
  en: {
    title: 'Prescription',
    patient: 'Patient',
    file: 'File',
    age: 'Age',
    date: 'Date',
    strength: 'Strength',
    dosage: 'Dose',
    method: 'Taken by',
    sig: 'How often',
    duration: 'Days',
    dispense: 'Handed out',
    remarks: 'Remarks',
    signature: 'Signature and stamp',
    canceled: 'CANCELED: nothing of this is to be taken',
  },
  ar: {
    title: 'وصفة طبية',
    patient: 'المريض',
    file: 'الملف',
    age: 'العمر',
    date: 'التاريخ',
    strength: 'التركيز',
    dosage: 'الجرعة',
    method: 'طريقة الأخذ',
    sig: 'عدد المرات',
    duration: 'الأيام',
    dispense: 'الكمية المصروفة',
    remarks: 'ملاحظات',
    signature: 'التوقيع والختم',
    canceled: 'ملغاة: لا يؤخذ شيء منها',
  },
})
