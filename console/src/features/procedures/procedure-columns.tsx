import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf as nameIn } from '../../lib/session.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Ltr, Name } from '../../ui/isolated.tsx'
import { Money } from '../../ui/money.tsx'
import { ProcedureColor } from './procedure-color.tsx'
import type { Procedure } from './procedure-draft.ts'
import { procedureTexts } from './texts.ts'

/** What is shown of each line of the price list. */
export function useProcedureColumns(currency: string) {
  const t = useTexts(procedureTexts)
  const { language } = useLanguage()
  const nameOf = (procedure: Procedure) => nameIn(language, procedure)
  const columns: readonly Column<Procedure>[] = [
    { key: 'name', title: t.name, by: nameOf, cell: one => <Name>{nameOf(one)}</Name> },
    {
      key: 'code',
      title: t.code,
      by: ({ code }) => code ?? '',
      cell: ({ code }) => code !== null && <Ltr>{code}</Ltr>,
    },
    {
      key: 'minutes',
      title: t.durationMinutes,
      by: ({ durationMinutes }) => durationMinutes ?? 0,
      cell: ({ durationMinutes }) => durationMinutes !== null && t.minutes(durationMinutes),
    },
    { key: 'color', title: t.color, cell: ({ color }) => color !== null && <ProcedureColor color={color} /> },
    {
      key: 'state',
      title: t.state,
      cell: ({ active }) => (
        <span className="tag" data-tone={active ? 'ok' : undefined}>
          {active ? t.offered : t.notOffered}
        </span>
      ),
    },
    {
      key: 'price',
      title: t.price,
      by: ({ price }) => price,
      cell: ({ price }) => currency !== '' && <Money amount={price} currency={currency} />,
    },
  ]
  return { nameOf, columns }
}
