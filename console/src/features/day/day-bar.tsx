import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRoomKeys } from '../../lib/use-room-keys.ts'
import { BranchChoice, DoctorChoice } from './choices.tsx'
import { dayTexts } from './day-texts.ts'
import type { ShownDay } from './use-shown-day.ts'

interface BarProps {
  shown: ShownDay
  workplace: Returned<'getWorkplace'>
  branchId: string
}

/** Which day is looked at, by whom: [ and ] turn it, . leads to today, V changes the columns. */
export function DayBar({ shown, workplace, branchId }: BarProps) {
  const t = useTexts(dayTexts)
  const { date, by, isWeek, turn, show } = shown
  const today = () => show('')
  useRoomKeys({
    '[': () => turn(-1),
    ']': () => turn(1),
    '.': today,
    v: () => shown.showBy(by === 'room' ? 'doctor' : 'room'),
  })
  return (
    <Group gap="sm">
      <Group gap={4} wrap="nowrap">
        <Turn label={isWeek ? t.weekBefore : t.before} keys="[" onClick={() => turn(-1)}>
          <IconChevronLeft size={18} aria-hidden className="flip" />
        </Turn>
        <Button size="compact-md" variant="default" onClick={today} disabled={shown.isToday} aria-keyshortcuts=".">
          {t.today}
        </Button>
        <Turn label={isWeek ? t.weekAfter : t.after} keys="]" onClick={() => turn(1)}>
          <IconChevronRight size={18} aria-hidden className="flip" />
        </Turn>
      </Group>
      <TextInput
        size="sm"
        type="date"
        aria-label={t.date}
        value={date}
        onChange={event => event.currentTarget.value !== '' && show(event.currentTarget.value)}
      />
      <Group gap={4} wrap="nowrap" role="group" aria-label={t.columnsOf}>
        {(['doctor', 'room'] as const).map(one => (
          <Button
            key={one}
            size="compact-md"
            variant={one === by ? 'light' : 'default'}
            aria-pressed={one === by}
            onClick={() => shown.showBy(one)}
          >
            {t.by[one]}
          </Button>
        ))}
      </Group>
      <BranchChoice />
      <DoctorChoice {...{ workplace, branchId }} value={shown.doctorId} onChoose={shown.showDoctor} />
      {shown.doctorId !== '' && (
        <Button
          size="compact-md"
          variant="default"
          aria-pressed={isWeek}
          onClick={() => (isWeek ? shown.showOneDay() : shown.showWeek(shown.doctorId))}
        >
          {isWeek ? t.oneDay : t.week}
        </Button>
      )}
    </Group>
  )
}

interface TurnProps {
  label: string
  keys: string
  onClick: () => void
  children: React.ReactNode
}

const Turn = ({ label, keys, ...props }: TurnProps) => (
  <ActionIcon variant="default" size={34} aria-label={label} aria-keyshortcuts={keys} {...props} />
)
