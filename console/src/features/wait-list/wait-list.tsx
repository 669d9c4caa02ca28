import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useBranch } from '../../lib/use-branch.ts'
import { useReadPages } from '../../lib/use-read.ts'
import { Notice } from '../../ui/notice.tsx'
import { Pages } from '../../ui/pages.tsx'
import { ui } from '../../ui/texts.ts'
import type { Place } from '../booking/use-booking.ts'
import { AddWaiting } from './add-waiting.tsx'
import { Candidates } from './candidates.tsx'
import type { FreeTime } from './free-time.ts'
import { waitTexts } from './texts.ts'
import { WaitingRow } from './waiting-row.tsx'

interface WaitListProps {
  workplace: Returned<'getWorkplace'>
  place: Place
}

/** Who could come at the time that is free, and all who wait at the branch. */
export function WaitList({ workplace, place }: WaitListProps) {
  const words = useTexts(ui)
  const { branch } = useBranch()
  if (!branch) return <Notice tone="warn">{words.problems.no_branch}</Notice>
  const free = freeTimeOf(place, branch.id)
  return (
    <Stack>
      {free && <Candidates free={free} workplace={workplace} />}
      <AllWaiting workplace={workplace} branchId={branch.id} />
    </Stack>
  )
}

function freeTimeOf({ start, end, doctorId }: Place, branchId: string): FreeTime | undefined {
  return start && end && doctorId ? { start, end, doctorId, branchId } : undefined
}

function AllWaiting({ workplace, branchId }: Omit<WaitListProps, 'place'> & { branchId: string }) {
  const t = useTexts(waitTexts)
  const [isAdding, setIsAdding] = useState(false)
  const pages = useReadPages('listWaitList', cursor => ({ branchId, state: 'WAITING', cursor }), { keeps: true })
  return (
    <>
      <Group justify="space-between">
        <Title order={3} size="h6">
          {t.all}
        </Title>
        {!isAdding && (
          <Button variant="default" size="compact-md" onClick={() => setIsAdding(true)}>
            {t.add}
          </Button>
        )}
      </Group>
      {isAdding && <AddWaiting workplace={workplace} branchId={branchId} onDone={() => setIsAdding(false)} />}
      <Pages query={pages} height={120}>
        {entries =>
          entries.length === 0 ? (
            <Text c="dimmed">{t.empty}</Text>
          ) : (
            <ul className="rows">
              {entries.map(entry => (
                <WaitingRow key={entry.id} entry={entry} workplace={workplace} />
              ))}
            </ul>
          )
        }
      </Pages>
    </>
  )
}
