import { disclosedThings, roleWord } from '@clinic/contract/staff/disclosure-words.ts'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useFormats, useLanguage, useTexts } from '../../lib/language-choice.tsx'
import type { Column } from '../../ui/grid/column.ts'
import { Day, Ltr } from '../../ui/isolated.tsx'
import { Actor } from '../audit/actor.tsx'
import { disclosure } from './disclosure-texts.ts'

type Entry = Returned<'listDisclosures'>

/** What is said of one actor on one day. */
export function useDisclosureColumns(): readonly Column<Entry>[] {
  const t = useTexts(disclosure)
  const { language } = useLanguage()
  return [
    { key: 'who', title: t.who, cell: ({ actor }) => <Actor actor={actor} /> },
    {
      key: 'what',
      title: t.what,
      cell: entry =>
        `${entry.changed ? t.changed : t.read}: ${disclosedThings(entry, language).join(language === 'ar' ? '، ' : ', ')}`,
    },
    { key: 'day', title: t.day, cell: FirstDay },
    { key: 'often', title: t.often, cell: ({ times }) => t.times(times) },
    { key: 'when', title: t.when, cell: entry => <Span entry={entry} /> },
    { key: 'ground', title: t.ground, cell: entry => <Ground entry={entry} /> },
  ]
}

const FirstDay = ({ firstAt }: Entry) => (
  <span className="whole">
    <Day at={firstAt} />
  </span>
)

/** The first and the last time, by the clocks of the clinic; with the day of the last where that is the next one. */
function Span({ entry: { firstAt, lastAt } }: { entry: Entry }) {
  const { time, day, moment } = useFormats()
  const [first, last] = [time(firstAt), day(firstAt) === day(lastAt) ? time(lastAt) : moment(lastAt)]
  return <Ltr className="code whole">{first === last ? first : `${first} – ${last}`}</Ltr>
}

function Ground({ entry: { actor, receiptId } }: { entry: Entry }) {
  const t = useTexts(disclosure)
  const { language } = useLanguage()
  const { clinicId } = useClinicApi()
  if (actor.kind === 'installation')
    return receiptId === null ? (
      '–'
    ) : (
      <Anchor
        renderRoot={props => (
          <Link {...props} to={hrefOf(clinicId, 'plugin', { id: actor.id })} search={{ tab: 'access' }} />
        )}
      >
        {t.consent}
      </Anchor>
    )
  if (actor.kind === 'assistant') return t.byPerson
  if (actor.kind === 'system') return t.platform
  return actor.role === null ? '–' : t.asRole(roleWord(actor.role, language))
}
