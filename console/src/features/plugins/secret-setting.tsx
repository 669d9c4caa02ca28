import { Button, Group, Input, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { SecretInput } from '../../ui/secret-input.tsx'
import type { LabelledProps } from './setting-props.ts'
import { settingsTexts } from './settings-texts.ts'

/** A secret is never shown: it can be set, replaced and removed. */
export function SecretSetting({ value, kept, onChange, ...labelled }: LabelledProps) {
  const t = useTexts(settingsTexts)
  const isKept = typeof kept === 'string' && kept !== ''
  const [typing, setTyping] = useState(!isKept)
  const { field: _, label, required, ...rest } = labelled
  const remove = () => {
    onChange('')
    setTyping(true)
  }
  if (!typing)
    return (
      <Input.Wrapper label={label} required={required} {...rest}>
        <Group gap="sm">
          <span className="tag">{t.isSet}</span>
          <Button variant="default" size="sm" onClick={() => setTyping(true)} aria-label={t.replaceOf(label)}>
            {t.replace}
          </Button>
          {!required && (
            <Button variant="light" color="red" size="sm" onClick={remove} aria-label={t.removeOf(label)}>
              {t.remove}
            </Button>
          )}
        </Group>
      </Input.Wrapper>
    )
  const back = () => {
    onChange(kept)
    setTyping(false)
  }
  return (
    <Stack gap="xs">
      <SecretInput
        label={label}
        required={required}
        withAsterisk={required}
        {...rest}
        autoComplete="off"
        maxLength={10_000}
        value={typeof value === 'string' && value !== kept ? value : ''}
        onChange={event => onChange(event.currentTarget.value)}
      />
      {isKept && (
        <Group>
          <Button variant="subtle" size="sm" onClick={back}>
            {t.keep}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
