import { useDebouncedValue } from '@mantine/hooks'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { Name } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { newPatient } from './new-texts.ts'

const PAUSE_MS = 400
/** Shorter ones are of too many. */
const SHORTEST = 8
const digitsOf = (text: string): string => text.normalize('NFKC').replaceAll(/\D/g, '')

/** A family often shares a phone: the person who writes one down is told who has it, and goes on. */
export function SamePhone({ phone }: { phone: string }) {
  const t = useTexts(newPatient)
  const [q] = useDebouncedValue(phone.trim(), PAUSE_MS)
  const isWhole = digitsOf(q).length >= SHORTEST && q === phone.trim()
  const { data } = useRead('searchClinic', { q }, isWhole)
  const others = isWhole ? (data?.patients ?? []) : []
  if (others.length === 0) return null
  return (
    <Notice>
      {t.samePhone}{' '}
      {others.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ' · '}
          <Name>{name}</Name>
        </span>
      ))}
    </Notice>
  )
}
