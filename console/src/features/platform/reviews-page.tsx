import { IconClipboardCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../lib/language-choice.tsx'
import { askPlatformAll, type PlatformReturned } from '../../lib/platform-api.ts'
import { isProblem } from '../../lib/problem.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Ltr, Moment, Name } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Room } from '../../ui/room.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useLocalized } from '../plugins/localized.ts'
import { reviewTexts } from './texts.ts'

type Waiting = PlatformReturned<'listReviews'>

/** The versions that wait for a decision. */
export function ReviewsPage() {
  const t = useTexts(reviewTexts)
  const columns = useColumns()
  const reviews = useQuery({
    queryKey: ['platform', 'reviews'],
    queryFn: ({ signal }) => askPlatformAll('listReviews', {}, signal),
  })
  return (
    <Room title={t.title} lead={t.lead}>
      {isProblem(reviews.error, 'not_permitted', 'not_found') ? (
        <Notice tone="warn">{t.notReviewer}</Notice>
      ) : (
        <Loaded query={reviews} rows={1} height={160}>
          {found => (
            <Grid
              label={t.title}
              rows={found}
              columns={columns}
              idOf={({ id }) => id}
              nameOf={({ slug }) => slug}
              href={({ id }) => `/platform/review/${encodeURIComponent(id)}`}
              empty={
                <Empty icon={<IconClipboardCheck size={22} stroke={1.6} />} title={t.none}>
                  {t.noneLead}
                </Empty>
              }
            />
          )}
        </Loaded>
      )}
    </Room>
  )
}

function useColumns(): readonly Column<Waiting>[] {
  const t = useTexts(reviewTexts)
  const localized = useLocalized()
  return [
    { key: 'slug', title: t.plugin, cell: ({ slug }) => <Ltr>{slug}</Ltr>, by: ({ slug }) => slug },
    { key: 'version', title: t.version, cell: ({ version }) => <Ltr>{version}</Ltr> },
    {
      key: 'publisher',
      title: t.publisher,
      cell: ({ publisherName }) => <Name>{localized(publisherName)}</Name>,
      by: ({ publisherName }) => localized(publisherName),
    },
    {
      key: 'host',
      title: t.host,
      cell: ({ verifiedHost }) => (verifiedHost === null ? t.noHost : <Ltr>{verifiedHost}</Ltr>),
    },
    {
      key: 'submitted',
      title: t.submittedAt,
      cell: ({ submittedAt }) => <Moment at={submittedAt} />,
      by: ({ submittedAt }) => submittedAt,
    },
  ]
}
