import { Button, Group, SimpleGrid, TextInput } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { Name, plainName } from '../../ui/isolated.tsx'
import type { Invoice, Typed } from './edit-draft.ts'
import { editing } from './edit-texts.ts'
import { Amount } from './money-parts.tsx'

interface EditedItemProps {
  item: Invoice['items'][number]
  typed: Typed
  change: (typed: Typed) => void
}

/** An item that the invoice has: how many, less how much, or not at all. What was done is billed as often as it was charted. */
export function EditedItem({ item, typed, change }: EditedItemProps) {
  const t = useTexts(editing)
  const name = plainName(item.name)
  return (
    <div>
      <Group gap="sm" justify="space-between">
        <span>
          {typed.isOff ? <s>{name}</s> : <Name>{item.name}</Name>} <Amount of={item.price} />
        </span>
        <Button size="compact-md" variant="default" onClick={() => change({ ...typed, isOff: !typed.isOff })}>
          {typed.isOff ? t.keep(name) : t.remove(name)}
        </Button>
      </Group>
      {!typed.isOff && (
        <SimpleGrid cols={2}>
          <TextInput
            label={t.quantityOf(name)}
            dir="ltr"
            inputMode="numeric"
            disabled={item.treatmentId !== null}
            value={typed.quantity}
            onChange={event => change({ ...typed, quantity: event.currentTarget.value })}
          />
          <TextInput
            label={t.discountOf(name)}
            dir="ltr"
            inputMode="decimal"
            value={typed.discount}
            onChange={event => change({ ...typed, discount: event.currentTarget.value })}
          />
        </SimpleGrid>
      )}
    </div>
  )
}
