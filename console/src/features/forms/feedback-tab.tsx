import { Stack } from '@mantine/core'
import { IconMessageStar } from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useReadPages } from '../../lib/use-read.ts'
import type { Column } from '../../ui/grid/column.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { Grid } from '../../ui/grid/grid.tsx'
import { useChoices } from '../../ui/grid/use-choices.ts'
import { Day, Name, plainName } from '../../ui/isolated.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Empty } from '../../ui/states.tsx'
import { feedbackTexts } from './feedback-texts.ts'

type FeedbackEntry = Returned<'listClinicFeedback'>

const RATINGS = [1, 2, 3, 4, 5]

/** What patients said of their visits, newest first; by doctor or rating. */
export function FeedbackTab() {
  const t = useTexts(feedbackTexts)
  const { read } = useUrlState()
  const { doctors } = useChoices()
  const rating = RATINGS.find(one => String(one) === read('rating'))
  const asked = { doctorId: read('doctor') || undefined, rating }
  const pages = useReadPages('listClinicFeedback', cursor => ({ ...asked, cursor }))
  const ratings = RATINGS.toReversed().map(value => ({ value: String(value), label: t.of5(value) }))
  return (
    <Stack gap="md">
      <FilterBar
        filters={[
          { name: 'doctor', label: t.doctor, options: [{ value: '', label: t.allDoctors }, ...doctors] },
          { name: 'rating', label: t.rating, options: [{ value: '', label: t.allRatings }, ...ratings] },
        ]}
      />
      <Pages query={pages} height={240}>
        {rows => <Sayings rows={rows} doctors={doctors} />}
      </Pages>
    </Stack>
  )
}

function Sayings({
  rows,
  doctors,
}: {
  rows: readonly FeedbackEntry[]
  doctors: ReturnType<typeof useChoices>['doctors']
}) {
  const t = useTexts(feedbackTexts)
  const columns: readonly Column<FeedbackEntry>[] = [
    {
      ...{ key: 'patient', title: t.patient },
      cell: ({ patientName }) =>
        patientName === null ? <span className="small">{t.unknown}</span> : <Name>{patientName}</Name>,
    },
    { key: 'rating', title: t.rating, cell: one => t.of5(one.rating), by: one => one.rating },
    { key: 'comment', title: t.comment, cell: ({ comment }) => comment !== null && <bdi>{comment}</bdi> },
    {
      ...{ key: 'recommends', title: t.recommends, by: one => one.recommendScore ?? -1 },
      cell: ({ recommendScore: score }) => score !== null && t.of10(score),
    },
    {
      ...{ key: 'doctor', title: t.doctor },
      cell: ({ doctorId }) => doctors.find(({ value }) => value === doctorId)?.label,
    },
    { key: 'when', title: t.when, cell: ({ submittedAt }) => <Day at={submittedAt} />, by: one => one.submittedAt },
  ]
  return (
    <Grid
      label={t.comment}
      {...{ rows, columns }}
      idOf={({ id }) => id}
      nameOf={({ patientName, rating }) => `${plainName(patientName ?? t.unknown)} ${t.of5(rating)}`}
      empty={
        <Empty icon={<IconMessageStar size={22} stroke={1.6} />} title={t.none}>
          {t.noneLead}
        </Empty>
      }
    />
  )
}
