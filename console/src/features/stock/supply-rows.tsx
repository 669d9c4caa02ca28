import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { numberTyped } from '../../lib/number-typed.ts'
import { useReadAll } from '../../lib/use-read.ts'
import { Name, plainName } from '../../ui/isolated.tsx'
import { Picker } from '../../ui/picker.tsx'
import { RemoveRow } from '../settings/row-buttons.tsx'
import { stock } from './texts.ts'

/** So much of an item, as it is typed. */
export interface SupplyDraft {
  inventoryItemId: string
  name: string
  unit: string | null
  quantity: string
  /** How much of it there is, where that is known. */
  inStock?: number
}

/** What is typed as it is sent. */
export const usesOf = (supplies: readonly SupplyDraft[]) =>
  supplies.map(({ inventoryItemId, quantity }) => ({ inventoryItemId, quantity: numberTyped(quantity) }))

interface RowsProps {
  /** From whose stock more is added. */
  branchId: string
  supplies: readonly SupplyDraft[]
  set: (supplies: readonly SupplyDraft[]) => void
  errorAt: (place: number) => string | undefined
  none: string
}

/** Supplies with how much of each, and the way to more from the stock of a branch. */
export function SupplyRows({ branchId, supplies, set, errorAt, none }: RowsProps) {
  const t = useTexts(stock)
  return (
    <Stack gap="sm">
      {supplies.length === 0 && <Text c="dimmed">{none}</Text>}
      {supplies.map((supply, place) => (
        <Group key={supply.inventoryItemId} gap="sm" align="center" wrap="nowrap" justify="space-between">
          <div>
            <Name>{supply.name}</Name>
            {supply.inStock !== undefined && <div className="small">{t.inStock(String(supply.inStock))}</div>}
          </div>
          <Group gap="xs" wrap="nowrap">
            <TextInput
              w={110}
              inputMode="decimal"
              autoComplete="off"
              aria-label={t.quantity(plainName(supply.name))}
              rightSection={supply.unit === null ? undefined : <bdi className="small">{plainName(supply.unit)}</bdi>}
              rightSectionWidth={supply.unit === null ? undefined : 56}
              value={supply.quantity}
              error={errorAt(place)}
              onChange={event => set(supplies.with(place, { ...supply, quantity: event.currentTarget.value }))}
            />
            <RemoveRow
              label={t.remove(plainName(supply.name))}
              onClick={() => set(supplies.filter(one => one !== supply))}
            />
          </Group>
        </Group>
      ))}
      <StockPicker
        branchId={branchId}
        without={supplies.map(one => one.inventoryItemId)}
        choose={supply => set([...supplies, supply])}
      />
    </Stack>
  )
}

/** While a person types, nothing is asked for. */
const PAUSE_MS = 200

interface PickerProps {
  branchId: string
  without: readonly string[]
  choose: (supply: SupplyDraft) => void
}

function StockPicker({ branchId, without, choose }: PickerProps) {
  const t = useTexts(stock)
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const isAsked = q !== '' && typed.trim() !== ''
  const { data, isPlaceholderData } = useReadAll('listStockItems', { branchId, q }, { when: isAsked, keeps: true })
  const offered = isAsked ? data?.filter(({ id }) => !without.includes(id)) : undefined
  return (
    <Picker
      label={t.add}
      chosen={undefined}
      onChoose={one => {
        const item = offered?.find(({ id }) => id === one?.id)
        if (!item) return
        setTyped('')
        choose({ inventoryItemId: item.id, name: item.name, unit: item.unit, quantity: '1', inStock: item.inStock })
      }}
      typed={typed}
      onType={setTyped}
      found={offered?.map(({ id, name, unit, inStock }) => ({
        ...{ id, name, about: t.inStock([inStock, unit && plainName(unit)].filter(part => part !== null).join(' ')) },
      }))}
      isBehind={typed.trim() !== '' && (q !== typed.trim() || data === undefined || isPlaceholderData)}
    />
  )
}
