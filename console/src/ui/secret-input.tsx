import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../lib/language-choice.tsx'
import { ui } from './texts.ts'

/** A password, left to right in every language; can be pasted, and looked at. */
export function SecretInput(props: PasswordInputProps) {
  const t = useTexts(ui)
  const [visible, setVisible] = useState(false)
  return (
    <PasswordInput
      dir="ltr"
      withAsterisk={false}
      // The component marks what stands around the field alone.
      aria-invalid={props.error ? true : undefined}
      maxLength={256}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': visible ? t.hidePassword : t.showPassword,
        'aria-hidden': undefined,
        tabIndex: 0,
      }}
      {...props}
    />
  )
}
