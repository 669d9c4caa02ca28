import { Button, Group, Stack } from '@mantine/core'
import { IconCalendarPlus, IconDoorEnter, IconHourglass } from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useBranch } from '../../lib/use-branch.ts'
import { useRead } from '../../lib/use-read.ts'
import { Notice } from '../../ui/notice.tsx'
import { Room } from '../../ui/room.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ui } from '../../ui/texts.ts'
import { useBooking, useMayBook } from '../booking/use-booking.ts'
import { WaitingDiscounts } from '../checkout/waiting-discounts.tsx'
import { BranchChoice, DoctorChoice } from '../day/choices.tsx'
import { useDay } from '../day/use-day.ts'
import { Board } from './board.tsx'
import { flow } from './texts.ts'

type Workplace = Returned<'getWorkplace'>

/** The day as the desk sees it: who is expected, who is there, who has been seen to. */
export function FlowPage() {
  const t = useTexts(flow)
  return (
    <Room title={t.title} lead={t.lead} actions={<Actions />} wide>
      <Loaded query={useRead('getWorkplace', {})} rows={3} height={160}>
        {workplace => <Today workplace={workplace} />}
      </Loaded>
    </Room>
  )
}

function Actions() {
  const t = useTexts(flow)
  const { open, takeWalkIn, openWaiting } = useBooking()
  if (!useMayBook()) return null
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconHourglass size={18} aria-hidden />}
        onClick={() => openWaiting()}
        aria-keyshortcuts="l"
      >
        {t.waitList}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDoorEnter size={18} aria-hidden />}
        onClick={takeWalkIn}
        aria-keyshortcuts="w"
      >
        {t.walkIn}
      </Button>
      <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={() => open()} aria-keyshortcuts="n">
        {t.newVisit}
      </Button>
    </Group>
  )
}

function Today({ workplace }: { workplace: Workplace }) {
  const words = useTexts(ui)
  const { branch } = useBranch()
  const { read, write } = useUrlState()
  const day = useDay({ branchId: branch?.id, ...(read('doctor') !== '' && { doctorId: read('doctor') }) })
  if (!branch) return <Notice tone="warn">{words.problems.no_branch}</Notice>
  return (
    <Stack gap="md">
      <WaitingDiscounts />
      <Group gap="sm">
        <BranchChoice />
        <DoctorChoice
          {...{ workplace }}
          branchId={branch.id}
          value={read('doctor')}
          onChoose={doctor => write({ doctor })}
        />
      </Group>
      <Loaded query={day} rows={3} height={160}>
        {known => <Board day={known} toldAt={day.dataUpdatedAt} workplace={workplace} />}
      </Loaded>
    </Stack>
  )
}
