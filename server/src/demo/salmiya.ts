import { VISITING_SURGEON } from './nakheel.ts'
import type { ClinicPlan } from './plan.ts'

const OPEN = ['08:00', '20:00'] as const
const WEEK = [OPEN, OPEN, OPEN, OPEN, OPEN, null, ['09:00', '14:00']] as const
const SUN_TO_THU = [0, 1, 2, 3, 4]

/** Clinic B: another tenant, in Kuwait, where the dinar has three decimals and there is no VAT. */
export const salmiya: ClinicPlan = {
  key: 'salmiya',
  facts: {
    name: 'Salmiya Medical Center',
    nameAr: 'مركز السالمية الطبي',
    country: 'KW',
    currency: 'KWD',
    timeZone: 'Asia/Kuwait',
    locale: 'ar-KW',
    taxPercent: 0,
    charts: ['GENERAL', 'DENTAL'],
    brandingColor: '#1d5fa8',
    registration: null,
    secondFactorRequired: false,
    sandbox: false,
  },
  branches: [
    {
      key: 'salmiya',
      name: 'Salmiya',
      nameAr: 'السالمية',
      city: 'Salmiya',
      location: '29.3339,48.0761',
      rooms: 5,
      hours: WEEK,
    },
  ],
  staff: [
    {
      key: 'latifa',
      name: ['Dr. Latifa Al-Wahmi', 'د. لطيفة الوهمي'],
      role: 'doctor',
      specialty: 'Family medicine',
      slotMinutes: 20,
      treats: ['medicine'],
      shifts: [{ branch: 'salmiya', weekdays: SUN_TO_THU, times: [['08:00', '15:00']] }],
    },
    {
      key: 'nasser',
      name: ['Dr. Nasser Al-Ikhtibari', 'د. ناصر الاختباري'],
      role: 'doctor',
      specialty: 'Dermatology',
      slotMinutes: 15,
      treats: ['skin'],
      shifts: [
        {
          branch: 'salmiya',
          weekdays: [0, 2, 4, 6],
          times: [
            ['10:00', '14:00'],
            ['17:00', '20:00'],
          ],
        },
      ],
    },
    {
      key: 'ghada',
      name: ['Dr. Ghada Al-Tamthili', 'د. غادة التمثيلي'],
      role: 'doctor',
      specialty: 'General dentistry',
      treats: ['teeth'],
      shifts: [{ branch: 'salmiya', weekdays: SUN_TO_THU, times: [['12:00', '20:00']] }],
    },
    {
      ...VISITING_SURGEON,
      role: 'doctor',
      specialty: 'Oral surgery',
      treats: ['teeth'],
      shifts: [{ branch: 'salmiya', weekdays: [3, 4], times: [['09:00', '16:00']] }],
    },
    {
      key: 'desk',
      name: ['Abeer Al-Musawwadi', 'عبير المسوّدي'],
      role: 'receptionist',
      shifts: [{ branch: 'salmiya', weekdays: SUN_TO_THU, times: [['08:00', '15:00']] }],
    },
    {
      key: 'accountant',
      name: ['Hamad Al-Istinari', 'حمد الاستعراضي'],
      role: 'accountant',
      shifts: [{ branch: 'salmiya', weekdays: SUN_TO_THU, times: [['08:00', '15:00']] }],
    },
  ],
  groups: [
    {
      key: 'medicine',
      name: 'Family medicine',
      chart: 'GENERAL',
      procedures: [
        ['MED-01', 'Consultation', 12.5],
        ['MED-02', 'Follow-up', 6.25],
        ['MED-03', 'Blood pressure check', 2.75],
        ['MED-04', 'Blood tests, basic panel', 18.375],
      ],
    },
    {
      key: 'skin',
      name: 'Skin',
      chart: 'GENERAL',
      procedures: [
        ['SKN-01', 'Dermatology consultation', 17.5],
        ['SKN-02', 'Cryotherapy', 24.125],
        ['SKN-03', 'Skin biopsy', 45],
      ],
    },
    {
      key: 'teeth',
      name: 'Teeth',
      chart: 'DENTAL',
      procedures: [
        ['DEN-01', 'Dental examination', 9.75],
        ['DEN-02', 'Scaling and polishing', 22.5],
        ['DEN-03', 'Composite filling', 19.125],
        ['DEN-04', 'Simple extraction', 25],
        ['DEN-05', 'Impacted tooth', 95.625],
      ],
    },
  ],
  patients: 150,
  occupancy: 0.45,
  phoneBlock: '+9655000',
  firstPhone: 0,
  home: { nationality: 'KW', share: 0.45, identifier: 'KW' },
}
