import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { ClinicOperationId } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import type { ChartItem } from './chart.ts'
import { itemTexts } from './item-texts.ts'
import { CHANGES } from './use-moves.ts'

/** Where it stands with the insurer, and what the insurer answered. */
export function ItemApproval({ item: { id, approval, preAuth, denialReason, allowed } }: { item: ChartItem }) {
  const t = useTexts(itemTexts)
  const asking = useWrite('requestTreatmentApproval', { changes: CHANGES, said: () => t.asked })
  return (
    <Stack component="section" gap="sm" aria-label={t.approval}>
      <Title order={3} size="h5">
        {t.approval}
      </Title>
      <Text>
        {t.approvals[approval]} {approval === 'APPROVED' && preAuth !== null && t.preAuth(plainName(preAuth))}
        {denialReason !== null && t.why(plainName(denialReason))}
      </Text>
      <ProblemNotice error={asking.error} />
      <Group gap="sm">
        {allowed.includes('REQUEST_APPROVAL') && (
          <Button variant="default" loading={asking.isPending} onClick={() => asking.mutate({ id })}>
            {approval === 'DENIED' ? t.askAgain : t.ask}
          </Button>
        )}
        {allowed.includes('APPROVE') && <Approve id={id} />}
        {allowed.includes('DENY') && <Deny id={id} />}
      </Group>
    </Stack>
  )
}

interface Answered {
  id: string
  /** The operations whose answers it changes. */
  changes?: readonly ClinicOperationId[]
}

export function Approve({ id, changes = CHANGES }: Answered) {
  const t = useTexts(itemTexts)
  const approving = useWrite('approveTreatment', { changes, said: () => t.isApproved })
  return (
    <NoteDialog
      trigger={open => (
        <Button variant="default" onClick={open}>
          {t.approve}
        </Button>
      )}
      title={t.approveTitle}
      lead={t.approveLead}
      note={t.number}
      missing={t.noNumber}
      deed={t.approve}
      pending={approving.isPending}
      error={approving.error}
      act={({ note = '' }) => approving.mutateAsync({ id, preAuth: note })}
    />
  )
}

export function Deny({ id, changes = CHANGES }: Answered) {
  const t = useTexts(itemTexts)
  const denying = useWrite('denyTreatmentApproval', { changes, said: () => t.isDenied })
  return (
    <NoteDialog
      trigger={open => (
        <Button variant="default" onClick={open}>
          {t.deny}
        </Button>
      )}
      title={t.denyTitle}
      lead={t.denyLead}
      note={t.reason}
      missing={t.noReason}
      deed={t.deny}
      pending={denying.isPending}
      error={denying.error}
      act={({ note = '' }) => denying.mutateAsync({ id, reason: note })}
    />
  )
}
