import { PAYMENT_TYPES } from '@clinic/contract/payments.ts'
import { INVOICE_STATES } from '@clinic/contract/staff/invoices.ts'
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { numberTyped } from '../../lib/number-typed.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { useChoices } from '../../ui/grid/use-choices.ts'
import { money } from './texts.ts'

/** What narrows down both lists. */
function useUsual() {
  const { read } = useUrlState()
  const { startOf } = useDays()
  return {
    branchId: read('branch') || undefined,
    from: startOf(read('from')),
    to: startOf(read('to'), { after: true }),
  }
}

const IS_NUMBER = /^[1-9]\d{0,8}$/

/** What the list of invoices is asked by, as the address says. */
export function useInvoicesAsked() {
  const { read } = useUrlState()
  return {
    ...useUsual(),
    state: INVOICE_STATES.find(state => state === read('state')),
    doctorId: read('doctor') || undefined,
    number: IS_NUMBER.test(read('number')) ? Number(read('number')) : undefined,
  }
}

/** The same of the list of payments. */
export function usePaymentsAsked() {
  const { read } = useUrlState()
  return {
    ...useUsual(),
    type: PAYMENT_TYPES.find(type => type === read('type')),
    refunded: read('refunded') === 'yes' ? (true as const) : undefined,
  }
}

/** The filters by place and time; a branch is no choice for those who see one. */
function usePlaces() {
  const t = useTexts(money)
  const { branches, doctors } = useChoices()
  const branch = {
    ...{ name: 'branch', label: t.filters.branch },
    options: [{ value: '', label: t.all.branch }, ...branches],
  }
  return {
    branch: branches.length > 1 ? [branch] : [],
    doctor: { name: 'doctor', label: t.filters.doctor, options: [{ value: '', label: t.all.doctor }, ...doctors] },
    days: (['from', 'to'] as const).map(name => ({ name, label: t.filters[name] })),
  }
}

export function InvoiceFilters() {
  const t = useTexts(money)
  const { branch, doctor, days } = usePlaces()
  const states = INVOICE_STATES.map(value => ({ value, label: t.states[value] }))
  const state = { name: 'state', label: t.filters.state, options: [{ value: '', label: t.all.state }, ...states] }
  return (
    <>
      <NumberSearch />
      <FilterBar filters={[state, ...branch, doctor, ...days]} />
    </>
  )
}

export function PaymentFilters() {
  const t = useTexts(money)
  const { branch, days } = usePlaces()
  const types = PAYMENT_TYPES.map(value => ({ value, label: t.types[value] }))
  const refunds = [
    { value: '', label: t.all.refunded },
    { value: 'yes', label: t.onlyRefunded },
  ]
  return (
    <FilterBar
      filters={[
        { name: 'type', label: t.filters.type, options: [{ value: '', label: t.all.type }, ...types] },
        { name: 'refunded', label: t.filters.refunded, options: refunds },
        ...branch,
        ...days,
      ]}
    />
  )
}

/** The number that stands on a paper in the hand: it is looked for on Enter; what is no number is looked for nowhere. */
function NumberSearch() {
  const t = useTexts(money)
  const { read, write } = useUrlState()
  const find = (form: HTMLFormElement) => {
    const typed = String(numberTyped(String(new FormData(form).get('number'))))
    write({ number: IS_NUMBER.test(typed) ? typed : '' })
  }
  return (
    <search>
      <form
        key={read('number')}
        onSubmit={event => {
          event.preventDefault()
          find(event.currentTarget)
        }}
      >
        <TextInput
          type="search"
          name="number"
          dir="ltr"
          inputMode="numeric"
          maw={240}
          label={t.findNumber}
          leftSection={<IconSearch size={18} aria-hidden />}
          autoComplete="off"
          defaultValue={read('number')}
        />
      </form>
    </search>
  )
}
