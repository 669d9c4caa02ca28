import { INPUT } from 'virtual:staff-input/updateClinicSettings'
import { issuesOf } from '@clinic/contract/issues.ts'
import { LOGO_TYPES } from '@clinic/contract/staff/clinic-settings.ts'
import { Button, FileButton, Group } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { clinicTexts } from './clinic-texts.ts'
import classes from './settings.module.css'

interface LogoProps {
  logoUrl: string | null
  /** Another picture as base64, or none. */
  change: (logo: string | null) => void
  pending: boolean
  error: unknown
}

/** The picture that stands for the clinic: on what patients are given, and where plugins show it. */
export function ClinicLogo({ logoUrl, change, pending, error }: LogoProps) {
  const t = useTexts(clinicTexts)
  const [isTooLarge, setTooLarge] = useState(false)
  const take = async (file: File | null) => {
    if (!file) return
    const logo = await base64Of(file)
    const issues = issuesOf(INPUT, { logo })
    setTooLarge(issues.length > 0)
    if (issues.length === 0) change(logo)
  }
  return (
    <Section title={t.logo} lead={t.logoLead}>
      <Group>
        {logoUrl !== null && <img className={classes.logo} src={new URL(logoUrl).pathname} alt={t.logo} />}
        <FileButton accept={LOGO_TYPES.join()} onChange={file => void take(file)}>
          {props => (
            <Button {...props} variant="default" loading={pending}>
              {t.logoChoose}
            </Button>
          )}
        </FileButton>
        {logoUrl !== null && (
          <Button variant="subtle" color="red" onClick={() => change(null)} disabled={pending}>
            {t.logoRemove}
          </Button>
        )}
      </Group>
      {isTooLarge && <Notice tone="warn">{t.logoTooLarge}</Notice>}
      <ProblemNotice error={error} />
    </Section>
  )
}

async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}
