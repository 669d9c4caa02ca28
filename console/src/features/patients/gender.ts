import { texts } from '../../lib/language.ts'
import { useTexts } from '../../lib/language-choice.tsx'

const words = texts({
  en: { male: 'Male', female: 'Female' },
  ar: { male: 'ذكر', female: 'أنثى' },
})

/** The gender in a word; what else a clinic or plugin wrote, as it stands. */
export function useGender() {
  const t = useTexts(words)
  return (gender: string | null): string | null => {
    const letter = gender?.trim().toLowerCase()
    if (letter === 'm' || letter === 'male') return t.male
    return letter === 'f' || letter === 'female' ? t.female : gender
  }
}
