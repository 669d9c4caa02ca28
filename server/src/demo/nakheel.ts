import { type BranchPlan, type ClinicPlan, DEMO_OWNER, type GroupPlan, type ShiftPlan, type StaffPlan } from './plan.ts'

const WORKDAY = ['09:00', '21:00'] as const
const SATURDAY = ['10:00', '20:00'] as const
/** Sunday to Saturday; Friday is the day off. */
const WEEK = [WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, null, SATURDAY] as const

const branches: readonly BranchPlan[] = [
  {
    key: 'olaya',
    name: 'Riyadh Al Olaya',
    nameAr: 'الرياض - العليا',
    city: 'Riyadh',
    location: '24.6944,46.6808',
    rooms: 6,
    hours: WEEK,
    noon: ['12:00', '12:30'],
  },
  {
    key: 'malqa',
    name: 'Riyadh Al Malqa',
    nameAr: 'الرياض - الملقا',
    city: 'Riyadh',
    location: '24.8000,46.6000',
    rooms: 4,
    hours: WEEK,
  },
  {
    key: 'rawdah',
    name: 'Jeddah Al Rawdah',
    nameAr: 'جدة - الروضة',
    city: 'Jeddah',
    location: '21.5667,39.1667',
    rooms: 5,
    hours: WEEK,
  },
  {
    key: 'khobar',
    name: 'Khobar',
    nameAr: 'الخبر',
    city: 'Khobar',
    location: '26.2833,50.2000',
    rooms: 3,
    hours: WEEK,
  },
]

const SUN_TO_THU = [0, 1, 2, 3, 4]
const MORNING = [['09:00', '17:00']] as const
const EVENING = [['13:00', '21:00']] as const
const SPLIT = [
  ['09:00', '13:00'],
  ['17:00', '21:00'],
] as const
const shift = (branch: string, weekdays: readonly number[], times: ShiftPlan['times']): ShiftPlan => ({
  branch,
  weekdays,
  times,
})

const doctor = (
  key: string,
  name: StaffPlan['name'],
  specialty: string,
  treats: readonly string[],
  ...shifts: ShiftPlan[]
): StaffPlan => ({ key, name, role: 'doctor', specialty, treats, shifts })

const GENERAL = ['exam', 'prevention', 'restoration', 'xray']

/** Does oral surgery in Khobar and Jeddah, and two days a week in Kuwait. */
export const VISITING_SURGEON = {
  key: 'omar',
  name: ['Dr. Omar Al-Iftiradi', 'د. عمر الافتراضي'],
  email: 'omar.al-iftiradi@doctors.example',
} as const

const doctors: readonly StaffPlan[] = [
  doctor(
    'noura',
    ['Dr. Noura Al-Khayali', 'د. نورة الخيالي'],
    'General dentistry',
    GENERAL,
    shift('olaya', SUN_TO_THU, MORNING),
  ),
  doctor(
    'faisal',
    ['Dr. Faisal Al-Mithali', 'د. فيصل المثالي'],
    'General dentistry',
    GENERAL,
    shift('malqa', [6, ...SUN_TO_THU], EVENING),
  ),
  doctor(
    'huda',
    ['Dr. Huda Al-Tawdihi', 'د. هدى التوضيحي'],
    'General dentistry',
    GENERAL,
    shift('rawdah', SUN_TO_THU, SPLIT),
  ),
  doctor(
    'yousef',
    ['Dr. Yousef Al-Badili', 'د. يوسف البديلي'],
    'General dentistry',
    GENERAL,
    shift('khobar', [6, ...SUN_TO_THU], MORNING),
  ),
  doctor(
    'layla',
    ['Dr. Layla Al-Namudhaji', 'د. ليلى النموذجي'],
    'Endodontics',
    ['endodontics'],
    shift('olaya', [0, 2, 4], EVENING),
    shift('malqa', [1, 3], MORNING),
  ),
  doctor(
    'reem',
    ['Dr. Reem Al-Tajribi', 'د. ريم التجريبي'],
    'Orthodontics',
    ['orthodontics'],
    shift('olaya', [0, 1, 2], SPLIT),
    shift('malqa', [3, 4], SPLIT),
  ),
  doctor(
    'majid',
    ['Dr. Majid Al-Wahmi', 'د. ماجد الوهمي'],
    'Orthodontics',
    ['orthodontics'],
    shift('rawdah', SUN_TO_THU, EVENING),
  ),
  doctor(
    'sami',
    ['Dr. Sami Al-Ikhtibari', 'د. سامي الاختباري'],
    'Prosthodontics',
    ['prosthodontics'],
    shift('olaya', [6, 0, 1, 2, 3], MORNING),
  ),
  doctor(
    'tariq',
    ['Dr. Tariq Al-Musawwadi', 'د. طارق المسوّدي'],
    'Periodontics and implants',
    ['implants', 'prevention'],
    shift('olaya', [0, 1, 2], EVENING),
    shift('khobar', [3, 4], EVENING),
  ),
  {
    ...doctor(
      'dana',
      ['Dr. Dana Al-Istinari', 'د. دانة الاستعراضي'],
      'Pediatric dentistry',
      ['pediatric', 'prevention'],
      shift('malqa', [6, 0, 1], MORNING),
      shift('olaya', [2, 3], EVENING),
    ),
    children: true,
  },
  {
    ...doctor(
      'omar',
      VISITING_SURGEON.name,
      'Oral surgery',
      ['surgery'],
      shift('khobar', [6, 0], EVENING),
      shift('rawdah', [1, 2], MORNING),
    ),
    email: VISITING_SURGEON.email,
  },
]

const staff: readonly StaffPlan[] = [
  ...doctors,
  {
    key: 'owner',
    name: DEMO_OWNER,
    role: 'manager',
    shifts: [shift('olaya', SUN_TO_THU, MORNING)],
  },
  {
    key: 'hygienist',
    name: ['Maha Al-Tamthili', 'مها التمثيلي'],
    role: 'hygienist',
    specialty: 'Dental hygiene',
    shifts: [shift('olaya', SUN_TO_THU, MORNING)],
  },
  {
    key: 'desk-olaya',
    name: ['Amal Al-Wahmi', 'أمل الوهمي'],
    role: 'receptionist',
    shifts: [shift('olaya', SUN_TO_THU, EVENING)],
  },
  {
    key: 'desk-malqa',
    name: ['Hessa Al-Badili', 'حصة البديلي'],
    role: 'receptionist',
    shifts: [shift('malqa', SUN_TO_THU, EVENING)],
  },
  {
    key: 'desk-rawdah',
    name: ['Saad Al-Khayali', 'سعد الخيالي'],
    role: 'receptionist',
    shifts: [shift('rawdah', SUN_TO_THU, EVENING)],
  },
  {
    key: 'desk-khobar',
    name: ['Rana Al-Mithali', 'رنا المثالي'],
    role: 'receptionist',
    shifts: [shift('khobar', SUN_TO_THU, MORNING)],
  },
  {
    key: 'crm',
    name: ['Ziyad Al-Tajribi', 'زياد التجريبي'],
    role: 'assistant',
    specialty: 'Customer relations',
    takesLeads: true,
    shifts: [shift('olaya', SUN_TO_THU, MORNING)],
  },
  {
    key: 'accountant',
    name: ['Asma Al-Namudhaji', 'أسماء النموذجي'],
    role: 'accountant',
    shifts: [shift('olaya', SUN_TO_THU, MORNING)],
  },
]

const groups: readonly GroupPlan[] = [
  {
    key: 'exam',
    name: 'Examination',
    color: 'blue',
    chart: 'GENERAL',
    procedures: [
      ['EXM-01', 'Comprehensive examination', 150, 'فحص شامل', 30],
      ['EXM-02', 'Limited examination', 100, 'فحص محدود', 20],
    ],
  },
  {
    key: 'xray',
    name: 'X-ray',
    color: 'indigo',
    chart: 'DENTAL',
    procedures: [
      ['RAD-01', 'Periapical X-ray', 120, 'أشعة حول الذروة', 10],
      ['RAD-02', 'Panoramic X-ray', 200, 'أشعة بانورامية', 15],
      ['RAD-03', 'Cone beam CT', 800, 'أشعة مقطعية مخروطية', 20],
    ],
  },
  {
    key: 'prevention',
    name: 'Prevention',
    color: 'teal',
    chart: 'DENTAL',
    procedures: [
      ['PRV-01', 'Scaling and polishing', 350, 'تنظيف وتلميع الأسنان', 45],
      ['PRV-02', 'Fluoride application', 200, 'تطبيق الفلورايد', 20],
      ['PRV-03', 'Fissure sealant, per tooth', 200, 'حشوة وقائية، لكل سن', 20],
      ['PRV-04', 'In-office whitening', 1400, 'تبييض الأسنان في العيادة', 60],
    ],
  },
  {
    key: 'restoration',
    name: 'Fillings',
    color: 'cyan',
    chart: 'DENTAL',
    procedures: [
      ['RES-01', 'Composite filling, one surface', 300, 'حشوة تجميلية، سطح واحد', 30],
      ['RES-02', 'Composite filling, further surface', 120, 'حشوة تجميلية، سطح إضافي', 15],
      ['RES-03', 'Core build-up', 300, 'بناء لب السن', 30],
    ],
  },
  {
    key: 'endodontics',
    name: 'Root canal treatment',
    color: 'red',
    chart: 'DENTAL',
    procedures: [
      ['END-01', 'Root canal, front tooth', 1250, 'علاج عصب، سن أمامي', 45],
      ['END-02', 'Root canal, premolar', 1450, 'علاج عصب، ضاحك', 60],
      ['END-03', 'Root canal, molar', 1950, 'علاج عصب، ضرس', 90],
      ['END-04', 'Root canal retreatment', 2800, 'إعادة علاج العصب', 90],
    ],
  },
  {
    key: 'prosthodontics',
    name: 'Crowns and dentures',
    color: 'violet',
    chart: 'DENTAL',
    procedures: [
      ['PRO-01', 'Zirconia crown', 2200, 'تاج زيركونيا', 60],
      ['PRO-02', 'Porcelain fused to metal crown', 1500, 'تاج خزفي معدني', 60],
      ['PRO-03', 'Veneer', 2500, 'قشرة خزفية', 60],
      ['PRO-04', 'Full denture, per arch', 3000, 'طقم كامل، لكل فك', 60],
    ],
  },
  {
    key: 'surgery',
    name: 'Oral surgery',
    color: 'orange',
    chart: 'DENTAL',
    procedures: [
      ['SUR-01', 'Simple extraction', 300, 'خلع بسيط', 30],
      ['SUR-02', 'Surgical extraction', 800, 'خلع جراحي', 60],
      ['SUR-03', 'Impacted tooth', 1500, 'ضرس مطمور', 60],
    ],
  },
  {
    key: 'implants',
    name: 'Implants',
    color: 'grape',
    chart: 'DENTAL',
    procedures: [
      ['IMP-01', 'Implant fixture', 4000, 'زراعة سن', 90],
      ['IMP-02', 'Implant crown', 3500, 'تاج على زرعة', 60],
    ],
  },
  {
    key: 'pediatric',
    name: 'Children',
    color: 'pink',
    chart: 'DENTAL',
    procedures: [
      ['PED-01', 'Stainless steel crown', 700, 'تاج معدني للأطفال', 45],
      ['PED-02', 'Pulpotomy', 500, 'بتر اللب', 45],
      ['PED-03', 'Space maintainer', 1000, 'حافظ مسافة', 30],
    ],
  },
  {
    key: 'orthodontics',
    name: 'Orthodontics',
    color: 'lime',
    chart: 'ORTHO',
    procedures: [
      ['ORT-01', 'Fixed braces, complete treatment', 12000, 'تقويم ثابت، علاج كامل', 60],
      ['ORT-02', 'Clear aligners, complete treatment', 14500, 'تقويم شفاف، علاج كامل', 45],
    ],
  },
]

/** Clinic A: four branches of a dental group in Saudi Arabia. */
export const nakheel: ClinicPlan = {
  key: 'nakheel',
  facts: {
    name: 'Nakheel Dental Group',
    nameAr: 'مجموعة النخيل لطب الأسنان',
    country: 'SA',
    currency: 'SAR',
    timeZone: 'Asia/Riyadh',
    locale: 'ar-SA',
    taxPercent: 15,
    charts: ['DENTAL', 'ORTHO', 'GENERAL'],
    brandingColor: '#1f7a5c',
    registration: { vatNumber: '300000000000003', crnNumber: '1010000000', city: 'Riyadh' },
    secondFactorRequired: true,
    sandbox: false,
  },
  branches,
  staff,
  groups,
  patients: 400,
  occupancy: 0.5,
  phoneBlock: '+96650000',
  firstPhone: 0,
  home: { nationality: 'SA', share: 0.55, identifier: 'SA' },
}

/** Clinic C: its sandbox twin, with people of its own. */
export const nakheelSandbox: ClinicPlan = {
  ...nakheel,
  key: 'nakheel-sandbox',
  facts: {
    ...nakheel.facts,
    name: 'Nakheel Dental Group (sandbox)',
    nameAr: 'مجموعة النخيل لطب الأسنان (تجريبية)',
    brandingColor: '#8a5a00',
    secondFactorRequired: false,
    sandbox: true,
  },
  firstPhone: 4000,
}
