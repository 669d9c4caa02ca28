import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Name } from '../../ui/isolated.tsx'
import { useOwnEscape } from '../../ui/own-escape.ts'
import { ui } from '../../ui/texts.ts'
import type { Card } from './card.ts'
import type { Deeds } from './use-deeds.ts'
import { visits } from './visit-texts.ts'

interface DialogProps {
  deeds: Deeds
  rules: Returned<'getWorkplace'>['rules']
  now: string
}

/** Why a visit is canceled, in one word that the clinic has said, or another; its time can be filled then. */
export function CancelDialog({ deeds, rules, now }: DialogProps) {
  const t = useTexts(visits)
  const words = useTexts(ui)
  const { canceling, keep } = deeds
  const content = useOwnEscape<HTMLDivElement>(canceling !== undefined, keep)
  return (
    <Modal
      opened={canceling !== undefined}
      onClose={keep}
      title={t.cancelTitle}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <div ref={content}>{canceling && <Reasons key={canceling.id} card={canceling} {...{ deeds, rules, now }} />}</div>
    </Modal>
  )
}

const OTHER = ''

function Reasons({ card, deeds, rules, now }: DialogProps & { card: Card }) {
  const t = useTexts(visits)
  const { cancelReasons, cancelReasonRequired } = rules
  const [chosen, setChosen] = useState(cancelReasons[0] ?? OTHER)
  const [other, setOther] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const mayFill = Date.parse(card.end) > Date.parse(now)
  const cancel = (fill: boolean) => (event: { preventDefault(): void }) => {
    event.preventDefault()
    const reason = chosen === OTHER ? other.trim() : chosen
    setIsMissing(cancelReasonRequired && reason === '')
    if (reason !== '' || !cancelReasonRequired) void deeds.cancel(card, reason, fill)
  }
  return (
    <form noValidate onSubmit={(event: FormEvent) => cancel(false)(event)}>
      <Stack>
        {card.name !== null && <Name>{card.name}</Name>}
        {cancelReasons.length > 0 && (
          <Radio.Group label={t.cancelReason} value={chosen} onChange={setChosen}>
            <Stack gap="xs">
              {[...cancelReasons, OTHER].map((reason, index) => (
                <Radio
                  key={reason}
                  value={reason}
                  label={reason === OTHER ? t.cancelOther : reason}
                  data-autofocus={index === 0 || undefined}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {chosen === OTHER && (
          <TextInput
            label={cancelReasons.length > 0 ? t.cancelOther : t.cancelReason}
            maxLength={500}
            required={cancelReasonRequired}
            error={isMissing ? t.cancelMissing : undefined}
            value={other}
            onChange={event => setOther(event.currentTarget.value)}
            data-autofocus={cancelReasons.length === 0 || undefined}
          />
        )}
        <Group justify="flex-end">
          {mayFill && (
            <Button type="button" variant="default" onClick={cancel(true)}>
              {t.cancelFill}
            </Button>
          )}
          <Button type="submit" color="red">
            {t.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
