import { ActionIcon, Menu } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { orderTexts } from './order-texts.ts'
import type { Task } from './task.ts'

export interface GripProps {
  task: Task
  place: number
  /** The last place of the list. */
  last: number
  put: (id: string, to: number) => void
  grip: Ref<HTMLButtonElement>
}

/** By this a task is dragged; pressed, it says where else the task can be put. */
export function TaskGrip({ task: { id, title }, place, last, put, grip }: GripProps) {
  const t = useTexts(orderTexts)
  const ways = [
    { to: place - 1, word: t.up },
    { to: place + 1, word: t.down },
    { to: 0, word: t.toTop },
    { to: last, word: t.toEnd },
  ]
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon ref={grip} variant="subtle" color="gray" aria-label={t.move(plainName(title))}>
          <IconGripVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {ways.map(({ to, word }) => (
          <Menu.Item key={word} disabled={to < 0 || to > last || to === place} onClick={() => put(id, to)}>
            {word}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
