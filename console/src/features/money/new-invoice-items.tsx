import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useMay } from '../../lib/use-session.ts'
import { plainName } from '../../ui/isolated.tsx'
import { editing } from './edit-texts.ts'
import { itemOf, type NewItem } from './new-invoice-draft.ts'
import { newInvoice } from './new-invoice-texts.ts'

interface ItemsProps {
  workplace: Returned<'getWorkplace'>
  items: readonly NewItem[]
  change: (items: readonly NewItem[]) => void
}

/** What is billed: of the price list, and for those who may set prices anything else. */
export function NewItems({ workplace: { procedures }, items, change }: ItemsProps) {
  const t = useTexts(newInvoice)
  const e = useTexts(editing)
  const { language } = useLanguage()
  const prices = useMay('prices:override')
  const nameFor = (id: string) => {
    const found = procedures.find(one => one.id === id)
    return found ? plainName(nameOf(language, found)) : ''
  }
  const replace = (key: number, by: readonly NewItem[]) =>
    change(items.flatMap(item => (item.key === key ? by : [item])))
  return (
    <Stack gap="sm">
      {items.map(item => (
        <div key={item.key}>
          {item.procedureId === null ? (
            <Free item={item} set={typed => replace(item.key, [{ ...item, ...typed }])} />
          ) : (
            <Listed
              name={nameFor(item.procedureId)}
              item={item}
              set={one => replace(item.key, [{ ...item, ...one }])}
            />
          )}
          <Group mt="xs">
            <Button size="compact-md" variant="default" onClick={() => replace(item.key, [])}>
              {item.procedureId === null ? t.takeOff : e.remove(nameFor(item.procedureId))}
            </Button>
          </Group>
        </div>
      ))}
      <NativeSelect
        label={e.add}
        data={[{ value: '', label: e.choose }, ...procedures.map(({ id }) => ({ value: id, label: nameFor(id) }))]}
        value=""
        onChange={({ currentTarget: { value } }) => value !== '' && change([...items, itemOf(items, value)])}
      />
      {prices && (
        <Group>
          <Button variant="default" onClick={() => change([...items, itemOf(items, null)])}>
            {t.other}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

interface ItemProps {
  item: NewItem
  set: (typed: Partial<NewItem>) => void
}

function Listed({ name, item, set }: ItemProps & { name: string }) {
  const t = useTexts(newInvoice)
  return (
    <TextInput
      label={t.quantityOf(name)}
      dir="ltr"
      inputMode="numeric"
      value={item.quantity}
      onChange={event => set({ quantity: event.currentTarget.value })}
    />
  )
}

function Free({ item, set }: ItemProps) {
  const t = useTexts(newInvoice)
  return (
    <>
      <TextInput
        label={t.what}
        dir="auto"
        maxLength={200}
        value={item.name}
        onChange={event => set({ name: event.currentTarget.value })}
      />
      <SimpleGrid cols={2}>
        <TextInput
          label={t.price}
          dir="ltr"
          inputMode="decimal"
          value={item.price}
          onChange={event => set({ price: event.currentTarget.value })}
        />
        <TextInput
          label={t.quantity}
          dir="ltr"
          inputMode="numeric"
          value={item.quantity}
          onChange={event => set({ quantity: event.currentTarget.value })}
        />
      </SimpleGrid>
    </>
  )
}
