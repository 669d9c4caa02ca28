import { INPUT } from 'virtual:staff-input/refundClinicPayment'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { numberTyped } from '../../lib/number-typed.ts'
import { useWrite } from '../../lib/use-write.ts'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import { moneyDeeds } from './deed-texts.ts'
import { money } from './texts.ts'
import { PAID, useRefused } from './use-paid.ts'
import { useTreasuries } from './use-treasuries.ts'

type Payment = Pick<Returned<'getClinicPayment'>, 'id' | 'amount' | 'type'>

/** Gives a payment back, or a part of it, with the reason for it. */
export function RefundPayment({ payment: { id, amount: all, type } }: { payment: Payment }) {
  const t = useTexts(money)
  const d = useTexts(moneyDeeds)
  const [amount, setAmount] = useState(String(all))
  const [treasuryId, setTreasuryId] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const { mutateAsync, isPending, error } = useWrite('refundClinicPayment', { changes: PAID, said: () => d.isRefunded })
  const own = useRefused(error)
  const treasuries = useTreasuries()
  const give = async ({ note = '' }) => {
    const input = { id, amount: numberTyped(amount), reason: note, ...(treasuryId !== '' && { treasuryId }) }
    const isNone = issuesOf(INPUT, input).some(({ path }) => path === '/amount')
    setIsWrong(isNone)
    if (isNone) throw new Error('The amount is none.')
    await mutateAsync(input)
  }
  return (
    <NoteDialog
      trigger={open => (
        <Group>
          <Button variant="default" onClick={open}>
            {d.refund}
          </Button>
        </Group>
      )}
      title={d.refundTitle}
      lead={d.refundLead}
      note={d.reason}
      missing={d.reasonMissing}
      deed={d.refund}
      isDanger
      pending={isPending}
      {...{ error, own }}
      act={give}
    >
      <TextInput
        label={t.amount}
        required
        dir="ltr"
        inputMode="decimal"
        value={amount}
        error={isWrong && d.amountMissing}
        onChange={event => setAmount(event.currentTarget.value)}
      />
      {type !== 'BALANCE' && (
        <NativeSelect
          label={t.treasury}
          data={[{ value: '', label: d.sameTreasury }, ...treasuries]}
          value={treasuryId}
          onChange={event => setTreasuryId(event.currentTarget.value)}
        />
      )}
    </NoteDialog>
  )
}
