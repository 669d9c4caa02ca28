import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Ltr, Moment, Name, Phone } from '../../ui/isolated.tsx'
import { Money } from '../../ui/money.tsx'
import { patientList } from './list-texts.ts'

type Entry = Returned<'searchPatients'>

const NONE = '–'
const MomentOr = ({ at }: { at: string | null }) => (at === null ? NONE : <Moment at={at} />)

/** What of a patient the list shows; what is owed for those who may see it. */
export function usePatientColumns(): readonly Column<Entry>[] {
  const t = useTexts(patientList)
  const { data: workplace } = useRead('getWorkplace', {})
  const seesBalance = useMay('balances:read')
  const balance: Column<Entry> = {
    key: 'balance',
    title: t.balance,
    by: entry => entry.balance ?? 0,
    cell: ({ balance: owed = 0 }) =>
      owed === 0 || !workplace ? NONE : <Money amount={owed} currency={workplace.currency} />,
  }
  return [
    { key: 'name', title: t.name, by: ({ name }) => name, cell: entry => <Who entry={entry} /> },
    {
      key: 'age',
      title: t.age,
      by: ({ age }) => age ?? -1,
      cell: ({ age }) => (age === null ? NONE : <Ltr>{age}</Ltr>),
    },
    {
      key: 'phone',
      title: t.phone,
      cell: ({ phoneNumber, phoneNumberMasked }) => {
        const phone = phoneNumber ?? phoneNumberMasked
        return phone === null ? NONE : <Phone>{phone}</Phone>
      },
    },
    {
      key: 'last',
      title: t.lastVisit,
      by: ({ lastVisitAt }) => lastVisitAt ?? '',
      cell: ({ lastVisitAt }) => <MomentOr at={lastVisitAt} />,
    },
    {
      key: 'next',
      title: t.nextVisit,
      by: ({ nextVisitAt }) => nextVisitAt ?? '',
      cell: ({ nextVisitAt }) => <MomentOr at={nextVisitAt} />,
    },
    ...(seesBalance ? [balance] : []),
  ]
}

function Who({ entry: { name, fileNumber, clinicFileNumber, archived } }: { entry: Entry }) {
  const t = useTexts(patientList)
  return (
    <>
      <Name>{name}</Name>{' '}
      <span className="small">{clinicFileNumber === null ? t.file(fileNumber) : <Ltr>{clinicFileNumber}</Ltr>}</span>
      {archived && <span className="tag">{t.archivedTag}</span>}
    </>
  )
}
