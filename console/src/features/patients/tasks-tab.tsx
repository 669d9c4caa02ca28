import { Button, Group, Stack } from '@mantine/core'
import { IconChecklist, IconPlus } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useBooking } from '../booking/use-booking.ts'
import { TaskList } from '../tasks/task-list.tsx'
import { tasks } from '../tasks/texts.ts'

/** What is still to be done about the patient. */
export function TasksTab({ id }: { id: string }) {
  const t = useTexts(tasks)
  const { addTask } = useBooking()
  const empty = (
    <Empty icon={<IconChecklist size={22} stroke={1.6} />} title={t.nothing}>
      {t.nothingLead}
    </Empty>
  )
  return (
    <Stack gap="md">
      <Group>
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => addTask({ patientId: id })}
          aria-keyshortcuts="t"
        >
          {t.add}
        </Button>
      </Group>
      <Loaded query={useRead('getWorkplace', {})} rows={1} height={160}>
        {workplace => <TaskList {...{ workplace, empty }} asked={{ patientId: id, open: true }} />}
      </Loaded>
    </Stack>
  )
}
