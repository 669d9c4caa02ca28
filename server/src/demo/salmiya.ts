import { VISITING_SURGEON } from './nakheel.ts'
import { type ClinicPlan, DEMO_OWNER } from './plan.ts'

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
      noon: ['12:00', '12:30'],
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
      key: 'owner',
      name: DEMO_OWNER,
      role: 'manager',
      shifts: [{ branch: 'salmiya', weekdays: SUN_TO_THU, times: [['08:00', '15:00']] }],
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
      color: 'blue',
      chart: 'GENERAL',
      procedures: [
        ['MED-01', 'Consultation', 12.5, 'استشارة', 20],
        ['MED-02', 'Follow-up', 6.25, 'مراجعة', 15],
        ['MED-03', 'Blood pressure check', 2.75, 'قياس ضغط الدم', 10],
        ['MED-04', 'Blood tests, basic panel', 18.375, 'تحاليل دم أساسية', 15],
      ],
    },
    {
      key: 'skin',
      name: 'Skin',
      color: 'pink',
      chart: 'GENERAL',
      procedures: [
        ['SKN-01', 'Dermatology consultation', 17.5, 'استشارة جلدية', 20],
        ['SKN-02', 'Cryotherapy', 24.125, 'علاج بالتبريد', 15],
        ['SKN-03', 'Skin biopsy', 45, 'خزعة جلدية', 30],
      ],
    },
    {
      key: 'teeth',
      name: 'Teeth',
      color: 'teal',
      chart: 'DENTAL',
      procedures: [
        ['DEN-01', 'Dental examination', 9.75, 'فحص الأسنان', 20],
        ['DEN-02', 'Scaling and polishing', 22.5, 'تنظيف وتلميع الأسنان', 45],
        ['DEN-03', 'Composite filling', 19.125, 'حشوة تجميلية', 30],
        ['DEN-04', 'Simple extraction', 25, 'خلع بسيط', 30],
        ['DEN-05', 'Impacted tooth', 95.625, 'ضرس مطمور', 60],
      ],
    },
  ],
  patients: 150,
  occupancy: 0.45,
  phoneBlock: '+9655000',
  firstPhone: 0,
  home: { nationality: 'KW', share: 0.45, identifier: 'KW' },
}
