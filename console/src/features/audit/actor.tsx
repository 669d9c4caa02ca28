import { actorKindWord, roleWord } from '@clinic/contract/staff/disclosure-words.ts'
import type { Returned } from '../../lib/api.ts'
import { useLanguage } from '../../lib/language-choice.tsx'
import { plainName } from '../../ui/isolated.tsx'

/** Who it was: by name, and what they are. */
export function Actor({ actor }: { actor: Returned<'listAuditRecords'>['actor'] }) {
  const { language } = useLanguage()
  const name = language === 'ar' ? (actor.nameAr ?? actor.name) : actor.name
  const what = actor.role === null ? actorKindWord(actor.kind, language) : roleWord(actor.role, language)
  return (
    <>
      {name !== null && <bdi>{plainName(name)}</bdi>} {name === null ? what : `(${what})`}
    </>
  )
}
