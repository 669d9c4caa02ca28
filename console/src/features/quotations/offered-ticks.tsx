import { Checkbox, Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { Ltr, Name } from '../../ui/isolated.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Amount } from '../money/money-parts.tsx'
import { quotations } from './texts.ts'

interface OfferedTicksProps {
  patientId: string
  ticked: readonly string[]
  error: string | undefined
  change: (ticked: readonly string[]) => void
}

/** What is planned for the patient, ticked where the option offers it; in the order of the plan. */
export function OfferedTicks({ patientId, ticked, error, change }: OfferedTicksProps) {
  const t = useTexts(quotations)
  return (
    <Loaded query={useRead('getPatientPlan', { id: patientId })} rows={2} height={96}>
      {({ phases }) => {
        const items = phases.flatMap(phase => phase.items).filter(item => !item.signed)
        const planned = items.map(({ treatmentId }) => treatmentId)
        // What the option offers and is planned no more stays until it is unticked by leaving it out of what is sent.
        const order = [...ticked.filter(id => !planned.includes(id)), ...planned]
        return (
          <Checkbox.Group
            label={t.offered}
            error={error}
            value={[...ticked]}
            onChange={ids => change(order.filter(id => ids.includes(id)))}
          >
            <Stack gap="xs" mt="xs">
              {items.map(({ treatmentId, name, tooth, total }) => (
                <Checkbox
                  key={treatmentId}
                  value={treatmentId}
                  label={
                    <>
                      <Name>{name}</Name> {tooth.length > 0 && <Ltr>{tooth.join(', ')}</Ltr>} <Amount of={total} />
                    </>
                  }
                />
              ))}
            </Stack>
          </Checkbox.Group>
        )
      }}
    </Loaded>
  )
}
