import type { Random } from './random.ts'

/** A name in both scripts: Latin, Arabic. */
export type Name = readonly [latin: string, arabic: string]

const FEMALE: readonly Name[] = [
  ['Sara', 'سارة'],
  ['Noura', 'نورة'],
  ['Huda', 'هدى'],
  ['Layla', 'ليلى'],
  ['Reem', 'ريم'],
  ['Dana', 'دانة'],
  ['Maha', 'مها'],
  ['Amal', 'أمل'],
  ['Hessa', 'حصة'],
  ['Latifa', 'لطيفة'],
  ['Asma', 'أسماء'],
  ['Maryam', 'مريم'],
  ['Jawaher', 'جواهر'],
  ['Ghada', 'غادة'],
  ['Shahd', 'شهد'],
  ['Lujain', 'لجين'],
  ['Abeer', 'عبير'],
  ['Rana', 'رنا'],
]
const MALE: readonly Name[] = [
  ['Faisal', 'فيصل'],
  ['Omar', 'عمر'],
  ['Yousef', 'يوسف'],
  ['Majid', 'ماجد'],
  ['Sami', 'سامي'],
  ['Tariq', 'طارق'],
  ['Khalid', 'خالد'],
  ['Saad', 'سعد'],
  ['Turki', 'تركي'],
  ['Bandar', 'بندر'],
  ['Ibrahim', 'إبراهيم'],
  ['Ali', 'علي'],
  ['Nasser', 'ناصر'],
  ['Ziyad', 'زياد'],
  ['Hamad', 'حمد'],
  ['Anas', 'أنس'],
  ['Mishari', 'مشاري'],
  ['Rayan', 'ريان'],
]
const GUEST_FEMALE = ['Maria', 'Priya', 'Fatou', 'Anna', 'Grace', 'Mei'] as const
const GUEST_MALE = ['John', 'Arjun', 'Carlos', 'Ahmed', 'David', 'Ravi'] as const

/** Names that no family has: words such as "sample", "imaginary" and "hypothetical" in the form of a family name. */
const FAMILIES: readonly Name[] = [
  ['Al-Tajribi', 'التجريبي'],
  ['Al-Namudhaji', 'النموذجي'],
  ['Al-Khayali', 'الخيالي'],
  ['Al-Iftiradi', 'الافتراضي'],
  ['Al-Mithali', 'المثالي'],
  ['Al-Wahmi', 'الوهمي'],
  ['Al-Ikhtibari', 'الاختباري'],
  ['Al-Tawdihi', 'التوضيحي'],
  ['Al-Musawwadi', 'المسوّدي'],
  ['Al-Badili', 'البديلي'],
  ['Al-Istinari', 'الاستعراضي'],
  ['Al-Tamthili', 'التمثيلي'],
]
const GUEST_FAMILIES = [
  'Sampleton',
  'Placeholder',
  'Demoson',
  'Mockford',
  'Testerly',
  'Fictionelli',
  'Invento',
] as const

export type Gender = 'female' | 'male'

export interface Person {
  first: Name
  last: Name
}

const both = (name: string): Name => [name, name]

/** An invented person of the region. */
export function localPerson(random: Random, gender: Gender): Person {
  return { first: random.pick(gender === 'female' ? FEMALE : MALE), last: random.pick(FAMILIES) }
}

/** An invented person from elsewhere, whose name is written in Latin letters. */
export function guestPerson(random: Random, gender: Gender): Person {
  const first = random.pick(gender === 'female' ? GUEST_FEMALE : GUEST_MALE)
  return { first: both(first), last: both(random.pick(GUEST_FAMILIES)) }
}
