import { CHECKOUT_TENDERS } from '@clinic/contract/staff/checkout.ts'
import { ActionIcon, Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { Part } from '../money/money-parts.tsx'
import classes from './checkout.module.css'
import type { Draft, Preview, TenderType, Way } from './draft.ts'
import { checkout } from './texts.ts'

interface WaysProps {
  preview: Preview
  draft: Draft
  set: (change: Partial<Draft>) => void
  split: () => void
}

/** How it is paid, in one way or several; an amount that is not typed is what is left. */
export function Ways({ preview, draft, set, split }: WaysProps) {
  const t = useTexts(checkout)
  const change = (place: number, to: Partial<Way>) =>
    set({ ways: draft.ways.map((way, at) => (at === place ? { ...way, ...to } : way)) })
  return (
    <Part title={t.how}>
      {draft.ways.map((way, place) => (
        <fieldset key={way.key} className={classes.way} aria-label={`${t.way} ${place + 1}`}>
          <WayFields {...{ way, preview }} change={to => change(place, to)} />
          {draft.ways.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.remove}
              onClick={() => set({ ways: draft.ways.filter((_, at) => at !== place) })}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          )}
        </fieldset>
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          onClick={split}
          disabled={draft.ways.length >= 6}
          aria-keyshortcuts="+"
        >
          {t.split}
        </Button>
      </Group>
      {!preview.linkable && <div className="small">{t.noGateway}</div>}
    </Part>
  )
}

const typeOf = (value: string): TenderType => CHECKOUT_TENDERS.find(one => one === value) ?? 'CASH'

interface FieldsProps {
  way: Way
  preview: Preview
  change: (to: Partial<Way>) => void
}

function WayFields({ way, preview, change }: FieldsProps) {
  const t = useTexts(checkout)
  const takesReference = way.type !== 'CASH' && way.type !== 'CREDIT' && way.type !== 'LINK'
  const types = CHECKOUT_TENDERS.map(value => ({
    ...{ value, label: t.types[value] },
    disabled: (value === 'LINK' && !preview.linkable) || (value === 'CREDIT' && preview.credit === 0),
  }))
  return (
    <>
      <NativeSelect
        label={t.way}
        data={types}
        value={way.type}
        onChange={event => change({ type: typeOf(event.currentTarget.value) })}
      />
      <TextInput
        label={t.amount}
        dir="ltr"
        inputMode="decimal"
        value={way.amount}
        placeholder={String(preview.rest)}
        onChange={event => change({ amount: event.currentTarget.value })}
      />
      {way.type === 'CASH' && (
        <TextInput
          label={t.received}
          dir="ltr"
          inputMode="decimal"
          value={way.received}
          onChange={event => change({ received: event.currentTarget.value })}
        />
      )}
      {takesReference && (
        <TextInput
          label={t.reference}
          dir="auto"
          value={way.reference}
          onChange={event => change({ reference: event.currentTarget.value })}
        />
      )}
    </>
  )
}
