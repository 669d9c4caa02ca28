import { Radio, Stack } from '@mantine/core'
import { isolated } from '../../lib/language.ts'
import { useFormats, useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useRead } from '../../lib/use-read.ts'
import { plainName } from '../../ui/isolated.tsx'
import type { Slot } from './draft.ts'
import { booking } from './texts.ts'

const keyOf = ({ start, doctorId }: Slot): string => `${start} ${doctorId}`

interface SlotChoiceProps {
  label: string
  slots: readonly Slot[]
  chosen: Slot | undefined
  onChoose: (slot: Slot) => void
}

/** Times that are free, of which one is chosen by the arrow keys; Enter books it. */
export function SlotChoice({ label, slots, chosen, onChoose }: SlotChoiceProps) {
  const nameFor = useSlotName()
  const value = chosen === undefined ? null : keyOf(chosen)
  const choose = (key: string) => {
    const slot = slots.find(one => keyOf(one) === key)
    if (slot) onChoose(slot)
  }
  return (
    <Radio.Group label={label} value={value} onChange={choose}>
      <Stack gap="xs" data-slots>
        {slots.map(slot => (
          <Radio key={keyOf(slot)} value={keyOf(slot)} label={nameFor(slot)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** What a free time is called: when, with whom, and where. */
function useSlotName() {
  const t = useTexts(booking)
  const { slot: written } = useFormats()
  const { language } = useLanguage()
  const { data: workplace } = useRead('getWorkplace', {})
  return ({ start, doctorId, room }: Slot): string => {
    const doctor = workplace?.practitioners.find(({ id }) => id === doctorId)
    const whom = doctor === undefined ? [] : [isolated(plainName(nameOf(language, doctor)))]
    return [isolated(written(start)), ...whom, ...(room === null ? [] : [t.inRoom(room)])].join(' · ')
  }
}
